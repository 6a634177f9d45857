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

export type Length = { name: string; about: string };

/** How long a game can be, in words of its option `length`, where it has one; else only as it is. */
export function lengthsOf(game: GameShown): (Length | undefined)[] {
  const option = game.options.find((one) => one.name === "length" && one.kind === "choice");
  const about = new Map(option?.help.split("; ").map((one) => one.split(": ") as [string, string]));
  return option?.choices.map((name) => ({ name, about: about.get(name) ?? "" })) ?? [undefined];
}

/** Opens a table, keeps its tokens, and gives its address. */
export async function open(wanted: NewTable): Promise<string> {
  const opened = await openTable(wanted);
  keepSeats(opened.code, opened.seats.length ? opened.seats : [{ seat: null, token: opened.host }]);
  return `/t/${opened.code}`;
}

/** The bots that can sit at a table of this game. */
export function botsFor(shelf: Shelf, game: GameShown | undefined): BotShown[] {
  return shelf.bots.filter(({ who }) => game?.bots.includes(who));
}

/** The one that was chosen; where it does not play this, the usual one. */
function usualBot(game: GameShown): string {
  const chosen = levelChosen();
  return game.bots.includes(chosen) ? chosen : game.usual_bot;
}

export async function againstBots(game: GameShown, length?: Length): Promise<string> {
  const players = usualPlayers(game);
  const bots = Array.from({ length: players - 1 }, () => usualBot(game));
  return open({
    game: game.id,
    seats: ["me", ...bots],
    names: [ownName()],
    options: { ...game.suggestions[players], ...(length && { length: length.name }) },
    start: true,
    newcomer: !hasPlayed(game.id),
  });
}
