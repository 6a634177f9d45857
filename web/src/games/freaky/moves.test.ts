import { describe, expect, test } from "vitest";

import { COLOURS } from "../../cards/patterns";
import {
  home,
  justTaken,
  lines,
  meanwhile,
  prompt,
  read,
  settle,
  sort,
  spoken,
  tried,
  type FreakyView,
} from "./moves";

const view: FreakyView = {
  seat: 1,
  players: 3,
  to_act: [1],
  winners: [],
  stage: "play",
  hand: ["red/purple/2", "orange/green/4", "green/purple/1"],
  hand_sizes: [3, 3, 3],
  rows: [["blue/orange/5", "purple/orange/3"]],
  taken: [0, 4, 9],
  pile: 87,
  taking: "spot",
};
const names = ["Ada", "Ben", "Cleo"];
const only = (words: string) => read([{ number: 7, words }], view)[0];

describe("every kind of move is read", () => {
  test("every card on every row, and as a new one", () => {
    for (const background of COLOURS)
      for (const circle of COLOURS)
        for (let value = 1; value <= 6; value++) {
          const card = `${background}/${circle}/${value}`;
          expect(only(`new row ${card}`)).toMatchObject({ number: 7, card, place: "new-row" });
          for (const row of [1, 2, 46])
            expect(only(`play ${card} on row ${row}`)).toMatchObject({ card, place: `row-${row}` });
        }
  });

  test("a claim has a place of its own, so that no tap on a row takes it", () => {
    expect(only("take row 1")).toEqual({
      number: 7,
      words: "take row 1",
      place: "take-1",
      label: "Take the row that ends with the purple 3 with orange circles",
    });
  });

  test("finish is a button", () => {
    const finish = only("finish");
    expect(finish?.label).toBe("Done");
    expect(finish).not.toHaveProperty("card");
    expect(finish).not.toHaveProperty("place");
  });
});

test("a row takes one line until its cards no longer fit, and never more than was reckoned with", () => {
  const [width, card] = [300, 64];
  const wrapped = (cards: number, size: number): number => {
    let [count, at] = [1, 0];
    for (const item of [...Array<number>(cards - 1).fill(0.31 * size), size, 0.42 * size + 6]) {
      if (at + item > width - 0.2 * size) [count, at] = [count + 1, 0];
      at += item;
    }
    return count;
  };
  expect(lines(1, width, card)).toBe(1);
  for (let cards = 1; cards < 60; cards++)
    for (const size of [42, 50, 64])
      expect(lines(cards, width, card)).toBeGreaterThanOrEqual(wrapped(cards, size));
  expect(lines(20, width, card)).toBe(3);
});

test("the sentence says what to do now, and points at no row where one spots for oneself", () => {
  expect(prompt(view, names, 1)).toBe("Your turn: lay one, two or three cards.");
  expect(prompt({ ...view, hand: view.hand.slice(1) }, names, 1)).toContain("four alike if you see one");
  expect(prompt({ ...view, hand: [], taking: "help" }, names, 1)).toBe(
    "Take a row that is lit, or say you are done.",
  );
  expect(prompt({ ...view, hand: view.hand.slice(1), stage: "take" }, names, 1)).toMatch(/^Take a row/);
  expect(prompt(view, names, 0)).toBe("Ben plays.");
  expect(prompt({ ...view, to_act: [], winners: [2] }, names, 0)).toBe("The game is over.");
});

test("a hand is sorted by background, circle and value", () => {
  expect(sort(["green/purple/1", "red/purple/2", "red/orange/6"])).toEqual([
    "red/orange/6",
    "red/purple/2",
    "green/purple/1",
  ]);
});

test("cards come from the pile, or from the seat that laid them", () => {
  expect(home("red/purple/2", view, view, [])).toBe("pile");
  expect(home("blue/red/4", view, view, [[2, "play blue/red/4 on row 1"]])).toBe("seat-2");
  expect(home("blue/red/4", view, view, [])).toBeUndefined();
});

test("a hint says what stands on the cards, and no number of a row", () => {
  expect(spoken("play green/purple/1 on row 1", view)).toBe(
    "Lay the green 1 with a purple circle on the purple 3 with orange circles",
  );
  expect(spoken("play green/purple/1 on row 1", null)).toBe("Lay the green 1 with a purple circle");
  expect(spoken("new row red/purple/2", view)).toBe("Start a new row with the red 2 with purple circles");
  expect(spoken("take row 1", view)).toBe("Take the row that ends with the purple 3 with orange circles");
  expect(spoken("take row 1", null)).toBe("Take a row");
  expect(spoken("finish", view)).toBe("Done");
});

const rowsOf = (...first: string[]): string[][] => first.map((card) => [card, "red/blue/1"]);

test("for who acts a row stays where it is when another is taken, and the next new one fills the gap", () => {
  let places = settle([], rowsOf("a", "b", "c"), true);
  expect(places).toEqual(["a", "b", "c"]);
  places = settle(places, rowsOf("a", "c"), true);
  expect(places).toEqual(["a", null, "c"]);
  places = settle(places, rowsOf("a", "c", "d"), true);
  expect(places).toEqual(["a", "d", "c"]);
  expect(settle(places, rowsOf("c"), true)).toEqual([null, "c"]);
  expect(settle(places, rowsOf("a", "d"), true)).toEqual(["a", "d"]);
  expect(settle(places, [], true)).toEqual([]);
});

test("rows close up as soon as nobody's finger is on its way to one", () => {
  expect(settle(["a", "b", "c"], rowsOf("a", "c"), false)).toEqual(["a", "c"]);
  expect(settle(["a", null, "c"], rowsOf("a", "c"), false)).toEqual(["a", "c"]);
  expect(settle(["a", null, "c"], rowsOf("a", "c", "d"), false)).toEqual(["a", "d", "c"]);
});

test("a row that was just taken is shown with its cards and what was told", () => {
  const before = [["blue/orange/5", "purple/orange/3"], ["red/green/1"]];
  const after = { ...view, rows: [["red/green/1"]] };
  const told = [
    "Ben draws 1 card.",
    "Cleo takes the row with four 5s: 2 cards, 2 points!",
    "Cleo draws 1 card.",
  ];
  expect(justTaken(before, after, [[2, "take row 1"]], told)).toEqual({
    seat: 2,
    cards: ["blue/orange/5", "purple/orange/3"],
    told: told[1],
  });
  expect(justTaken(before, after, [[2, "finish"]], told)).toBeNull();
  expect(justTaken(before, after, [], told)).toBeNull();
});

test("what the others did is counted: the rows show which cards", () => {
  expect(
    meanwhile(
      [
        "You draw the red 4 with green circles.",
        "Ana lays the red 4 with green circles on the red 1 with blue circles.",
        "Ana starts a new row with the blue 6 with orange circles.",
        "Ana draws 2 cards.",
        "Ben Lee lays the red 2 with green circles on the red 4 with green circles.",
        "Ben Lee takes the row with four 5s: 6 cards, 6 points!",
      ],
      ["Me", "Ana", "Ben Lee"],
    ),
  ).toEqual(["Ana lays 2 cards.", "Ben Lee lays 1 card and takes a row of 6 cards."]);
});

test("what the others did is counted whatever they are called", () => {
  const names = ["Me", "Mrs. lays Brown", "Mrs."];
  expect(meanwhile(["Mrs. lays Brown lays the red 4.", "Mrs. lays the red 2."], names)).toEqual([
    "Mrs. lays Brown lays 1 card.",
    "Mrs. lays 1 card.",
  ]);
});

test("the rules are asked why a card does not go where it was put", () => {
  expect(tried("blue/red/3", "row-2")).toEqual({ move: "play blue/red/3 on row 2" });
  expect(tried("blue/red/3", "new-row")).toEqual({ move: "new row blue/red/3" });
  expect(tried("blue/red/3", null)).toEqual({ move: "new row blue/red/3" });
  expect(tried(null, "row-2")).toBeUndefined();
});
