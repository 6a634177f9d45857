// What is asked or explained opens where somebody pointed, be it with a finger or with a key.

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import Buttons from "../src/parts/Buttons.svelte";
import { moves, seated } from "./fixtures";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a button that is pressed by key is where the finger is", async () => {
  const { table } = seated();
  table.moves = {
    ...moves,
    read: (...given) =>
      moves.read(...given).map((one) => (one.words === "pass" ? { ...one, sure: "Pass?" } : one)),
  };
  const kept = [{ words: "redraw", label: "Redraw", why: "Only before you play." }];
  render(Buttons, { table, kept });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 200, 60, 40));
  const pass = screen.getByRole("button", { name: "Pass" });
  await fireEvent.click(pass); // as Enter does it
  expect(table.choosing?.at).toEqual({ x: 130, y: 220 });
  await fireEvent.click(pass, { detail: 1, clientX: 110, clientY: 230 });
  expect(table.choosing?.at).toEqual({ x: 110, y: 230 });
  await fireEvent.click(screen.getByRole("button", { name: /Redraw/ }));
  expect(table.refusal).toEqual({ reason: "Only before you play.", at: { x: 130, y: 220 } });
});
