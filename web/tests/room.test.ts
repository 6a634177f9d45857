import { expect, test } from "vitest";

import { clearOf, hidesAny } from "../src/lib/room";

const panel = { left: 10, right: 290, height: 100 };
const table = { top: 50, bottom: 600 };
const box = (top: number, bottom: number) => ({ left: 20, right: 100, top, bottom });

test("with nothing in the way it is at the top", () => {
  expect(clearOf(panel, table, [], [])).toBe(50);
  expect(clearOf(panel, table, [box(300, 340)], [box(500, 540)])).toBe(50);
});

test("it goes below what it must not hide, or above where that is nearer the top", () => {
  const top = clearOf(panel, table, [box(100, 150)], []);
  expect(top).toBeGreaterThanOrEqual(160);
  expect(top).toBeLessThan(170);
  expect(clearOf(panel, table, [box(60, 100), box(300, 340)], [])).toBeLessThan(178);
});

test("it hides what may be touched only where there is no other room", () => {
  expect(clearOf(panel, table, [], [box(60, 400)])).toBeGreaterThanOrEqual(400);
  const top = clearOf(panel, table, [box(60, 400)], [box(430, 590)]);
  expect(top).toBeGreaterThanOrEqual(410);
});

test("what is read counts for more than what may be touched", () => {
  const touched = box(50, 400);
  const top = clearOf(panel, { top: 50, bottom: 400 }, [], [touched], undefined, [box(50, 280)]);
  expect(top).toBeGreaterThanOrEqual(280);
});

test("it stays near what it is about, as far as it hides nothing there", () => {
  expect(clearOf(panel, table, [], [], 300)).toBe(250);
  const above = clearOf(panel, table, [box(280, 340)], [], 300);
  expect(above).toBeLessThan(160);
  expect(above).toBeGreaterThan(140);
});

test("over anything at all, or over nothing", () => {
  const lies = { ...panel, top: 100, bottom: 200 };
  expect(hidesAny(lies, [box(40, 90), box(200, 240)])).toBe(false);
  expect(hidesAny(lies, [box(40, 90), box(199, 240)])).toBe(true);
});

test("what stands beside it is not in the way, and what leaves no room is hidden least", () => {
  expect(clearOf(panel, table, [{ left: 320, right: 400, top: 50, bottom: 600 }], [])).toBe(50);
  expect(clearOf(panel, { top: 50, bottom: 120 }, [box(50, 120)], [])).toBe(50);
});
