// The way back of the browser closes what lies over the page, as a phone does it everywhere, and does not leave the page.
// What lies over it has an entry in the history. Closed otherwise it leaves that entry behind, for what comes next to lie
// in, or a page to go to; the way back passes over it.

type Entry = { over?: boolean } | null;

const open: (() => void)[] = [];
const isOver = (): boolean => (history.state as Entry)?.over === true;
let here = isOver(); // whether we are at such an entry

addEventListener("popstate", () => {
  const left = here;
  here = isOver();
  const close = open.pop();
  if (close) close();
  else if (left) history.back();
});

/** From now on the way back calls `close`; what comes back says that it was closed otherwise, or is gone already. */
export function closeByBack(close: () => void): () => void {
  if (open.length > 0 || !here) history.pushState({ over: true } satisfies Entry, "");
  here = true;
  const mine = (): void => close();
  open.push(mine);
  return () => {
    const at = open.indexOf(mine);
    if (at >= 0) open.splice(at, 1);
  };
}

/** Go to a page; `instead`: it is this one, rightly addressed. What lies over this one has an entry of its own: it is not
    one to come back to. */
export function goTo(address: string, instead = false): void {
  if (here || instead) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  here = false;
}
