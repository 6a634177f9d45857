// Cards move rather than jump. Every card has data-card, every place data-place: where each was is remembered before
// the table changes, and afterwards it glides from there.

import { nameOf } from "./copies";
import type { Moves, View } from "./gestures";
import type { State } from "./protocol";

export const GLIDE = 240;
export const STAGGER = 40;
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

type Spot = { id: string; place: string | undefined; box: DOMRect };
/** Cards by name, places by id. */
export type Spots = { cards: Map<string, Spot[]>; places: Map<string, DOMRect> };

function placeOf(element: Element): string | undefined {
  return element.closest<HTMLElement>("[data-place]")?.dataset["place"];
}

/** Where everything lies now. */
export function remember(root: ParentNode): Spots {
  const spots: Spots = { cards: new Map(), places: new Map() };
  for (const card of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const id = card.dataset["card"] ?? "";
    const spot = { id, place: placeOf(card), box: card.getBoundingClientRect() };
    const name = nameOf(id);
    spots.cards.set(name, [...(spots.cards.get(name) ?? []), spot]);
  }
  for (const place of root.querySelectorAll<HTMLElement>("[data-place]"))
    spots.places.set(place.dataset["place"] ?? "", place.getBoundingClientRect());
  return spots;
}

/** Where each card was. A name may be there several times: what stayed in its place comes first, and what is left over of
    a hand is the card that was played from it. */
export function origins(spots: Spots, cards: HTMLElement[]): Map<HTMLElement, Spot> {
  const found = new Map<HTMLElement, Spot>();
  for (const stayed of [true, false])
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

function glide(element: Element, from: DOMRect, to: DOMRect, delay: number): void {
  const dx = from.x + from.width / 2 - (to.x + to.width / 2);
  const dy = from.y + from.height / 2 - (to.y + to.height / 2);
  const scale = to.width && from.width ? Math.min(from.width / to.width, from.height / to.height) || 1 : 1;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.02) return;
  // `translate` and `scale` leave `transform` to the card, which may be raised or turned. It goes over what lies on the
  // table, and under what has to be read meanwhile: the banner, and a hand that lies over the rows.
  element.animate(
    [
      { translate: `${dx}px ${dy}px`, scale: `${scale}`, zIndex: 1 },
      { translate: "0 0", scale: "1", zIndex: 1 },
    ],
    { duration: GLIDE, delay, easing: EASE, fill: "backwards" },
  );
}

function fade(element: Element, delay: number): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE, delay, fill: "backwards" });
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
    { duration: GLIDE * 1.3, delay, easing: EASE, fill: "backwards" },
  );
  going.onfinish = () => card.remove();
}

/** How many cards each other seat took that were not seen. */
export function grown(before: View, after: View, you: number | null): Map<number, number> {
  const more = new Map<number, number>();
  const was: number[] | undefined = before?.hand_sizes;
  const is: number[] | undefined = after?.hand_sizes;
  if (!was || !is) return more;
  is.forEach((size, seat) => {
    if (seat !== you && size > (was[seat] ?? 0)) more.set(seat, Math.min(size - (was[seat] ?? 0), 7));
  });
  return more;
}

/** Make the change, and let what moved move. `change` must leave the page as it is to be. */
export function moveCards(
  root: HTMLElement,
  change: () => void,
  from: View,
  state: State,
  you: number | null,
  home: Moves["home"],
): void {
  const spots = remember(root);
  change();
  const still = reducedMotion();
  let dealt = 0;
  const cards = [...root.querySelectorAll<HTMLElement>("[data-card]")];
  const before = origins(spots, cards);
  for (const card of cards) {
    const name = nameOf(card.dataset["card"] ?? "");
    const spot = before.get(card);
    if (spot) {
      if (!still) glide(card, spot.box, card.getBoundingClientRect(), 0);
      continue;
    }
    const origin = home?.(name, from, state.view, state.moves) ?? (from ? undefined : "pile");
    const box = (origin && spots.places.get(origin)) || placeBox(root, origin);
    if (box && !still) glide(card, box, card.getBoundingClientRect(), dealt++ * STAGGER);
    else fade(card, still ? 0 : dealt++ * STAGGER);
  }
  const pile = placeBox(root, "pile");
  if (still || !pile) return;
  for (const [seat, count] of grown(from, state.view, you)) {
    const to = placeBox(root, `seat-${seat}`);
    for (let n = 0; to && n < count; n++) ghost(root, pile, to, n * STAGGER);
  }
}

function placeBox(root: ParentNode, place: string | undefined): DOMRect | undefined {
  if (!place) return undefined;
  return root.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect();
}
