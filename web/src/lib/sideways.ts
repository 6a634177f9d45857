// A strip that scrolls sideways shows that it does: it fades out where it goes on (see theme.css).

/** Keeps `data-sideways` of a strip at the sides on which it goes on: "", "left", "right" or "left right". */
export function sideways(strip: HTMLElement): () => void {
  const look = (): void => {
    const over = strip.scrollWidth - strip.clientWidth;
    const sides = [strip.scrollLeft > 1 ? "left" : "", strip.scrollLeft < over - 1 ? "right" : ""];
    strip.dataset["sideways"] = sides.filter(Boolean).join(" ");
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(strip);
  const children = new MutationObserver(look);
  children.observe(strip, { childList: true, subtree: true });
  strip.addEventListener("scroll", look, { passive: true });
  look();
  return () => {
    sizes.disconnect();
    children.disconnect();
    strip.removeEventListener("scroll", look);
  };
}
