// Opening a table, with what suits most people.

import { openTable } from "./api";
import { hasPlayed, keepSeats, levelChosen, ownName } from "./keep";
import type { BotShown, GameShown, NewTable, Settings, Shelf } from "./protocol";

export const SETTINGS: Settings = {
  spectators: true,
  chat: false,
  clocks: { kind: "none", seconds: 60, more: 0 },
  away_limit: 60,
  pause: 1400,
  confirm_words: false,
  hints: true,
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

/** Options worth asking about: more than one value to choose from, or one's own to bring. */
export function asksAbout(game: GameShown): GameShown["options"] {
  return game.options.filter((one) => one.kind !== "each");
}

/** Opens a table, keeps its tokens, and gives its address. */
export async function open(wanted: NewTable): Promise<string> {
  const opened = await openTable(wanted);
  keepSeats(opened.code, opened.seats.length ? opened.seats : [{ seat: null, token: opened.host }]);
  return `/t/${opened.code}`;
}

/** The bots that can sit at a table of this game: those of its box, or those for all boxes without. */
export function botsFor(shelf: Shelf, game: string): BotShown[] {
  const box = shelf.boxes.find(({ games }) => games.some(({ id }) => id === game))?.box ?? "";
  const own = shelf.bots.filter((bot) => bot.box === box);
  return own.length ? own : shelf.bots.filter((bot) => bot.box === "");
}

/** The one that was chosen; where it does not play: fair, or of the middle level. */
function usualBot(bots: BotShown[]): string {
  const known = [levelChosen(), "bot:fair"].find((level) => bots.some(({ who }) => who === level));
  return known ?? bots[Math.floor(bots.length / 2)]?.who ?? "bot:fair";
}

/** Tables that were opened for somebody who is first told how to play: bots shall not play on meanwhile. */
export const dealtWhenTold = new Set<string>();

export async function againstBots(game: GameShown, shelf: Shelf): Promise<string> {
  const start = hasPlayed(game.id);
  const players = usualPlayers(game);
  const bots = Array.from({ length: players - 1 }, () => usualBot(botsFor(shelf, game.id)));
  const address = await open({
    game: game.id,
    seats: ["me", ...bots],
    names: [ownName()],
    options: game.suggestions[players] ?? {},
    start,
  });
  if (!start) dealtWhenTold.add(address);
  return address;
}
