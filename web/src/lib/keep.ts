// What this device keeps: the tokens of its seats, and what its people chose. Nothing leaves it from here.
// A browser that refuses to keep anything still plays; it only forgets.

/** A seat held by this device; null for a host who does not play. */
export type Held = { seat: number | null; token: string };

function read<Value>(name: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(`parlour:${name}`);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

function write(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`parlour:${name}`);
    else localStorage.setItem(`parlour:${name}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: this visit still works.
  }
}

export const heldSeats = (code: string): Held[] => read<Held[]>(code, []);
export function keepSeats(code: string, held: Held[]): void {
  write(code, held.length ? held : null);
  if (!held.length) dropTable(code);
}

/** A match that goes on without us while we are at the shelf; the latest is first. */
export type Running = { code: string; title: string };
const MOST_RUNNING = 6;

export const runningTables = (): Running[] => read<Running[]>("running", []);

export function keepTable(code: string, title: string): void {
  const others = runningTables().filter((one) => one.code !== code);
  write("running", [{ code, title }, ...others].slice(0, MOST_RUNNING));
}

/** Only the list forgets it: who comes by the link or the code still has the seat. */
export function dropTable(code: string): void {
  const left = runningTables().filter((one) => one.code !== code);
  write("running", left.length ? left : null);
}

/** The promise of a shuffle as it was first heard: the commitment, and whether the cards were not dealt yet. By seat of
    this device the words that were sent for it, and whether the server has said that it has one. */
export type Promised = {
  code: string;
  round: number;
  commitment: string;
  before: boolean;
  words: Record<number, { sent: string[]; taken: boolean }>;
};

export const promises = (): Promised[] => read<Promised[]>("promises", []);
export const keepPromises = (all: Promised[]): void => write("promises", all);

export const ownName = (): string => read("name", "");
export const keepName = (name: string): void => write("name", name);

/** The games of which somebody has played a match here: they need not be told how it goes. */
export const hasPlayed = (game: string): boolean => read<string[]>("played", []).includes(game);
export const keepPlayed = (game: string): void =>
  write("played", [...new Set([...read<string[]>("played", []), game])]);

/** What somebody wrote for an option of the games: words, a deck, questions. One of each kind is kept. */
export type Own = { title: string; text: string; content: Record<string, unknown> };
export const ownOf = (option: string): Own | null => read<Own | null>(`own ${option}`, null);
export const keepOwn = (option: string, own: Own): void => write(`own ${option}`, own);

/** How many pieces somebody has placed on a tower here, as far as that matters. */
export const placedOnce = (): number => read("placed", 0);
export const keepPlaced = (count: number): void => write("placed", count);

/** The bots of cards that somebody plays against here. */
export const levelChosen = (): string => read("level", "bot:fair");
export const keepLevel = (who: string): void => write("level", who);

export const voiceOn = (): boolean => read("voice", true);
export const keepVoice = (on: boolean): void => write("voice", on);

/** Whether letters do something wherever the focus is: H asks for a hint. */
export const keysOn = (): boolean => read("keys", true);
export const keepKeys = (on: boolean): void => write("keys", on);

/** The next colour scheme of the page; theme.js reads it before the first paint, so it is kept as a bare word. */
export function toggleTheme(): void {
  const root = document.documentElement;
  root.dataset["theme"] = isDark() ? "light" : "dark";
  try {
    localStorage.setItem("parlour:theme", root.dataset["theme"]);
  } catch {
    // Then it holds for this visit.
  }
}

/** Whether the page is dark now: as it was chosen, or as the device is. */
export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
