import { describe, expect, it } from "vitest";
import {
  arithmetic,
  facts,
  meanwhile,
  home,
  justCompleted,
  justRead,
  prompt,
  read,
  aloud,
  setsOf,
  setWidth,
  type ReadAndGrabView,
} from "./moves";

const view: ReadAndGrabView = {
  seat: 0,
  players: 3,
  to_act: [0],
  winners: [],
  stage: "grab",
  turned: "blue 2",
  front: [
    ["blue 2", "green 7"],
    ["green 5", "purple 5", "yellow 8"],
    ["purple 2", "orange 6"],
  ],
  complete: [[], [], []],
  middle: 58,
  starter: 2,
  grabs: "call",
  words: { "blue 2": "hut", "purple 2": "nest" },
};
const names = ["Ana", "Ben", "Cleo"];
const choices = (...words: string[]) => words.map((one, number) => ({ number, words: one }));

describe("READ AND GRAB moves", () => {
  it("read every grab as a tap on that set", () => {
    const all = Array.from({ length: 11 }, (_, index) => index + 1).flatMap((number) =>
      Array.from({ length: 6 }, (_, seat) => [number, seat] as const),
    );
    const gestures = read(choices(...all.map(([number, seat]) => `grab ${number}s from seat ${seat}`)));
    expect(gestures.map(({ place }) => place)).toEqual(all.map(([number, seat]) => `set-${seat}-${number}`));
  });
  it("read turning over as a tap on the middle, finishing as a button", () => {
    const [turn, finish] = read(choices("turn over", "finish"));
    expect(turn?.place).toBe("middle");
    expect(finish).toMatchObject({ label: "Finish your turn", unhurried: true });
    expect(finish?.place).toBeUndefined();
  });
});

describe("READ AND GRAB sets", () => {
  it("are drawn as large as leaves room for all of them", () => {
    expect(setWidth([1, 2], 480, 560)).toBe(118);
    const late = [8, 7, 9];
    const wide = setWidth(late, 480, 500);
    const lines = late.map((count) => Math.ceil(count / Math.floor(486 / (wide + 6))));
    const tall = lines.reduce((sum, one) => sum + one * (wide * 1.2 + 14) + 22, 0);
    expect(tall).toBeLessThanOrEqual(500);
    expect(setWidth([11, 11, 11, 11], 300, 200)).toBe(44); // no smaller, where not all have room
  });
});

describe("READ AND GRAB in words", () => {
  it("points nothing out in the setting call", () => {
    expect(prompt(view, names, 0)).toBe("Who has 2s? Tap a set to grab it, or finish.");
    expect(prompt({ ...view, grabs: "offered" }, names, 0)).toBe("Grab 2s, or finish.");
    expect(prompt({ ...view, stage: "turn", turned: undefined }, names, 0)).toBe(
      "Your turn: turn over a card.",
    );
    expect(prompt(view, names, 1)).toBe("Ana turned over blue 2.");
    expect(prompt({ ...view, to_act: [], winners: [0] }, names, 0)).toBe("");
  });
  it("reads what was turned over, and what was grabbed", () => {
    expect(justRead(null, view, [[0, "turn over"]])).toEqual({
      seat: 0,
      cards: ["blue 2"],
      from: null,
    });
    const after = {
      ...view,
      turned: undefined,
      front: [["blue 2", "purple 2", "green 7"], [], ["orange 6"]],
    };
    expect(justRead(view, after, [[0, "grab 2s from seat 2"]])).toEqual({
      seat: 0,
      cards: ["purple 2"],
      from: 2,
    });
    expect(justRead(view, after, [[0, "finish"]])).toBeNull();
    expect(aloud([0, "turn over"], view)).toEqual(["hut"]);
    expect(aloud([0, "grab 2s from seat 2"], after)).toEqual(["hut", "nest"]);
    expect(aloud([0, "finish"], view)).toEqual([]);
  });
});

describe("READ AND GRAB, while one waits", () => {
  it("tells whose sets were grabbed and completed", () => {
    expect(
      meanwhile(
        [
          "You finish.",
          "Ben turns over red 8: lip.",
          "Ben grabs from you: blue 8 (run), green 8 (mop). Ben completes the 8s!",
          "Cleo turns over red 2: hen.",
          "Cleo grabs from Ben: blue 2 (hut).",
          "Ana turns over red 3: leg.",
          "Ana completes the 3s!",
        ],
        ["Me", "Ana", "Ben", "Cleo"],
      ),
    ).toEqual(["Ben grabs your 8s and completes them!", "Cleo grabs Ben's 2s.", "Ana completes the 3s!"]);
  });
  it("tells it whatever the players are called", () => {
    const lines = [
      "Mrs. Brown grabs from Ann, 3b: blue 8 (run). Mrs. Brown completes the 8s!",
      "Mrs. Brown turns over red 3: leg. Mrs. Brown completes the 3s!",
    ];
    expect(meanwhile(lines, ["Me", "Mrs. Brown", "Ann, 3b"])).toEqual([
      "Mrs. Brown grabs Ann, 3b's 8s and completes them!",
      "Mrs. Brown completes the 3s!",
    ]);
  });
  it("tells nothing of turns in which nobody grabbed", () => {
    expect(meanwhile(["You finish.", "Ben turns over red 8: lip.", "Ben finishes."], ["Me", "Ben"])).toEqual(
      [],
    );
  });
});

describe("READ AND GRAB cards", () => {
  it("that complete a set of your own are told from those of others, and from sets one had before", () => {
    const one = { complete: [[3], [], []] };
    const two = { complete: [[3, 7], [2], []] };
    expect([0, 1, 2, null].map((seat) => justCompleted(one, two, seat))).toEqual([7, 2, null, null]);
    expect(justCompleted(null, two, 0)).toBeNull(); // one has just come
  });
  it("lie in sets by number", () => {
    expect(setsOf({ ...view, complete: [[7], [], []] }, 0)).toEqual([
      { number: 2, cards: ["blue 2"], complete: false },
      { number: 7, cards: ["green 7"], complete: true },
    ]);
    expect(facts(view, 1)).toEqual(["3 cards", "0 sets"]);
    expect(home()).toBe("middle");
    expect(arithmetic({ ...view, complete: [[], [3, 7], []] }, names)).toEqual([
      "Ana: no complete set",
      "Ben: 3s, 7s",
      "Cleo: no complete set",
    ]);
  });
});
