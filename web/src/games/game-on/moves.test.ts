import { describe, expect, test } from "vitest";

import {
  away,
  competitions,
  goOn,
  holding,
  home,
  meanwhile,
  prompt,
  read,
  sort,
  spoken,
  tried,
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

test("a hint is a sentence, and calls cards by their names", () => {
  const moon = { card: "", name: "moon 15", covers: [] };
  const said = (words: string): string => spoken(words, { area: [null, moon, null, null] });
  expect(said("cover circle of card 2 with blue circle")).toBe(
    "Cover the circle of moon 15 with your blue circle",
  );
  expect(said("cover square of card 2 with omni 1")).toBe("Cover the square of moon 15 with your OMNI");
  expect(said("steal sun 7 with white square")).toBe("Steal sun 7 with your white square");
  expect(said("steal sun 7 with omni 3 as square")).toBe("Steal sun 7 with your OMNI as a square");
  expect(said("defend with black triangle")).toBe("Defend with your black triangle");
  expect(said("convert with moon 15")).toBe("Convert with moon 15");
  expect(said("finish")).toBe("Finish");
});

test("of some earlier moment nobody's card is called yours", () => {
  expect(spoken("cover circle of card 2 with blue circle", null)).toBe(
    "Cover the circle of card 2 with a blue circle",
  );
  expect(spoken("steal sun 7 with omni 3 as square", null)).toBe("Steal sun 7 with an OMNI as a square");
});

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

  test("what converting costs is asked first", () => {
    expect(only("convert with sun 13")?.sure).toBe(
      "Give up sun 13 and its 1 point for good? Your hand is all red for this round.",
    );
  });

  test.each([
    ["convert with sun 13", "Convert to red: give up sun 13"],
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

test("cards come from the seat, the deck, or from whoever laid them", () => {
  const covers = [[null, "red circle", null], [], [null, "omni 2", null]];
  const covered = { ...view, area: [{ card: "", name: "sun 7", covers }, null, null, null] };
  const attacks = [{ by: 0, on: "sun 13", shape: "circle" as const, with: "red circle" }];
  expect(home("red square", null, view)).toEqual(["own-pile", "seat-0"]);
  expect(home("sun 7", null, view)).toBe("deck");
  expect(home("sun 7 circle 2", view, covered)).toEqual(["held 2 omni 2", "disc-2"]);
  expect(home("sun 7 circle 0", view, covered)).toEqual(["red circle", "disc-0"]); // out of your hand
  expect(home("red circle", covered, { ...view, hand: ["red circle"] })).toEqual([
    "sun 7 circle 0",
    "own-pile",
    "seat-0",
  ]);
  expect(home("sun 13 attack 0", view, { ...view, attacks })).toEqual(["red circle", "disc-0"]);
  expect(home("sun 13 attack 0", view, { ...view, attacks, seat: 1 })).toEqual([
    "held 0 red circle",
    "disc-0",
  ]);
});

test("a card that defends goes to what it defends", () => {
  const attacks = [{ by: 2, on: "sun 13", shape: "circle" as const, with: "red circle" }];
  const moves: [number, string][] = [[0, "defend with black circle"]];
  expect(away("black circle", { ...view, attacks }, view, moves)).toBe("control-sun-13");
  expect(away("red square", { ...view, attacks }, view, moves)).toBeUndefined();
});

test("a hand that is redrawn goes to your pile, and nothing else does", () => {
  const before = { ...view, hand: ["red square"] };
  expect(away("red square", before, view, [[0, "redraw"]])).toEqual(["own-pile", "seat-0"]);
  expect(away("red square", before, view, [[1, "redraw"]])).toBeUndefined();
  expect(away("sun 7 circle 0", before, view, [[0, "redraw"]])).toBeUndefined();
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

describe("whatever the players are called", () => {
  const odd = ["Ada", "Mrs. Brown", "Anna-Lena, 3b", "All", "Round 2 begins", "a"];

  test("competitions are shown", () => {
    const told = [
      "Mrs. Brown, Anna-Lena, 3b and you compete for sun 1. You roll 5, Mrs. Brown 5, Anna-Lena, 3b 1. Again: you 2, Mrs. Brown 4. Mrs. Brown takes sun 1.",
    ];
    const [dice] = competitions(told, odd, 0);
    expect(dice?.title).toBe("Mrs. Brown, Anna-Lena, 3b and you compete for sun 1.");
    expect(dice?.goes).toEqual([
      { kind: "roll", done: [by(0, "5"), by(1, "5"), by(2, "1")] },
      { kind: "roll", done: [by(0, "2"), by(1, "4")] },
    ]);
    expect(dice?.outcome).toBe("Mrs. Brown takes sun 1.");

    const signs = ["All has chosen.", "All have chosen.\nAll shows rock, a paper. A takes sun 1."];
    const [shown] = competitions(signs, odd, 0, ["All and a compete for sun 1."]);
    expect(shown?.title).toBe("All and a compete for sun 1.");
    expect(shown?.goes).toEqual([{ kind: "show", done: [by(3, "rock"), by(5, "paper")] }]);
    expect(shown?.outcome).toBe("A takes sun 1.");
  });

  test("what became of a steal is told with its competition", () => {
    const tried = { goes: [], right: "", outcome: "Mrs. Brown wins." };
    const title = "Mrs. Brown and Anna-Lena, 3b compete for the chance to steal sun 1.";
    const lines = ["Mrs. Brown tries to steal sun 1.", "Anna-Lena, 3b defends sun 1 with red square."];
    expect(goOn([{ ...tried, title }], [], lines, odd, 0)[0]?.outcome).toBe(`Mrs. Brown wins. ${lines[1]}`);
  });

  test("what happened meanwhile is told", () => {
    const lines = [
      "Mrs. Brown covers the circle of star 15 with yellow circle.",
      "Anna-Lena, 3b covers the square of sun 1 with omni 1.",
      "Mrs. Brown finishes.",
      "All has chosen.",
      "All have chosen.",
      "Anna-Lena, 3b redraws 3 cards.",
      "Mrs. Brown and Anna-Lena, 3b compete for star 15. Mrs. Brown rolls 5, Anna-Lena, 3b 3. Mrs. Brown takes star 15.",
      "Mrs. Brown takes back red square; you blue circle.",
      "Round 2 begins finishes.",
      "New in the Play Area: sun 3. Round 4 begins. You draw red circle.",
    ];
    expect(meanwhile(lines, odd, 0)).toEqual([
      "Mrs. Brown covers 1 shape, Anna-Lena, 3b 1. Anna-Lena, 3b redraws. Mrs. Brown takes star 15. You take back blue circle.",
      "Round 4 begins: you draw red circle.",
    ]);
    expect(
      meanwhile(["Your Grace tries to steal sun 1 from Cleo with omni 1."], ["Ada", "Your Grace", "Cleo"], 0),
    ).toEqual(["Your Grace tries to steal sun 1 from Cleo."]);
  });
});

describe("what happened meanwhile", () => {
  const told = (lines: string[]): string[] => meanwhile(lines, ["Ada", "Ben", "Cleo"], 0);

  test("it is told in its order, covered shapes are counted, and small news is left out", () => {
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
      "Ben covers 2 shapes, Cleo 1. Cleo redraws. Ben takes star 15. You take back blue circle.",
      "Round 4 begins: you draw red circle.",
    ]);
    const next = ["Ben takes sun 1.", "Round 5 begins.", "Cleo covers the circle of sun 2 with omni 1."];
    expect(told(next)).toEqual(["Ben takes sun 1.", "Round 5 begins.", "Cleo covers 1 shape."]);
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
  const found = goOn([theirs], [yours], ["Cleo defends leaf 2 with red square."], names, 0);
  expect(found.map((one) => one.title)).toEqual([yours.title, theirs.title]);
  expect(found[0]?.outcome).toBe("You win. Cleo defends leaf 2 with red square.");
  expect(goOn(found, [], ["Cleo defends leaf 2 with red square.", "Ben defends leaf 21."], names, 0)).toEqual(
    found,
  );
});

test("a card on a shape that it does not cover is explained: by the rules where only they know", () => {
  expect(tried("black square", "card-2-square")).toEqual({
    move: "cover square of card 2 with black square",
  });
  expect(tried("omni 3", "card-1-circle")).toEqual({ move: "cover circle of card 1 with omni 3" });
  expect(tried("red square", "card-1-circle")).toEqual({
    why: "A square covers squares alone, whatever its colour.",
  });
  expect(tried(null, "card-1-circle")).toBeUndefined();
  expect(tried("red square", "control-sun-1")).toBeUndefined();
});
