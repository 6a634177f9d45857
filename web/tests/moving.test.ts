import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { grown, moveCards, remember } from "../src/lib/moving";
import { state } from "./fixtures";

// jsdom lays nothing out: here an element is where its data-x says.
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return new DOMRect(Number((this as HTMLElement).dataset["x"] ?? 0), 0, 50, 70);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

function watch(): { card: string; from: string }[] {
  const seen: { card: string; from: string }[] = [];
  vi.spyOn(Element.prototype, "animate").mockImplementation(function (this: Element, frames) {
    const [first] = frames as Record<string, string>[];
    const card = (this as HTMLElement).dataset["card"] ?? "a card nobody sees";
    seen.push({ card, from: first?.["translate"] ?? "fades" });
    return { onfinish: null } as Animation;
  });
  return seen;
}

function change(
  before: string,
  after: string,
  home?: () => string | undefined,
  from: unknown = {},
): ReturnType<typeof watch> {
  document.body.innerHTML = before;
  const seen = watch();
  moveCards(document.body, () => (document.body.innerHTML = after), from, state(2), 0, home);
  return seen;
}

test("a card glides from where it was", () => {
  expect(change('<i data-card="red 7" data-x="10"></i>', '<i data-card="red 7" data-x="200"></i>')).toEqual([
    { card: "red 7", from: "-190px 0px" },
  ]);
});

test("a card that stays does not move", () => {
  expect(change('<i data-card="red 7" data-x="10"></i>', '<i data-card="red 7" data-x="10"></i>')).toEqual(
    [],
  );
});

test("of two cards of one name, the one that stays is the one in the same place", () => {
  const before =
    '<b data-place="hand"><i data-card="wild" data-x="10"></i><i data-card="wild" data-x="60"></i></b>';
  const after =
    '<b data-place="discard"><i data-card="wild" data-x="300"></i></b><b data-place="hand"><i data-card="wild" data-x="10"></i></b>';
  expect(change(before, after)).toEqual([{ card: "wild", from: "-240px 0px" }]);
});

test("a card that was hidden comes from its home, and fades in where it has none", () => {
  const seat = '<b data-place="seat-1" data-x="400"></b>';
  const after = `${seat}<i data-card="red 7" data-x="100"></i>`;
  expect(change(seat, after, () => "seat-1")).toEqual([{ card: "red 7", from: "300px 0px" }]);
  expect(change(seat, after)).toEqual([{ card: "red 7", from: "fades" }]);
});

test("cards that others take go face down from the pile to their seat", () => {
  const places = '<b data-place="pile" data-x="0"></b><b data-place="seat-1" data-x="400"></b>';
  const seen = change(places, places, undefined, { hand_sizes: [3, 0] });
  expect(seen).toHaveLength(2);
  expect(grown({ hand_sizes: [1, 1] }, { hand_sizes: [3, 3] }, 0)).toEqual(new Map([[1, 2]]));
});

test("remembers every card and every place", () => {
  document.body.innerHTML = '<b data-place="hand"><i data-card="wild"></i><i data-card="wild"></i></b>';
  const spots = remember(document.body);
  expect(spots.cards.get("wild")).toHaveLength(2);
  expect([...spots.places.keys()]).toEqual(["hand"]);
});
