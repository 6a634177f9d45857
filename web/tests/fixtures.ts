// A small table to test with: two players, three cards.

import type { Moves } from "../src/lib/gestures";
import type { FromPage, State, TableInfo } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";

export function info(changes: Partial<TableInfo> = {}): TableInfo {
  const seat = { bot: null, here: true, standing_in: false, host: false, left_ms: null, runs: false };
  return {
    code: "TESTED",
    game: "pairs",
    title: "Pairs",
    players: 2,
    options: {},
    settings: {
      spectators: true,
      chat: true,
      clocks: { kind: "none", seconds: 60, more: 0 },
      away_limit: 60,
      pause: 900,
      confirm_words: false,
      hints: true,
    },
    seats: [
      { ...seat, seat: 0, name: "Mira", who: "person", host: true },
      { ...seat, seat: 1, name: "Ana", who: "bot", bot: "greedy" },
    ],
    phase: "playing",
    round: 1,
    wins: [0, 0],
    commitment: "0123456789abcdef",
    words: [null, null],
    watching: 1,
    host_here: true,
    offered: [],
    printed: {},
    meanings: {},
    advice: true,
    usual_bot: "bot:fair",
    newcomer: null,
    ...changes,
  };
}

export function state(seq: number, changes: Partial<State> = {}): State {
  return {
    type: "state",
    seq,
    view: { to_act: [0], hand: ["red 7", "wild", "blue 2"], hand_sizes: [3, 2], pile: 20 },
    choices: [
      [7, "play red 7"],
      [60, "play wild as red"],
      [61, "play wild as blue"],
      [90, "draw"],
      [91, "pass"],
    ],
    told: [`line ${seq}`],
    moves: [],
    talk: [],
    seats: info().seats,
    reading: null,
    over: null,
    live: null,
    track: "",
    answers: null,
    ...changes,
  };
}

export const moves: Moves = {
  read: (choices) =>
    choices.map(({ number, words }) => {
      const played = /^play (.+?)(?: as (.+))?$/.exec(words);
      if (played?.[1])
        return {
          number,
          words,
          card: played[1],
          place: "discard",
          label: played[2] ?? words,
          colour: played[2],
        };
      return words === "draw"
        ? { number, words, place: "pile", label: "Draw a card" }
        : { number, words, label: "Pass" };
    }),
  prompt: () => "Your turn: match red.",
  facts: (view, seat) => [`${view.hand_sizes[seat]} cards`],
};

/** A table at which it is your turn, and what it sent. */
export function seated(): { table: Table; sent: FromPage[] } {
  const sent: FromPage[] = [];
  const table = new Table((message) => sent.push(message));
  table.moves = moves;
  table.receive({ type: "welcome", seq: 1, you: 0, host: true, table: info(), said: [] });
  table.receive(state(2));
  return { table, sent };
}
