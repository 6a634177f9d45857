import { describe, expect, it } from "vitest";
import {
  aloud,
  arithmetic,
  asked,
  cardPlayed,
  exploded,
  facts,
  gone,
  holding,
  home,
  meanwhile,
  prompt,
  read,
  roundEnd,
  roundOf,
  sort,
  tried,
  type KaBlamView,
  scored,
  standing,
} from "./moves";

const view: KaBlamView = {
  seat: 0,
  players: 3,
  to_act: [0],
  winners: [],
  hand: ["yellow 1", "blue 1", "orange +2", "wild"],
  hand_sizes: [4, 6, 9],
  out: [2],
  top: "blue 6",
  colour: "blue",
  direction: "left",
  pile: 61,
  discard: ["blue 6", "red 8"],
  dealer: 2,
  length: "long",
  target: 100,
  points: [0, 1, 20],
  words: { "yellow 1": "pig", "blue 1": "bug", "blue 6": "jug", "red 8": "jam" },
};

const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"];
const CARDS = COLOURS.flatMap((colour) =>
  [...Array.from({ length: 11 }, (_, index) => String(index + 1)), "miss", "+2", "reverse"].map(
    (value) => `${colour} ${value}`,
  ),
);
const choices = (...words: string[]) => words.map((one, number) => ({ number, words: one }));
const names = ["Ana", "Ben", "Cleo"];

describe("KA-BLAM! moves", () => {
  it("read every card as picked up and laid on the discard pile", () => {
    const gestures = read(choices(...CARDS.map((card) => `play ${card}`)));
    expect(gestures.map(({ card }) => card)).toEqual(CARDS);
    expect(new Set(gestures.map(({ place }) => place))).toEqual(new Set(["discard"]));
  });
  it("read a wild as one card and six colours", () => {
    const gestures = read(choices(...COLOURS.map((colour) => `play wild as ${colour}`)));
    expect(gestures.map(({ card, colour }) => [card, colour])).toEqual(
      COLOURS.map((colour) => ["wild", colour]),
    );
  });
  it("read a draw as a tap on the pile, and a pass as a button", () => {
    const [draw, pass] = read(choices("draw", "pass"));
    expect(draw).toMatchObject({ place: "pile", label: "Draw a card" });
    expect(draw?.card ?? pass?.card ?? pass?.place).toBeUndefined();
    expect(pass?.label).toContain("Pass");
  });
});

describe("KA-BLAM! in words", () => {
  it("says what to match", () => {
    expect(prompt(view, names, 0)).toBe("Your turn: match blue or 6.");
    expect(asked({ ...view, top: "blue +2" })).toBe("blue or +2");
    expect(asked({ ...view, top: "blue miss" })).toBe("blue or the sign for a missed turn");
    expect(asked({ ...view, top: "wild", colour: "green" })).toBe("green");
    expect(prompt(view, names, 1)).toBe("Ana is playing.");
    expect(prompt(view, names, 2)).toContain("out of this round");
    expect(prompt({ ...view, to_act: [], winners: [1] }, names, 0)).toBe("");
  });
  it("says how a card in the fingers is played", () => {
    expect(holding("red 7")).toBe("Tap red 7 again, or the discard pile, to play it.");
    expect(holding("wild")).toContain("choose the colour");
    expect(holding("wild", [], {}, true)).toBe("Choose the colour.");
  });
  it("tells what the others did, without the words they read", () => {
    expect(
      meanwhile(
        [
          "You draw a card.",
          "Ben plays blue 8: run.",
          "Ana plays blue +2. You draw red 1 and red 2 and miss a turn.",
          "Ana plays blue 9: cup. Ana wins the round, for 45 points. A new round: Ben deals.",
        ],
        names,
      ),
    ).toEqual(["Ana wins the round, for 45 points."]);
    expect(
      meanwhile(
        ["Ben plays blue 8: run.", "Ana plays blue +2. You draw red 1 and red 2 and miss a turn."],
        names,
      ),
    ).toEqual(["Ben plays blue 8.", "Ana plays blue +2. You draw red 1 and red 2 and miss a turn."]);
  });
  it("asks for a draw where nothing fits, and says that it ends the turn", () => {
    const only = (words: string) => prompt(view, names, 0, null, read(choices(words)));
    expect(only("draw")).toBe("Nothing fits blue or 6: draw a card, and your turn is over.");
    expect(only("pass")).toBe("Nothing fits blue or 6, and nothing is left to draw: pass.");
    expect(only("play blue 1")).toBe("Your turn: match blue or 6.");
  });
  it("asks the rules why not: to draw, or a card that does not fit", () => {
    expect(tried(null, "pile")).toEqual({ move: "draw" });
    expect(tried("yellow 1", "discard")).toEqual({ move: "play yellow 1" });
    expect(tried("yellow 1", null)).toEqual({ move: "play yellow 1" });
    expect(tried(null, "discard")).toBeUndefined();
  });
  it("gives the facts of a seat", () => {
    expect(facts(view, 1)).toEqual(["6 cards", "1 point"]);
    expect(facts(view, 2)).toEqual(["out", "20 points"]);
    expect(facts({ ...view, length: "short" }, 1)).toEqual(["6 cards"]);
  });
  it("says of a hand that stays for the scoring only where there is one", () => {
    expect(gone(view)).toContain("scoring");
    expect(gone({ ...view, length: "short" })).toBe("KA-BLAM! You are out; the others play on.");
  });
  it("says how a short game came out", () => {
    const told = [
      "Ana draws a card.",
      "Ana plays blue 8: run. Ana wins the round, for 45 points: 15 from you, 30 from Ben. Ana wins the game!",
    ];
    expect(arithmetic(view, names, told)).toEqual([
      "Ana wins the round, for 45 points: 15 from you, 30 from Ben.",
    ]);
    const [long, short] = (["long", "short"] as const).map((length) => ({ ...view, length }));
    expect(scored(104, long as typeof view, 0)).toBe("104 points");
    expect([0, 1, 2].map((seat) => scored(0, short as typeof view, seat))).toEqual([
      "4 cards left",
      "6 cards left",
      "out by the KA-BLAM! card",
    ]);
    expect(arithmetic(short as typeof view, names, [])).toEqual([]);
    const [ana = 0, ben = 0, cleo = 0] = [0, 1, 2].map((seat) => standing(short as typeof view, seat));
    expect([ana > ben, ben > cleo]).toEqual([true, true]); // who has fewest cards stands first
    expect(standing(long as typeof view, 0)).toBeUndefined(); // points do
    expect(
      roundEnd(
        "Ana Lee plays blue 8: run. Ana Lee wins the round, for 45 points. A new round: Ben deals.",
        names,
      ),
    ).toBe("Ana Lee wins the round, for 45 points.");
    expect(roundEnd("You pass: nothing is left to draw.", names)).toBe("");
    expect(roundOf(["You win the round. A new round: Ben deals.", "Ben draws a card."], names)).toBe(2);
  });
  it("reads the log whatever the players are called", () => {
    const odd = ["Mrs. Brown", "KA-BLAM!", "A new round", "You Know", "Anna-Lena, 3b"];
    const end =
      "Mrs. Brown plays blue 8: run. Mrs. Brown wins the round, for 45 points: 15 from you, 30 from KA-BLAM!. A new round: Anna-Lena, 3b deals, and red 4 is turned up.";
    const won = "Mrs. Brown wins the round, for 45 points: 15 from you, 30 from KA-BLAM!.";
    expect(roundEnd(end, odd)).toBe(won);
    expect(arithmetic(view, odd, ["A new round draws a card.", end])).toEqual([won]);
    expect(roundOf(["A new round plays red 7: jam.", end], odd)).toBe(2);
    expect(
      meanwhile(["You draw a card.", "You Know draws a card.", "Mrs. Brown plays blue 9: cup."], odd),
    ).toEqual(["You Know draws a card.", "Mrs. Brown plays blue 9."]);
    for (const quiet of ["KA-BLAM! draws a card.", "KA-BLAM! plays red 7: jam.", "KA-BLAM! passes."])
      expect(exploded(quiet, odd)).toBe("");
    expect(exploded("Mrs. Brown draws the KA-BLAM! card. KA-BLAM! Mrs. Brown goes out.", odd)).toBe(
      "Mrs. Brown draws the KA-BLAM! card. Mrs. Brown goes out.",
    );
    expect(exploded("KA-BLAM! draws the KA-BLAM! card. KA-BLAM! KA-BLAM! goes out.", odd)).toBe(
      "KA-BLAM! draws the KA-BLAM! card. KA-BLAM! goes out.",
    );
    expect(
      exploded("You draw the KA-BLAM! card. KA-BLAM! You go out. A new round: you deal.", odd),
    ).toContain("card. You go out.");
  });
  it("reads word cards aloud, and nothing else", () => {
    expect(aloud([1, "play blue 6"], view)).toEqual(["jug"]);
    expect(aloud([1, "play wild as red"], view)).toEqual([]);
    expect(aloud([1, "draw"], view)).toEqual([]);
  });
});

describe("KA-BLAM! cards", () => {
  it("are sorted by colour, wilds last", () => {
    expect(sort(view.hand)).toEqual(["orange +2", "yellow 1", "blue 1", "wild"]);
  });
  it("come from who played them, or from the pile", () => {
    expect(home("blue 6", view, view, [[1, "play blue 6"]])).toBe("seat-1");
    expect(home("wild", view, { ...view, top: "wild" }, [[2, "play wild as red"]])).toBe("seat-2");
    expect(home("blue 1", view, view, [[0, "draw"]])).toBe("pile");
    expect(cardPlayed("play wild as red")).toBe("wild");
    expect(cardPlayed("draw")).toBeNull();
  });
});
