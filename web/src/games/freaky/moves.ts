/** Freaky: which card and which row a move is about. */
import { readFreaky } from "../../cards/freaky";
import { COLOURS } from "../../cards/patterns";
import type { Choice, Gesture } from "../../lib/gestures";

export interface FreakyView {
  seat: number | null;
  players: number;
  to_act: number[];
  winners: number[];
  stage: "play" | "take";
  hand: string[];
  hand_sizes: number[];
  rows: string[][];
  taken: number[];
  pile: number;
  taking: "spot" | "help";
}

export const HAND = 3;
export const NEW_ROW = "new-row";
export const rowPlace = (row: number): string => `row-${row}`;

/** A claim is a button at the end of its row: no slip of the finger shall take one and so end the playing. */
export const takePlace = (row: number): string => `take-${row}`;

export function read(choices: readonly Choice[]): Gesture[] {
  return choices.map(({ number, words }) => ({ number, words, ...about(words) }));
}

function about(words: string): { card?: string; place?: string; label: string } {
  const on = /^play (\S+) on row (\d+)$/.exec(words);
  if (on) return { card: on[1], place: rowPlace(Number(on[2])), label: `Lay it on row ${on[2]}` };
  const fresh = /^new row (\S+)$/.exec(words);
  if (fresh) return { card: fresh[1], place: NEW_ROW, label: "Start a new row" };
  const take = /^take row (\d+)$/.exec(words);
  if (take) return { place: takePlace(Number(take[1])), label: `Take row ${take[1]}` };
  return { label: words === "finish" ? "Done" : words };
}

export function prompt(view: FreakyView, names: readonly string[], you: number | null): string {
  if (view.winners.length) return "The game is over.";
  const [acting] = view.to_act;
  if (you === null || acting !== you) return `${names[acting ?? -1] ?? "Somebody"} plays.`;
  const held = view.hand.length;
  if (held === HAND) return "Your turn: lay one, two or three cards.";
  const on = held && view.stage === "play" ? "Lay another card, take" : "Take";
  if (view.taking === "spot") return `${on} a row with four alike if you see one, or say you are done.`;
  return `${on} a row that is lit, or say you are done.`;
}

export function facts(view: FreakyView, seat: number): string[] {
  return [`${view.hand_sizes[seat]} in hand`, `${view.taken[seat]} taken`];
}

export function arithmetic(view: FreakyView, names: readonly string[]): string[] {
  return names.map((name, seat) => `${name}: ${view.taken[seat]} cards taken, a point each`);
}

/** By background, then by circle, then by value. */
export function sort(hand: readonly string[]): string[] {
  const order = (card: string): number => {
    const { background, circle, value } = readFreaky(card);
    return COLOURS.indexOf(background) * 100 + COLOURS.indexOf(circle) * 10 + value;
  };
  return [...hand].sort((one, other) => order(one) - order(other));
}

/** Cards come from the pile to the hand, and from the seat that lays them to a row. */
export function home(
  card: string,
  _before: FreakyView,
  after: FreakyView,
  moves: readonly [number, string][],
): string | undefined {
  if (after.hand.includes(card)) return "pile";
  const laid = moves.find(([, words]) => words.includes(card));
  return laid && `seat-${laid[0]}`;
}

/** Every turn is news. */
export function meanwhile(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.startsWith("You "));
}
