// The pure parts of Shapes: what is under a piece, how a hand is aimed, and what the choices mean.

import { expect, test } from "vitest";

import type { Pose } from "../../lib/frames";
import type { PiecesShown } from "../../lib/protocol";
import { Hand, type Ground } from "./hand";
import { facts, onMat, prompt, read, scored, sort, toPlace, turn, type ShapesView } from "./moves";
import { below, overPlatform, posture, roomiest, rotated, turnAbout, turnOf, whereIs } from "./solids";

function box(wide: number, deep: number): PiecesShown["shapes"][string] {
  const [x, z] = [wide / 2, deep / 2];
  const outline: [number, number][] = [
    [-x, -z],
    [x, -z],
    [x, z],
    [-x, z],
    [-x, -z],
  ];
  return { outline, parts: [outline] };
}

const L: [number, number][] = [
  [0, 0],
  [30, 0],
  [30, 15],
  [15, 15],
  [15, 45],
  [0, 45],
  [0, 0],
];

const pieces: PiecesShown = {
  thickness: 15,
  platform: {
    outline: [
      [0, -80],
      [70, 40],
      [-70, 40],
      [0, -80],
    ],
    side: 140,
    height: 20,
  },
  shapes: { square: box(30, 30), plank: box(90, 15), L: { outline: L, parts: [L.slice(0, 3)] } },
  colours: ["red", "blue"],
  names: ["red square", "blue plank"],
  reach: { x: [-150, 150], y: [-20, 600], z: [-150, 150] },
};

const at = (x: number, y: number, z: number, turn: readonly number[] = [0, 0, 0, 1]): Pose =>
  [x, y, z, ...turn] as unknown as Pose;
const FRONT: Ground = { right: [1, 0], away: [0, -1] };

test("a piece over the bare platform comes down on it", () => {
  expect(below(pieces, "red square", at(0, 30, 0), new Map())).toEqual({
    gap: 22.5,
    on: ["the platform"],
    tips: false,
  });
});

test("what is highest under any part of a piece is what it touches", () => {
  const others = new Map([["blue plank", at(40, 7.5, 0)]]);
  const found = below(pieces, "red square", at(0, 24.5, 0), others);
  expect(found.on).toEqual(["blue plank"]);
  expect(found.gap).toBeCloseTo(2);
  expect(below(pieces, "red square", at(-40, 24.5, 0), others).on).toEqual(["the platform"]);
});

test("what is above or beside a piece is not below it", () => {
  const others = new Map([["blue plank", at(0, 60, 0)]]);
  expect(below(pieces, "red square", at(0, 7.5, 0), others)).toEqual({
    gap: 0,
    on: ["the platform"],
    tips: false,
  });
});

test("a piece that stands on its edge is nearer by its height", () => {
  const upright = turnAbout([0, 0, 1], Math.PI / 2);
  expect(below(pieces, "red square", at(0, 30, 0, upright), new Map()).gap).toBeCloseTo(15);
  expect([at(0, 0, 0), at(0, 0, 0, upright), at(0, 0, 0, turnAbout([1, 0, 0], 0.6))].map(posture)).toEqual([
    "lying flat",
    "on its edge",
    "tilted",
  ]);
});

test("where the piece is, in words", () => {
  const others = new Map([["blue plank", at(0, 7.5, 0)]]);
  expect(whereIs(pieces, "red square", at(0, 24.5, 0), others)).toBe(
    "Over the blue plank, 2 mm above, lying flat.",
  );
  expect(whereIs(pieces, "red square", at(0, 22.6, 0), others)).toBe("Touching the blue plank, lying flat.");
  expect(whereIs(pieces, "red square", at(140, 20, 0), others)).toBe(
    "Beside the platform: it would fall. 33 mm above the table, lying flat.",
  );
  expect(overPlatform(pieces, at(0, 0, 0))).toBe(true);
});

test("a piece whose middle is over nothing would tip, and the page says so", () => {
  const others = new Map([["blue plank", at(0, 7.5, 0)]]);
  expect(below(pieces, "red square", at(0, 24.5, 6), others).tips).toBe(false);
  expect(below(pieces, "red square", at(0, 24.5, 12), others).tips).toBe(true); // its edge is at 7.5
  expect(whereIs(pieces, "red square", at(0, 24.5, 12), others)).toBe(
    "Over the blue plank, 2 mm above, lying flat. Its middle is over nothing: it would tip.",
  );
  const leaning = turnAbout([1, 0, 0], 0.6); // one edge comes down first: it settles, and need not fall
  expect(below(pieces, "red square", at(0, 40, 0, leaning), new Map()).tips).toBe(false);
});

test("a hand is shifted along the table as far as it reaches", () => {
  const hand = new Hand(at(0, 30, 0), pieces.reach);
  hand.shift(12, -7);
  expect(hand.place).toEqual([12, 30, -7]);
  hand.shift(1000, 0);
  expect(hand.place).toEqual([150, 30, -7]);
});

test("a letter goes where there is room for it, also in an L", () => {
  const { x, z, room } = roomiest(L);
  expect(room).toBeGreaterThan(6);
  expect(x < 15 || z < 15).toBe(true);
});

test("the hand moves as the viewer looks, and never out of reach", () => {
  const hand = new Hand(at(0, 50, 0), pieces.reach);
  hand.step("right", false, FRONT);
  hand.step("away", true, FRONT);
  hand.step("up", false, FRONT);
  expect(hand.target).toMatchObject({ x: 5, y: 55, z: -1 });
  hand.move(10, 0, 0, { right: [0, -1], away: [-1, 0] });
  expect(hand.target.z).toBe(-11);
  hand.move(1e9, 0, -1e9, FRONT);
  expect([hand.target.x, hand.target.y]).toEqual([150, -20]);
});

test("six tips stand a piece up exactly, whatever the viewer's angle, and F lays it flat", () => {
  const hand = new Hand(at(0, 50, 0), pieces.reach);
  const askew: Ground = { right: [Math.cos(0.4), -Math.sin(0.4)], away: [-Math.sin(0.4), -Math.cos(0.4)] };
  for (let step = 0; step < 6; step++) hand.tilt("tip away", false, askew);
  const up = rotated([0, 1, 0], turnOf(hand.pose));
  expect(up[1]).toBeCloseTo(0);
  expect(up[2]).toBeCloseTo(-1);
  expect(Math.hypot(...hand.turn)).toBeCloseTo(1);
  hand.flat();
  expect(hand.target.turn).toEqual([0, 0, 0, 1]);
});

test("a turn to the left is counter-clockwise from above", () => {
  const hand = new Hand(at(0, 50, 0), pieces.reach);
  for (let step = 0; step < 6; step++) hand.tilt("turn left", false, FRONT);
  const [x, , z] = rotated([1, 0, 0], turnOf(hand.pose));
  expect([x, z].map((part) => Math.round(part))).toEqual([0, -1]);
});

const view: ShapesView = {
  game: "shapes",
  seat: 0,
  players: 3,
  to_act: [0],
  winners: [],
  stage: "laying",
  turn_of: 0,
  turn: 4,
  hand: [],
  hand_sizes: [3, 1, 5],
  intended: [],
  whites: [],
  held: null,
  platform: [],
  waiting: [[], [], []],
  reserved: [[], [], []],
  picked: [],
  picked_sizes: [0, 0, 0],
  choice: null,
  row: [],
  row_sizes: [4, 4, 4],
  out: [],
  discard: [],
  deck: 20,
  hand_time: 60,
  scene: null,
};

const meant = (words: string, changes: Partial<ShapesView> = {}) => {
  const [gesture] = read([{ number: 1, words }], { ...view, ...changes });
  return [gesture?.card, gesture?.place, gesture?.label];
};

test("what each move is about", () => {
  expect(meant("lay red bar")).toEqual(["red bar", "mat", "Lay red bar"]);
  expect(meant("lay wild as white half disc")).toEqual(["wild", "mat", "white half disc"]);
  expect(meant("take blue right triangle")).toEqual([
    "blue right triangle",
    "tower",
    "Take the blue right triangle",
  ]);
  expect(meant("pass red bar to seat 2")).toEqual(["red bar", "pass-2", "Pass red bar"]);
  expect(meant("pass wild to seat 1")).toEqual(["wild", "pass-1", "Leave it open"]);
  expect(meant("pass wild as white L to seat 1")).toEqual(["wild", "pass-1", "white L"]);
  expect(meant("keep wild")).toEqual(["wild", "mat", "Keep wild"]);
  expect(meant("put red disc in the row")).toEqual(["red disc", "mat", "Put red disc next"]);
  expect(meant("clear the board")).toEqual(["clear the board", "tower", "Clear the board"]);
  expect(meant("draw")).toEqual([undefined, "pile", "Draw"]);
  expect(meant("enough")).toEqual([undefined, undefined, "Lay nothing"]);
  expect(meant("enough", { intended: ["red bar"] })[2]).toBe("Enough: now place them");
});

test("a white piece is taken by its wild until it is chosen, and then as itself", () => {
  expect(meant("take white arch")[0]).toBe("wild");
  expect(meant("take white arch", { whites: ["white arch"] })[0]).toBe("white arch");
  expect(meant("take white arch", { reserved: [["white arch"], [], []] })[0]).toBe("white arch");
});

test("what is still to place lies open, with white pieces for wilds; the one in hand does not", () => {
  const laid = { intended: ["red bar", "wild", "wild"], whites: ["white disc", "white arch"] };
  expect(toPlace({ ...view, ...laid, held: "white disc" })).toEqual(["red bar", "white arch"]);
  const waiting = [["green L", "wild"], ["red bar"], []];
  expect(toPlace({ ...view, game: "shapes-pass", waiting, reserved: [["white L"], [], []] })).toEqual([
    "green L",
    "white L",
  ]);
});

test("what to do now, in the second person", () => {
  const names = ["Mira", "Ana", "Ben"];
  const live = { placement: 1, seat: 0, piece: "red bar", left_ms: 9 } as const;
  expect(prompt(view, names, 0)).toMatch(/^Your turn: lay/);
  expect(prompt({ ...view, stage: "holding", held: "red bar" }, names, 1)).toBe("Mira places the red bar.");
  expect(prompt({ ...view, stage: "holding" }, names, 0, { ...live, phase: "settling" })).toBe(
    "Let go. Does it stand?",
  );
  expect(prompt({ ...view, stage: "holding", held: "red bar", out: [2] }, names, 2)).toMatch(/^You are out/);
  expect(facts({ ...view, out: [1] }, 1)).toEqual(["out"]);
  expect(facts({ ...view, game: "shapes-draft", stage: "placing" }, 0)).toEqual(["4 cards in the row"]);
});

test("hands are sorted by colour, wilds and actions last", () => {
  expect(sort(["stop turn", "wild", "yellow bar", "red disc", "clear the board", "blue L"])).toEqual([
    "red disc",
    "blue L",
    "yellow bar",
    "wild",
    "stop turn",
    "clear the board",
  ]);
});

test("who may stop a turn does not have it", () => {
  const others: ShapesView = { ...view, stage: "holding", turn_of: 0, to_act: [0, 1], seat: 1 };
  expect(turn(others, 0)).toBe(true);
  expect(turn(others, 1)).toBe(false);
  expect(turn({ ...others, stage: "starting" }, 1)).toBe(true);
});

test("the mat says what to do with what lies on it", () => {
  const mine: ShapesView = { ...view, seat: 0, turn_of: 0, intended: [], whites: [], held: null };
  expect(onMat({ ...mine, stage: "laying" }, "You").label).toBe("Lay here");
  const laid = { ...mine, intended: ["red bar", "red disc"] };
  expect(onMat({ ...laid, stage: "laying" }, "You").label).toBe("You laid");
  expect(onMat({ ...laid, stage: "placing" }, "You").label).toBe("Tap one to take it");
  expect(onMat({ ...laid, intended: ["red bar"], stage: "placing" }, "You").label).toBe("Tap it to take it");
  expect(onMat({ ...laid, seat: 1, stage: "placing" }, "Mira").label).toBe("To place");
});

test("laying nothing is offered, but nothing draws the eye to it", () => {
  const laying: ShapesView = { ...view, stage: "laying", intended: [] };
  const choices = [{ number: 7, words: "enough" }];
  expect(read(choices, laying)[0]).toMatchObject({ label: "Lay nothing", quiet: true });
  expect(read(choices, { ...laying, intended: ["red bar"] })[0]?.quiet).toBeUndefined();
});

test("a score says what it stands for", () => {
  expect(scored(-3, { ...view, game: "shapes" })).toBe("3 cards left");
  expect(scored(1, { ...view, game: "shapes-survivor" })).toBe("still in");
  expect(scored(0, { ...view, game: "shapes-survivor" })).toBe("out");
});
