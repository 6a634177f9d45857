// Cards move rather than jump. Every card has data-card, every place data-place: where each was is remembered before
// the table changes, and afterwards it glides from there.

import { nameOf } from "./copies";
import type { Moves, View } from "./gestures";
import type { State } from "./protocol";

export const GLIDE = 240;
export const STAGGER = 40;
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

type Spot = {
  id: string;
  place: string | undefined;
  /** The card that it lies on, as what covers a shape does. */
  on: string | undefined;
  box: DOMRect;
  card: HTMLElement;
};
/** Cards by name, places by id. */
export type Spots = { cards: Map<string, Spot[]>; places: Map<string, DOMRect> };

function placeOf(element: Element): string | undefined {
  return element.closest<HTMLElement>("[data-place]")?.dataset["place"];
}

function under(card: Element): HTMLElement | undefined {
  return card.parentElement?.closest<HTMLElement>("[data-card]") ?? undefined;
}

/** Where everything lies now. */
export function remember(root: ParentNode): Spots {
  const spots: Spots = { cards: new Map(), places: new Map() };
  for (const card of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const id = card.dataset["card"] ?? "";
    const on = under(card)?.dataset["card"];
    const spot = { id, place: placeOf(card), on, box: card.getBoundingClientRect(), card };
    const name = nameOf(id);
    spots.cards.set(name, [...(spots.cards.get(name) ?? []), spot]);
  }
  for (const place of root.querySelectorAll<HTMLElement>("[data-place]"))
    spots.places.set(place.dataset["place"] ?? "", place.getBoundingClientRect());
  return spots;
}

type Found = Map<HTMLElement, Spot>;

/** Where each card was, as far as that is told: these are taken out of `spots`. A name may be there several times: what
    stayed in its place comes first, and what is left over of a hand is the card that was played from it. */
export function origins(
  spots: Spots,
  cards: HTMLElement[],
  stayed: boolean,
  found: Found = new Map(),
): Found {
  for (const card of cards) {
    if (found.has(card)) continue;
    const id = card.dataset["card"] ?? "";
    const list = spots.cards.get(nameOf(id)) ?? [];
    const place = placeOf(card);
    const at = stayed
      ? list.findIndex((spot) => spot.id === id && spot.place === place)
      : list.findLastIndex((spot) => spot.place !== place);
    const [spot] = at < 0 ? [] : list.splice(at, 1);
    if (spot) found.set(card, spot);
  }
  return found;
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** From the middle of one to that of the other. */
function way(from: DOMRect, to: DOMRect): { x: number; y: number } {
  return {
    x: from.x + from.width / 2 - (to.x + to.width / 2),
    y: from.y + from.height / 2 - (to.y + to.height / 2),
  };
}

function fit(from: DOMRect, to: DOMRect): number {
  return to.width && from.width ? Math.min(from.width / to.width, from.height / to.height) || 1 : 1;
}

/** `most`: how much larger than itself it may begin. */
function glide(element: Element, from: DOMRect, to: DOMRect, delay: number, most = Infinity): void {
  const { x, y } = way(from, to);
  const scale = Math.min(fit(from, to), most);
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return;
  // `translate` and `scale` leave `transform` to the card, which may be raised or turned. It goes over what lies on the
  // table, and under what has to be read meanwhile: the banner, and a hand that lies over the rows.
  element.animate(
    [
      { translate: `${x}px ${y}px`, scale: `${scale}`, zIndex: 1 },
      { translate: "0 0", scale: "1", zIndex: 1 },
    ],
    { duration: GLIDE, delay, easing: EASE, fill: "backwards" },
  );
}

function fade(element: Element, delay: number): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE, delay, fill: "backwards" });
}

/** A card that is there no more goes on to where it is put, and becomes as small as that. */
function fly(root: Element, { card, box }: Spot, to: DOMRect): void {
  const flying = document.createElement("div");
  flying.className = "flying";
  flying.setAttribute("aria-hidden", "true");
  const face = (card.querySelector(".face") ?? card).cloneNode(true) as HTMLElement;
  for (const one of [face, ...face.querySelectorAll<HTMLElement>("[data-card], [data-place], [id]")])
    for (const name of ["data-card", "data-place", "id"]) one.removeAttribute(name);
  flying.append(face);
  Object.assign(flying.style, { width: `${box.width}px`, height: `${box.height}px` });
  root.append(flying);
  const start = way(box, flying.getBoundingClientRect());
  const end = way(to, box);
  const going = flying.animate(
    [
      { translate: `${start.x}px ${start.y}px`, scale: "1", opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { translate: `${start.x + end.x}px ${start.y + end.y}px`, scale: `${fit(to, box)}`, opacity: 0.4 },
    ],
    { duration: GLIDE, easing: EASE, fill: "both" },
  );
  going.onfinish = () => flying.remove();
}

/** A card nobody here may see goes from the pile to a seat. */
function ghost(root: Element, from: DOMRect, to: DOMRect, delay: number): void {
  const card = document.createElement("div");
  card.className = "ghost";
  card.setAttribute("aria-hidden", "true");
  root.append(card);
  const { width, height } = card.getBoundingClientRect();
  const at = (box: DOMRect) =>
    `${box.x + box.width / 2 - width / 2}px ${box.y + box.height / 2 - height / 2}px`;
  const going = card.animate(
    [
      { translate: at(from), opacity: 1 },
      { translate: at(to), opacity: 1, offset: 0.8 },
      { translate: at(to), opacity: 0 },
    ],
    { duration: GLIDE * 1.15, delay, easing: EASE, fill: "backwards" },
  );
  going.onfinish = () => card.remove();
}

/** How many cards each other seat took that were not seen; of a deal, all of them. */
export function grown(before: View, after: View, you: number | null): Map<number, number> {
  const more = new Map<number, number>();
  const was: number[] | undefined = before === null ? [] : before?.hand_sizes;
  const is: number[] | undefined = after?.hand_sizes;
  if (!was || !is) return more;
  is.forEach((size, seat) => {
    if (seat !== you && size > (was[seat] ?? 0)) more.set(seat, Math.min(size - (was[seat] ?? 0), 7));
  });
  return more;
}

/** What has come to be seen: the state, and the game's own knowledge of where cards come from and go. */
type Shown = Pick<State, "view" | "moves">;
type Ways = Pick<Moves, "home" | "away"> | null;

/** Make the change, and let what moved move. `change` must leave the page as it is to be. */
export function moveCards(
  root: HTMLElement,
  change: () => void,
  from: View,
  state: Shown,
  you: number | null,
  ways: Ways,
): void {
  const spots = remember(root);
  change();
  show(root, spots, from, state, you, ways);
}

/** All that lies there is dealt. */
export function dealCards(root: HTMLElement, state: Shown, you: number | null, ways: Ways): void {
  show(root, { cards: new Map(), places: new Map() }, null, state, you, ways);
}

function show(
  root: HTMLElement,
  spots: Spots,
  from: View,
  state: Shown,
  you: number | null,
  ways: Ways,
): void {
  const still = reducedMotion();
  const cards = [...root.querySelectorAll<HTMLElement>("[data-card]")];
  const before = origins(spots, cards, true);
  const sent = send(root, spots, from, state, ways);
  origins(spots, cards, false, before);
  let dealt = 0;
  for (const card of cards) {
    const name = nameOf(card.dataset["card"] ?? "");
    const box = card.getBoundingClientRect();
    const spot = before.get(card);
    if (spot) {
      const below = under(card);
      const carried = below && before.has(below) && spot.on === below.dataset["card"];
      if (carried) continue;
      if (!still) glide(card, spot.box, box, 0);
      else if (spot.place !== placeOf(card) || isElsewhere(spot.box, box)) fade(card, 0);
      continue;
    }
    const origin = ways?.home?.(name, from, state.view, state.moves) ?? (from ? undefined : "pile");
    const was = takeOut(spots, origin);
    if (still) fade(card, 0);
    else if (was && fit(was.box, box) > 1) {
      fly(root, was, box);
      fade(card, GLIDE / 2);
    } else {
      const start = was?.box ?? placeBox(root, origin, spots) ?? (from ? undefined : top(root));
      const delay = sent.has(name) ? GLIDE : dealt++ * STAGGER;
      // Out of a place that is larger than the card it does not come enlarged: what stands on it would be set in that size.
      if (start) glide(card, start, box, delay, 1);
      else fade(card, delay);
    }
  }
  const pile = placeBox(root, "pile");
  if (still || !pile) return;
  for (const [seat, count] of grown(from, state.view, you)) {
    const to = placeBox(root, `seat-${seat}`);
    for (let n = 0; to && n < count; n++) ghost(root, pile, to, n * STAGGER);
  }
}

/** Cards that leave go where the game says. Which ones. */
function send(root: Element, spots: Spots, from: View, state: Shown, ways: Ways): Set<string> {
  const sent = new Set<string>();
  for (const [name, list] of spots.cards) {
    const to = list.length ? placeBox(root, ways?.away?.(name, from, state.view, state.moves)) : undefined;
    if (!to) continue;
    sent.add(name);
    for (const spot of list.splice(0)) if (!reducedMotion()) fly(root, spot, to);
  }
  return sent;
}

/** A card that nobody has found elsewhere. */
function takeOut(spots: Spots, names: Names): Spot | undefined {
  for (const name of [names ?? []].flat()) {
    const spot = spots.cards.get(name)?.pop();
    if (spot) return spot;
  }
  return undefined;
}

function isElsewhere(was: DOMRect, is: DOMRect): boolean {
  const { x, y } = way(was, is);
  return Math.abs(x) >= is.width || Math.abs(y) >= is.height;
}

type Names = string | string[] | undefined;

/** The first of these places that is seen, as it is or as it was. */
function placeBox(root: ParentNode, places: Names, before?: Spots): DOMRect | undefined {
  for (const place of [places ?? []].flat()) {
    const found = root.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect();
    for (const box of [before?.places.get(place), found]) if (box?.width) return box;
  }
  return undefined;
}

/** In the middle of the upper edge: from where cards come that have no pile. */
function top(root: Element): DOMRect {
  const { x, y, width } = root.getBoundingClientRect();
  return new DOMRect(x + width / 2, y, 0, 0);
}
