// Opening a table, with what suits most people.

import { openTable } from "./api";
import { keepSeats, ownName } from "./keep";
import type { GameShown, NewTable, Settings } from "./protocol";

export const SETTINGS: Settings = {
  spectators: true,
  chat: false,
  clocks: { kind: "none", seconds: 60, more: 0 },
  away_limit: 60,
  pause: 900,
  confirm_words: false,
};

/** Four make a good table, where the game allows it; one fewer where four are already the most. */
export function usualPlayers(game: GameShown): number {
  const [fewest, most] = game.players;
  return Math.max(fewest, most <= 4 ? most - 1 : 4);
}

/** Every option as it is to begin with, for so many players. */
export function usualOptions(game: GameShown, players: number): Record<string, unknown> {
  return {
    ...Object.fromEntries(game.options.map((one) => [one.name, one.default])),
    ...game.suggestions[players],
  };
}

/** Options worth asking about: more than one value to choose from. */
export function asksAbout(game: GameShown): GameShown["options"] {
  return game.options.filter(
    (one) => one.kind !== "each" && !(one.kind === "component" && one.choices.length < 2),
  );
}

/** Opens a table, keeps its tokens, and gives its address. */
export async function open(wanted: NewTable): Promise<string> {
  const opened = await openTable(wanted);
  keepSeats(opened.code, opened.seats.length ? opened.seats : [{ seat: null, token: opened.host }]);
  return `/t/${opened.code}`;
}

export function againstBots(game: GameShown): Promise<string> {
  const players = usualPlayers(game);
  const bots = Array.from({ length: players - 1 }, () => "bot:greedy");
  return open({
    game: game.id,
    seats: ["me", ...bots],
    names: [ownName() || "Player"],
    options: game.suggestions[players] ?? {},
    start: true,
  });
}
