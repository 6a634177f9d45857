import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { dealCards, grown, moveCards, remember } from "../src/lib/moving";
import { state } from "./fixtures";

// jsdom lays nothing out: here an element is where its data-x says.
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const { x = 0, size = 1 } = (this as HTMLElement).dataset;
    return new DOMRect(Number(x), 0, 50 * Number(size), 70 * Number(size));
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
  home?: () => string | string[] | undefined,
  from: unknown = {},
): ReturnType<typeof watch> {
  document.body.innerHTML = before;
  const seen = watch();
  moveCards(document.body, () => (document.body.innerHTML = after), from, state(2), 0, { home });
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

test("a card comes as large as it is out of a place that is larger, and small out of a small one", () => {
  const scales: (string | undefined)[] = [];
  for (const size of [1.3, 0.5]) {
    const pile = `<b data-place="own-pile" data-x="400" data-size="${size}"></b>`;
    document.body.innerHTML = pile;
    vi.spyOn(Element.prototype, "animate").mockImplementation((frames) => {
      scales.push((frames as Record<string, string>[])[0]?.["scale"]);
      return {} as Animation;
    });
    const after = `${pile}<i data-card="red square" data-x="100"></i>`;
    moveCards(document.body, () => (document.body.innerHTML = after), {}, state(2), 0, {
      home: () => "own-pile",
    });
  }
  expect(scales).toEqual(["1", "0.5"]);
});

test("a card that became another flies to it, and shrinks; a small one that grows glides", () => {
  const hand = '<b data-place="hand"><i data-card="red circle" data-x="10"></i></b>';
  const disc = '<i data-card="sun 7 circle 0" data-x="300" data-size="0.25"></i>';
  const seen = change(hand, disc, () => ["red circle", "seat-0"]);
  expect(seen).toEqual([
    { card: "a card nobody sees", from: "10px 0px" },
    { card: "sun 7 circle 0", from: "fades" },
  ]);
  const flying = document.querySelector(".flying");
  expect(flying?.querySelector("[data-card]")).toBeNull(); // it is not on the table any more
  const back = change(disc, hand, () => ["sun 7 circle 0"]);
  expect(back).toEqual([{ card: "red circle", from: expect.stringMatching(/px/) }]);
});

test("a card that leaves flies to where it goes, and comes out of there", () => {
  const exit = '<b data-place="exit" data-x="5"></b>';
  const lost = '<b data-place="lost"><i data-card="sun 7" data-x="40"></i></b>';
  const ways = { home: () => "exit", away: (card: string) => (card === "sun 7" ? "exit" : undefined) };
  document.body.innerHTML = `${exit}<i data-card="sun 7" data-x="200"></i>`;
  const seen = watch();
  const put = (): void => void (document.body.innerHTML = exit + lost);
  moveCards(document.body, put, {}, state(2), 0, ways);
  expect(seen.map(({ card }) => card)).toEqual(["a card nobody sees", "sun 7"]);
  expect(seen[1]?.from).toBe("-35px 0px");
});

test("what lies on a card goes along with it, and does not go twice as far", () => {
  const at = (x: number): string =>
    `<b data-card="sun 7" data-x="${x}"><i data-card="sun 7 circle 1" data-x="${x}"></i></b>`;
  expect(change(at(200), at(100))).toEqual([{ card: "sun 7", from: "100px 0px" }]);
});

test("a deal comes out of the pile, card by card, and to the others, too; with no pile from the top", () => {
  const hand =
    '<b data-place="hand"><i data-card="red 7" data-x="300"></i><i data-card="wild" data-x="360"></i></b>';
  const rest = '<b data-place="pile" data-x="0"></b><b data-place="seat-1" data-x="400"></b>';
  const delays: unknown[] = [];
  const deal = (page: string): ReturnType<typeof watch> => {
    document.body.innerHTML = page;
    const seen = watch();
    const seeing = vi.mocked(Element.prototype.animate);
    dealCards(document.body, state(1), 0, null);
    delays.push(...seeing.mock.calls.slice(-seen.length).map(([, how]) => (how as { delay: number }).delay));
    return seen;
  };
  expect(deal(hand + rest).map(({ card, from }) => [card, from])).toEqual([
    ["red 7", "-300px 0px"],
    ["wild", "-360px 0px"],
    ["a card nobody sees", expect.any(String)],
    ["a card nobody sees", expect.any(String)],
  ]);
  expect(delays).toEqual([0, 40, 0, 40]);
  expect(deal(hand).map(({ from }) => from)).toEqual(["-300px -35px", "-360px -35px"]);
});

test("where motion is not wanted, what goes elsewhere fades, and what is pushed aside stays as it is", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const hand =
    '<b data-place="hand"><i data-card="red 7" data-x="10"></i><i data-card="wild" data-x="60"></i></b>';
  const laid =
    '<b data-place="row"><i data-card="red 7" data-x="300"></i></b><b data-place="hand"><i data-card="wild" data-x="35"></i></b>';
  expect(change(hand, laid)).toEqual([{ card: "red 7", from: "fades" }]);
  const along = (x: number): string => `<i data-card="sun 7" data-x="${x}"></i>`;
  expect(change(along(100), along(40))).toEqual([{ card: "sun 7", from: "fades" }]);
  vi.unstubAllGlobals();
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
