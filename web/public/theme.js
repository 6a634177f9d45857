// Before the first paint, so that nobody who chose the dark page sees a flash of the light one.
try {
  const chosen = localStorage.getItem("parlour:theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing follows the system.
}
