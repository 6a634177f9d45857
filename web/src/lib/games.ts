// The games that have a view here, each loaded when a table needs it.

import type { Component } from "svelte";

import type { Moves } from "./gestures";
import type { Table } from "./table.svelte";

export type GameView = Component<{ table: Table }>;

const views = import.meta.glob<{ default: GameView }>("../games/*/View.svelte");
const moves = import.meta.glob<Moves>("../games/*/moves.ts");

/** A variant ("shapes-draft") without a folder of its own has that of its game ("shapes"). */
function folderOf(game: string): string {
  return `../games/${game}/View.svelte` in views ? game : game.replace(/-.*/, "");
}

/** A game without a view of its own is played with buttons. */
export async function load(id: string): Promise<{ View: GameView; moves: Moves | null }> {
  const game = folderOf(id);
  const view = views[`../games/${game}/View.svelte`] ?? (() => import("../table/PlainView.svelte"));
  const read = moves[`../games/${game}/moves.ts`];
  const [shown, known] = await Promise.all([view(), read?.() ?? null]);
  return { View: shown.default as GameView, moves: known };
}
