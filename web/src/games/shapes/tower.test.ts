// The tower at a table: what it does when a piece comes into your hand.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Pose } from "../../lib/frames";
import { Motion } from "../../lib/motion";
import type { PiecesShown } from "../../lib/protocol";
import type { Table } from "../../lib/table.svelte";
import { keyed } from "./keys";
import { Tower } from "./tower.svelte";

const outline: [number, number][] = [
  [-15, -15],
  [15, -15],
  [15, 15],
  [-15, 15],
  [-15, -15],
];
const pieces: PiecesShown = {
  thickness: 15,
  platform: { outline, side: 30, height: 20 },
  shapes: { square: { outline, parts: [outline] } },
  colours: ["red", "blue"],
  names: ["red square", "blue square"],
  reach: {},
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function withAPieceInHand(replaying = false): { tower: Tower; table: Table; creep: () => void } {
  const motion = new Motion();
  motion.begin(1);
  const live = { seat: 0, piece: "red square", placement: 1, phase: "holding", left_ms: 60_000, heard: 0 };
  const table = { live, you: 0, motion, replaying, track: "", view: null, choices: [], aim: vi.fn() };
  const tower = new Tower(table as unknown as Table, pieces, () => undefined);
  let number = 0;
  const creep = () => {
    const poses = new Map<number, Pose>([
      [0, [0, 40, 0, 0, 0, 0, 1]],
      [1, [0.01 * number, 7.5, 0, 0, 0, 0, 1]],
    ]);
    number += 1;
    motion.take({ key: number === 1, placement: 1, number, time: number * 33, aimed: 0, poses }, number * 33);
    tower.follow();
  };
  creep();
  return { tower, table: table as unknown as Table, creep };
}

test("a fall is not shown on while a piece is in your hand", () => {
  const { tower, table } = withAPieceInHand(true);
  expect(tower.hand).not.toBeNull();
  expect(table.replaying).toBe(false);
});

test("where the piece is, is told when the hand rests", () => {
  const { tower } = withAPieceInHand();
  vi.advanceTimersByTime(400);
  expect(tower.where).toBe("");
  vi.advanceTimersByTime(100);
  expect(tower.where).toBe("Over the blue square, 18 mm above, lying flat.");
});

test("where the piece is, is told in the end, though the tower creeps", () => {
  const { tower, creep } = withAPieceInHand();
  for (let frame = 0; frame < 90; frame++) {
    creep();
    vi.advanceTimersByTime(33);
  }
  expect(tower.where).toContain("Over the blue square");
});

test("single letters do something only while a piece is in your hand", () => {
  const { tower, table } = withAPieceInHand();
  const press = (key: string) => keyed(tower, new KeyboardEvent("keydown", { key }));
  expect([..."qewsadf"].map(press)).not.toContain(false);
  table.live = null;
  tower.follow();
  expect([..."qewsadf "].map(press)).not.toContain(true);
});
