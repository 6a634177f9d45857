// A part of the page that is fetched later may be gone by then: the server was updated meanwhile, or is away. The page
// is fetched anew as soon as the server answers; its address says where one was.

const PAUSE = 2000;
const JUST_NOW = 30_000; // what is missing even after a page was fetched anew is not mended by doing so again and again

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

function wasFetchedAnewJustNow(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "reload" && performance.now() < JUST_NOW;
}

/** What `import()` brings. */
export function mendWhatCannotBeFetched(): void {
  let mending = false;
  addEventListener("vite:preloadError", () => {
    if (mending || wasFetchedAnewJustNow()) return;
    mending = true;
    const tryIt = async (): Promise<void> => {
      if (await serverAnswers()) location.reload();
      else setTimeout(() => void tryIt(), PAUSE);
    };
    void tryIt();
  });
}
