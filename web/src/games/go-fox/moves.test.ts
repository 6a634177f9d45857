import { describe, expect, it } from "vitest";

import type { MoveSeen } from "../../lib/gestures";
import {
  arithmetic,
  facts,
  groups,
  home,
  neighbourOf,
  one,
  prompt,
  read,
  aloud,
  said,
  scored,
  tried,
  type GoFoxView,
} from "./moves";

const view: GoFoxView = {
  seat: 2,
  players: 3,
  to_act: [2],
  winners: [],
  stage: "ask",
  hand: ["red 3", "yellow 7", "blue 3", "purple 9"],
  hand_sizes: [6, 7, 4],
  pairs: [[["green 8", "yellow 8"]], [], [["orange 5", "green 5"]]],
  pile: 43,
  starter: 2,
  even_turns: false,
  words: { "green 8": "mop", "yellow 8": "lip", "orange 5": "web", "green 5": "cot" },
};
const afterNo: GoFoxView = { ...view, stage: "lay", asked: 9 };
const names = ["Ana", "Ben", "Cleo"];
const NUMBERS = Array.from({ length: 11 }, (_, index) => index + 1);
const choices = (...words: string[]) => words.map((one, number) => ({ number, words: one }));

describe("GO FOX! moves", () => {
  it("says whom one asks, and asks the rules about the rest", () => {
    const why = "You ask Ana, who sits on your left, and nobody else.";
    expect(tried("red 3", "seat-1", view, names)).toEqual({ why });
    expect(tried(null, "seat-1", view, names)).toEqual({ why });
    expect(tried("red 3", "seat-0", afterNo, names)).toEqual({ move: "ask for 3" });
    expect(tried("red 3", "pairs", view, names)).toEqual({ move: "lay pair 3" });
    expect(tried(null, "pile", view, names)).toEqual({ move: "draw" });
    expect(tried(null, "pairs", view, names)).toBeUndefined();
  });
  it("read every number as a card of it, taken to the neighbour or to one's pairs", () => {
    const all = { ...view, hand: NUMBERS.map((number) => `red ${number}`) };
    for (const [verb, place] of [
      ["ask for", "seat-0"],
      ["lay pair", "pairs"],
    ]) {
      const gestures = read(choices(...NUMBERS.map((number) => `${verb} ${number}`)), all);
      expect(gestures.map((one) => [one.card, one.place])).toEqual(all.hand.map((card) => [card, place]));
    }
  });
  it("drawing does not call for attention while a pair can be laid", () => {
    expect(read(choices("lay pair 3", "draw"), afterNo).at(-1)).toMatchObject({ place: "pile", quiet: true });
    expect(read(choices("draw"), afterNo)[0]?.quiet).toBeUndefined();
  });
  it("let any card of the number be picked up", () => {
    const gestures = read(choices("ask for 3"), view);
    expect(gestures.map(({ card, number }) => [card, number])).toEqual([
      ["red 3", 0],
      ["blue 3", 0],
    ]);
  });
  it("read draw as a tap on the pile, pass as a button", () => {
    const [draw, pass] = read(choices("draw", "pass"), afterNo);
    expect(draw?.place).toBe("pile");
    expect(pass?.place).toBeUndefined();
  });
});

describe("GO FOX! in words", () => {
  it("asks the player on the left", () => {
    expect(neighbourOf(view, 2)).toBe(0);
    expect(prompt({ ...view, hand: ["red 3", "purple 9"] }, names, 2)).toBe(
      "Your turn: ask Ana for a number you hold.",
    );
    expect(prompt(view, names, 2)).toBe(
      "Your turn: ask Ana for a number you hold; lay a pair after a GO FOX!",
    );
    expect(prompt(afterNo, names, 2)).toBe("Ana has no 9. Lay a pair you hold, or draw.");
    expect(prompt({ ...afterNo, hand: ["red 3", "purple 9"] }, names, 2)).toBe("Ana has no 9. Draw a card.");
    expect(prompt({ ...view, hand: [] }, names, 2)).toContain("empty");
    expect(prompt(view, names, 1)).toBe("Cleo asks Ana.");
    expect(prompt(view, names, 0)).toBe("Cleo asks you.");
    expect(prompt(afterNo, names, 0)).toBe("You said GO FOX! Cleo goes on.");
    expect(prompt({ ...view, to_act: [], winners: [0] }, names, 0)).toBe("");
  });
  it("knows what was said last", () => {
    const asked: MoveSeen = [2, "ask for 5"];
    const yes = said({ ...view, to_act: [0] }, [asked]);
    expect(yes).toEqual({ asker: 2, number: 5, answer: "yes", pair: ["orange 5", "green 5"] });
    const refused: MoveSeen[] = [[0, "draw"], asked, [2, "ask for 9"]];
    const no = said(afterNo, refused);
    expect(no).toEqual({ asker: 2, number: 9, answer: "no", pair: null });
    expect(said({ ...view, to_act: [0] }, [...refused, [2, "draw"]])).toEqual(no);
    expect(said(afterNo, [])).toEqual(no);
    expect(said(view, [])).toBeNull();
    const laid = said({ ...view, to_act: [0] }, [...refused, [2, "lay pair 5"]]);
    expect(laid).toEqual({ ...no, pair: ["orange 5", "green 5"] });
  });
  it("knows a no from a yes when the pair lay there before", () => {
    expect(
      said({ ...view, to_act: [0] }, [
        [2, "ask for 5"],
        [2, "draw"],
      ])?.answer,
    ).toBe("no");
  });
  it("reads a pair aloud when it is laid", () => {
    expect(aloud([2, "ask for 5"], { ...view, to_act: [0] })).toEqual(["web", "cot"]);
    expect(aloud([2, "ask for 5"], afterNo)).toEqual([]);
    expect(aloud([1, "draw"], view)).toEqual([]);
    expect(facts(view, 0)).toEqual(["6 cards"]);
    expect([1, 5].map(scored)).toEqual(["1 pair", "5 pairs"]);
    expect(arithmetic(view, names)).toEqual(["Ana: 8s", "Ben: no pairs", "Cleo: 5s"]);
    expect([one(7), one(8), one(11)]).toEqual(["a 7", "an 8", "an 11"]);
  });
});

describe("GO FOX! cards", () => {
  it("lie in groups by number", () => {
    expect(groups(view.hand)).toEqual([
      { number: 3, cards: ["red 3", "blue 3"] },
      { number: 7, cards: ["yellow 7"] },
      { number: 9, cards: ["purple 9"] },
    ]);
  });
  it("come from who gave them, who laid them, or the pile", () => {
    expect(home("green 5", view, view, [[2, "ask for 5"]])).toBe("seat-0");
    expect(home("orange 5", view, view, [[2, "ask for 5"]])).toBe("seat-2");
    expect(home("green 5", view, view, [[2, "lay pair 5"]])).toBe("seat-2");
    expect(home("red 3", view, view, [[2, "draw"]])).toBe("pile");
  });
});
