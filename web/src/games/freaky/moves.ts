/** Freaky: which card and which row a move is about. */
import { freakyInWords, readFreaky } from "../../cards/freaky";
import { COLOURS } from "../../cards/patterns";
import { counted } from "../../cards/word-cards";
import type { Choice, Gesture, MoveSeen, Tried } from "../../lib/gestures";
import { pattern } from "../../lib/told";

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

/** Rows go by their last card: their numbers change when one of them is taken. */
export function read(choices: readonly Choice[], view: FreakyView): Gesture[] {
  return choices.map(({ number, words }) => ({ number, words, ...about(words, view) }));
}

function about(words: string, view: FreakyView): { card?: string; place?: string; label: string } {
  const last = (row: string): string => `the ${freakyInWords(view.rows[Number(row) - 1]?.at(-1) ?? "")}`;
  const [, card, on] = /^play (\S+) on row (\d+)$/.exec(words) ?? [];
  if (card && on) return { card, place: rowPlace(Number(on)), label: `Lay it on ${last(on)}` };
  const [, first] = /^new row (\S+)$/.exec(words) ?? [];
  if (first) return { card: first, place: NEW_ROW, label: "Start a new row" };
  const [, row] = /^take row (\d+)$/.exec(words) ?? [];
  if (row) return { place: takePlace(Number(row)), label: `Take the row that ends with ${last(row)}` };
  return { label: words === "finish" ? "Done" : words };
}

/** A card on a row that it does not fit, or in a new one. */
export function tried(card: string | null, place: string | null): Tried | undefined {
  const [, row] = /^row-(\d+)$/.exec(place ?? "") ?? [];
  if (!card) return undefined;
  return { move: row ? `play ${card} on row ${row}` : `new row ${card}` };
}

/** A hint or a better move in words that stand on the cards; without a view, rows cannot be told apart. */
export function spoken(words: string, view: FreakyView | null): string {
  const [, card, on] = /^(?:play|new row) (\S+)(?: on row (\d+))?$/.exec(words) ?? [];
  const [, row] = /^take row (\d+)$/.exec(words) ?? [];
  const last = view?.rows[Number(on ?? row) - 1]?.at(-1);
  if (card && !on) return `Start a new row with the ${freakyInWords(card)}`;
  if (card) return `Lay the ${freakyInWords(card)}${last ? ` on the ${freakyInWords(last)}` : ""}`;
  if (row) return last ? `Take the row that ends with the ${freakyInWords(last)}` : "Take a row";
  return "Done";
}

/** As Row.svelte draws it, in cards: what each one before the last shows, and what the last takes with room beside it. */
const FAN = { strip: 0.31, last: 1.42, margin: 0.2, gap: 6 };

/** Into how many lines a row of so many cards wraps at most, in so much width, where cards are at most so wide. */
export function lines(cards: number, width: number, card: number): number {
  const takes = card * (FAN.strip * (cards - 1) + FAN.last) + FAN.gap;
  const line = width - card * FAN.margin;
  return takes <= line ? 1 : Math.ceil(takes / Math.max(card, line - card)); // a line ends before what does not fit
}

/** Where each row lies, by its first card. For who acts `still`, a finger may be on its way to a row: one that was taken
    leaves a gap, so that no other moves; the next new row fills it, and a second gap closes. Else rows close up. */
export function settle(
  before: readonly (string | null)[],
  rows: readonly string[][],
  still: boolean,
): (string | null)[] {
  const first = rows.map(([card]) => card ?? "");
  const kept = before.map((card) => (card !== null && first.includes(card) ? card : null));
  for (const card of first.filter((one) => !before.includes(one))) {
    const gap = kept.indexOf(null);
    if (gap < 0) kept.push(card);
    else kept[gap] = card;
  }
  if (!still) return kept.filter((card) => card !== null);
  const gap = kept.indexOf(null);
  const closed = kept.filter((card, at) => card !== null || at === gap);
  return closed.at(-1) === null ? closed.slice(0, -1) : closed;
}

export type Taken = { seat: number; cards: string[]; told: string };

/** The row that the newest moves took, and what was told of it. */
export function justTaken(
  before: readonly string[][],
  after: FreakyView,
  moves: readonly MoveSeen[],
  told: readonly string[],
): Taken | null {
  const [seat] = moves.findLast(([, words]) => words?.startsWith("take row")) ?? [];
  const line = told.findLast((one) => / takes? the row with /.test(one));
  if (seat === undefined || line === undefined) return null;
  const left = after.rows.map(([card]) => card);
  const cards = before.filter(([card]) => !left.includes(card)).at(-1) ?? [];
  return { seat, cards: [...cards], told: line };
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

/** Only what counts: between turns all hold three. */
export function facts(view: FreakyView, seat: number): string[] {
  return [`${view.taken[seat]} taken`];
}

export function scored(score: number): string {
  return counted(score, "card");
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
  moves: readonly MoveSeen[],
): string | undefined {
  if (after.hand.includes(card)) return "pile";
  const laid = moves.find(([, words]) => words?.includes(card));
  return laid && `seat-${laid[0]}`;
}

/** How many cards each of the others laid, and what they took: which cards, the rows show. */
export function meanwhile(lines: readonly string[], names: readonly string[]): string[] {
  const move = pattern("^(<who>) (lays|starts a new row|takes the row) ", names);
  const turns = new Map<string, { laid: number; took: string[] }>();
  for (const line of lines) {
    const [, who = "", does] = move.exec(line) ?? [];
    if (!does) continue;
    const turn = turns.get(who) ?? { laid: 0, took: [] };
    const [, points] = /: (\d+) cards/.exec(line) ?? [];
    if (does === "takes the row") turn.took.push(points ?? "");
    else turn.laid++;
    turns.set(who, turn);
  }
  return [...turns].map(([who, { laid, took }]) => {
    const rows = took.map((points) => ` and takes a row of ${points} cards`).join("");
    return `${who} lays ${counted(laid, "card")}${rows}.`;
  });
}
