import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";

import type { Table } from "../../lib/table.svelte";
import Asking from "./Asking.svelte";
import type { GoFoxView } from "./moves";

afterEach(cleanup);

const table = { you: 0, names: ["Mira", "Ana", "Ben"] } as unknown as Table;
const view = { players: 3, winners: [], words: {} } as unknown as GoFoxView;
const said = { asker: 1, number: 7, answer: "no", pair: null } as const;

test("a question is said to be the last one when the banner asks the next", () => {
  const { rerender } = render(Asking, { table, said, view: { ...view, stage: "lay" } });
  expect(screen.getByText("Ana to Ben")).toBeTruthy();
  void rerender({ table, said, view: { ...view, stage: "ask" } });
  return screen.findByText("Just now: Ana to Ben");
});
