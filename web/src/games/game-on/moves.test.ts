import { describe, expect, test } from "vitest";

import {
  competitions,
  goOn,
  holding,
  home,
  meanwhile,
  prompt,
  read,
  sort,
  whyNot,
  type GameOnView,
} from "./moves";

const COLOURS = ["red", "yellow", "blue", "white", "black"];
const SHAPES = ["square", "circle", "triangle"];
const TYPES = ["sun", "moon", "star", "leaf", "drop", "flame"];

const view: GameOnView = {
  seat: 0,
  players: 3,
  to_act: [0, 1],
  winners: [],
  stage: "act",
  round: 2,
  types: ["sun", "moon", "star"],
  hand: ["red square", "red square", "omni 1"],
  hand_sizes: [3, 2, 3],
  known: [[], [], []],
  piles: [29, 28, 28],
  deck: 60,
  area: [null, null, null, null],
  oldest_first: [],
  control: [
    [
      {
        card: "sun: black square, red circle, yellow triangle; 1 point; convert red",
        name: "sun 13",
        locked: false,
      },
    ],
    [],
    [],
  ],
  attacks: [],
  beaten: [[], [], []],
  deeds: ["nothing", "played", "nothing"],
  contest: null,
  points: [-2, -2, -3],
  competition: "dice",
  timer: 0,
  black_out: 0,
};
const names = ["Ada", "Ben", "Cleo"];
const gestures = (words: string) => read([{ number: 3, words }], view);
const only = (words: string) => gestures(words)[0];

describe("every kind of move is read", () => {
  test("every cover goes from a card to a shape", () => {
    for (const place of [1, 2, 3, 4])
      for (const shape of SHAPES)
        for (const card of [...COLOURS.map((colour) => `${colour} ${shape}`), "omni 1", "omni 2", "omni 3"])
          expect(only(`cover ${shape} of card ${place} with ${card}`)).toMatchObject({
            number: 3,
            card,
            place: `card-${place}-${shape}`,
          });
  });

  test("every steal goes from a card to a Game Card that somebody controls", () => {
    for (const type of TYPES)
      for (let number = 1; number <= 16; number++)
        for (const shape of SHAPES) {
          const place = `control-${type}-${number}`;
          for (const colour of COLOURS) {
            const card = `${colour} ${shape}`;
            expect(only(`steal ${type} ${number} with ${card}`)).toMatchObject({ card, place });
          }
          for (const card of ["omni 1", "omni 2", "omni 3"])
            expect(only(`steal ${type} ${number} with ${card} as ${shape}`)).toMatchObject({
              card,
              place,
              label: `Play it as a ${shape}`,
            });
        }
  });

  test("every defence goes from a card to the card that is attacked", () => {
    for (const card of [
      ...SHAPES.flatMap((shape) => COLOURS.map((colour) => `${colour} ${shape}`)),
      "omni 2",
    ])
      expect(only(`defend with ${card}`)).toMatchObject({ card, place: "defence" });
  });

  test.each([
    ["convert with sun 13", "Convert: give up sun 13, and your hand is all red"],
    ["do not defend", "Do not defend"],
    ["show rock", "Rock"],
    ["show paper", "Paper"],
    ["show scissors", "Scissors"],
    ["answer a", "A"],
    ["answer d", "D"],
    ["redraw", "Redraw"],
    ["finish", "I am done"],
  ])("%s is a button", (words, label) => {
    const gesture = only(words);
    expect(gesture?.label).toBe(label);
    expect(gesture?.card).toBeUndefined();
    expect(gesture?.place).toBeUndefined();
  });
});

test("the sentence says what to do now", () => {
  expect(prompt(view, names, 0)).toContain("Cover all 3 shapes of a card");
  expect(prompt({ ...view, deeds: ["converted red", "", ""] }, names, 0)).toContain("count as red");
  expect(prompt({ ...view, hand: [] }, names, 0)).toContain("hand is empty");
  expect(prompt(view, names, 2)).toBe("You are done for this round. Waiting for Ada and Ben.");
  const attacked = {
    ...view,
    stage: "defend" as const,
    attacks: [{ by: 2, on: "sun 13", shape: "circle" as const, with: "red circle" }],
  };
  expect(prompt(attacked, names, 0)).toBe(
    "Cleo wants your sun 13: defend with any circle or an OMNI, or compete.",
  );
  expect(prompt({ ...attacked, to_act: [1] }, names, 0)).toBe("Ben may defend sun 13.");
  const contest = { for: "area" as const, card: "sun 1", rivals: [0, 1], undecided: 0, choice: null };
  const compete = {
    ...view,
    stage: "compete" as const,
    competition: "rock-paper-scissors" as const,
    contest,
  };
  expect(prompt(compete, names, 0)).toContain("rock, paper or scissors");
  expect(prompt({ ...compete, to_act: [1] }, names, 0)).toBe("Ben and you compete.");
});

test("a hand is sorted by shape and colour, OMNIs last", () => {
  expect(sort(["omni 1", "black square", "red circle", "red square"])).toEqual([
    "red square",
    "black square",
    "red circle",
    "omni 1",
  ]);
});

test("cards come from the pile, the deck, or from whoever laid them", () => {
  expect(home("red square", null, view)).toBe("own-pile");
  expect(home("sun 7", null, view)).toBe("deck");
  expect(home("sun 7 circle 2", null, view)).toBe("disc-2");
  expect(home("sun 7 circle 0", null, view)).toBe("disc-0");
});

const by = (seat: number, what: string) => ({ seat, what });

describe("competitions, as the log tells them", () => {
  test("dice, with a second go", () => {
    const told = [
      "You and Ben compete for star 5. You roll 5, Ben 5. Again: you 2, Ben 4. Ben takes star 5.",
    ];
    const [shown] = competitions(told, names, 0);
    expect(shown).toMatchObject({ title: "You and Ben compete for star 5.", outcome: "Ben takes star 5." });
    expect(shown?.goes).toEqual([
      { kind: "roll", done: [by(0, "5"), by(1, "5")] },
      { kind: "roll", done: [by(0, "2"), by(1, "4")] },
    ]);
  });

  test("signs shown together", () => {
    const told = ["All have chosen.\nBen shows rock, you paper. You steal sun 1 from Ben!"];
    const [shown] = competitions(told, names, 0, ["You and Ben compete for sun 1.", "Ben has chosen."]);
    expect(shown?.title).toBe("You and Ben compete for sun 1.");
    expect(shown?.outcome).toBe("You steal sun 1 from Ben!");
    expect(shown?.goes).toEqual([{ kind: "show", done: [by(1, "rock"), by(0, "paper")] }]);
  });

  test("answers, and dice when three goes decided nothing", () => {
    const told = [
      "Right is a, the Odyssey. You say a, Cleo a. That decides nothing. Now dice decide. You roll 6, Cleo 3. You win.",
    ];
    const [shown] = competitions(told, names, 0);
    expect(shown?.right).toBe("Right is a, the Odyssey.");
    expect(shown?.goes.map(({ kind }) => kind)).toEqual(["say", "roll"]);
    expect(shown?.outcome).toContain("You win.");
  });

  test("other lines are left to the log", () => {
    expect(competitions(["Ben finishes.", "Round 3 begins. You draw red square."], names, 0)).toEqual([]);
  });
});

describe("what happened meanwhile", () => {
  const told = (lines: string[]): string[] => meanwhile(lines, ["Ada", "Ben", "Cleo"], 0);

  test("what weighs most comes first, covered shapes are counted, and small news is left out", () => {
    expect(
      told([
        "Ben covers the circle of star 15 with yellow circle.",
        "Cleo covers the square of sun 1 with omni 1.",
        "Ben covers the square of star 15 with red square (as blue).",
        "You cover the square of sun 2 with red square.",
        "Ben finishes.",
        "Cleo has chosen.",
        "Cleo redraws 3 cards.",
        "Ben and Cleo compete for star 15. Ben rolls 5, Cleo 3. Ben takes star 15.",
        "The question: Where does the Sun rise? Right is a, in the east.",
        "Cleo takes back yellow circle.",
        "Ben takes back red square; you blue circle.",
        "New in the Play Area: sun 3. Round 4 begins. You draw red circle.",
      ]),
    ).toEqual([
      "Round 4 begins: you draw red circle.",
      "You take back blue circle. Ben takes star 15.",
      "Ben covers 2 shapes, Cleo 1.",
      "Cleo redraws.",
    ]);
  });

  test("with what the others steal from each other is left to the log; from you, it is told", () => {
    expect(told(["Ben tries to steal sun 1 from Cleo with omni 1 as circle."])).toEqual([
      "Ben tries to steal sun 1 from Cleo.",
    ]);
    const mine = "Ben tries to steal sun 1 from you with red circle.";
    expect(told([mine])).toEqual([mine]);
    expect(told(["You take back red circle; Ben blue circle."])).toEqual(["You take back red circle."]);
  });

  test("nothing is nothing", () => {
    expect(told([])).toEqual([]);
    expect(told(["You cover the square of sun 2 with red square.", "You finish."])).toEqual([]);
  });
});

test("a card in the hand says what it fits and where it may go", () => {
  const meanings = { OMNI: "An OMNI is three.", black: "Black is wild." };
  const held = (...words: string[]): string => {
    const found = words.flatMap(gestures);
    return holding(found[0]?.card ?? "", found, meanings);
  };
  expect(held("cover square of card 1 with red square")).toBe("Put it on a framed shape.");
  expect(held("cover square of card 1 with red square", "steal moon 3 with red square")).toBe(
    "Cover a framed shape, or try to steal a framed card: its owner may defend it.",
  );
  expect(held("cover square of card 1 with omni 1")).toBe("An OMNI is three. Put it on a framed place.");
  expect(held("cover square of card 1 with black square")).toBe("Black is wild. Put it on a framed place.");
  expect(held("defend with omni 1")).toBe("Put it on the shield to defend.");
});

describe("why a card cannot be played", () => {
  const why = (card: string, more: Partial<GameOnView> = {}): string =>
    whyNot(card, { ...view, attacks: [], ...more }, 0);

  test("what it must match, in the colour that it counts as", () => {
    const rest = "now: it must match a shape that you have not covered, or a card that you can steal.";
    expect(why("yellow square")).toBe(`Nothing takes a yellow square ${rest}`);
    expect(why("blue circle", { deeds: ["converted red", "", ""] })).toBe(
      `Nothing takes a red circle ${rest}`,
    );
    expect(why("red square", { stage: "compete" })).toBe("");
  });

  test("a defence needs the shape, in any colour", () => {
    const attacks = [{ by: 2, on: "sun 13", shape: "circle" as const, with: "red circle" }];
    expect(why("red square", { stage: "defend", attacks })).toBe(
      "Only a circle of any colour, or an OMNI, defends sun 13.",
    );
  });
});

test("competitions stay until they are seen, yours first, with what became of a steal", () => {
  const of = (title: string, ...seats: number[]) => ({
    title,
    goes: [{ kind: "roll" as const, done: seats.map((seat) => ({ seat, what: "5" })) }],
    right: "",
    outcome: "You win.",
  });
  const theirs = of("Ana and Cleo compete for star 9.", 1, 3);
  const yours = of("You and Ben compete for the chance to steal leaf 2.", 0, 2);
  const found = goOn([theirs], [yours], ["Cleo defends leaf 2 with red square."], 0);
  expect(found.map((one) => one.title)).toEqual([yours.title, theirs.title]);
  expect(found[0]?.outcome).toBe("You win. Cleo defends leaf 2 with red square.");
  expect(goOn(found, [], ["Cleo defends leaf 2 with red square.", "Ben defends leaf 21."], 0)).toEqual(found);
});
