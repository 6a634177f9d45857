/** READ AND GRAB: what its view holds, and what its moves are about. */

import { byNumber, counted, numberOf } from "../../cards/word-cards";
import type { Choice, Gesture, MoveSeen } from "../../lib/gestures";
import { isByYou, pattern, sentences } from "../../lib/told";

export interface ReadAndGrabView {
  seat: number | null;
  players: number;
  to_act: number[];
  winners: number[];
  stage: "turn" | "grab";
  /** The card turned over this turn, while it may be used to grab. */
  turned?: string;
  front: string[][];
  /** The numbers of which each seat has all six. */
  complete: number[][];
  middle: number;
  starter: number;
  /** call: every set may be claimed, and the table answers; offered: only what can be grabbed is a choice. */
  grabs: "call" | "offered";
  words: Record<string, string>;
}

export function setPlace(seat: number, number: number): string {
  return `set-${seat}-${number}`;
}

export function read(choices: Choice[]): Gesture[] {
  return choices.map(({ number, words }) => {
    const [, which, seat] = words.match(/^grab (\d+)s from seat (\d+)$/) ?? [];
    if (which)
      return { number, words, place: setPlace(Number(seat), Number(which)), label: `Grab the ${which}s` };
    if (words === "turn over") return { number, words, place: "middle", label: "Turn over a card" };
    if (words === "finish") return { number, words, label: "Finish your turn", unhurried: true };
    return { number, words, label: words };
  });
}

export function prompt(view: ReadAndGrabView, names: string[], you: number | null): string {
  if (view.winners.length) return "";
  const acting = view.to_act[0] ?? 0;
  if (you === null || acting !== you) {
    return view.turned
      ? `${names[acting]} turned over ${view.turned}.`
      : `${names[acting]} turns over a card.`;
  }
  if (!view.turned) return "Your turn: turn over a card.";
  const number = numberOf(view.turned);
  return view.grabs === "call"
    ? `Who has ${number}s? Tap a set to grab it, or finish.`
    : `Grab ${number}s, or finish.`;
}

export function sort(hand: string[]): string[] {
  return [...hand].sort(byNumber);
}

export type OpenSet = { number: number; cards: string[]; complete: boolean };

/** What lies in front of a seat, number by number. */
export function setsOf(view: ReadAndGrabView, seat: number): OpenSet[] {
  const sets: OpenSet[] = [];
  for (const card of sort(view.front[seat] ?? [])) {
    const number = numberOf(card) ?? 0;
    if (sets.at(-1)?.number === number) sets.at(-1)?.cards.push(card);
    else sets.push({ number, cards: [card], complete: view.complete[seat]?.includes(number) ?? false });
  }
  return sets;
}

/** In pixels: how wide a set is at most and at least, what is between two, and what is round those of one seat. */
const SET = { most: 118, least: 44, step: 6, gap: 6, around: 22 };

/** How wide sets may be drawn so that all have room one below the other, so many of each seat beside its name. */
export function setWidth(sets: readonly number[], width: number, height: number): number {
  for (let wide = SET.most; wide > SET.least; wide -= SET.step) {
    const abreast = Math.max(1, Math.floor((width + SET.gap) / (wide + SET.gap)));
    const line = wide * 1.2 + 4 + SET.gap; // as SetOfSix.svelte draws it
    const tall = sets.map((count) => Math.max(1, Math.ceil(count / abreast)) * line + SET.around);
    if (tall.reduce((sum, one) => sum + one, 0) <= height) return wide;
  }
  return SET.least;
}

export function facts(view: ReadAndGrabView, seat: number): string[] {
  return [counted(view.front[seat]?.length ?? 0, "card"), counted(view.complete[seat]?.length ?? 0, "set")];
}

/** A card is read when it is turned over, and a set when it has been grabbed. */
export function aloud([seat, words]: MoveSeen, view: ReadAndGrabView): string[] {
  if (words === "turn over") return view.turned ? [view.words[view.turned] ?? ""] : [];
  const [, which] = words?.match(/^grab (\d+)s/) ?? [];
  return (view.front[seat] ?? [])
    .filter((card) => numberOf(card) === Number(which))
    .map((card) => view.words[card] ?? "");
}

/** Who grabbed what from whom, and who completed a set. */
export function meanwhile(lines: readonly string[], names: readonly string[]): string[] {
  const grabs = pattern("^(<who>) grabs from (<who>): \\w+ (\\d+) \\(", names);
  const completes = pattern("^<who> completes the \\d+s!$", names);
  return lines.flatMap((line) => {
    if (isByYou(line, names)) return [];
    const [, who, from, which] = grabs.exec(line) ?? [];
    const whose = from === "you" ? "your" : `${from}'s`;
    const complete = sentences(line, names).find((one) => completes.test(one));
    if (which) return [`${who} grabs ${whose} ${which}s${complete ? ` and completes them!` : "."}`];
    return complete ? [complete] : [];
  });
}

/** The number of a set that this seat has just completed. */
export function justCompleted(
  before: Pick<ReadAndGrabView, "complete"> | null,
  after: Pick<ReadAndGrabView, "complete">,
  seat: number | null,
): number | null {
  if (!before || seat === null) return null;
  return after.complete[seat]?.find((number) => !before.complete[seat]?.includes(number)) ?? null;
}

/** Only the middle lies face down. */
export function home(): string {
  return "middle";
}

/** Who read which cards; `from`: whose they were. */
export type Reading = { seat: number; cards: string[]; from: number | null };

/** The cards that the newest moves had read: the one turned over, or those grabbed. */
export function justRead(
  before: ReadAndGrabView | null,
  after: ReadAndGrabView,
  moves: MoveSeen[],
): Reading | null {
  const [reader, words] = moves.findLast(([, words]) => words !== "finish") ?? [];
  if (reader === undefined || words === "turn over") {
    const turner = after.to_act[0];
    return after.turned && turner !== undefined ? { seat: turner, cards: [after.turned], from: null } : null;
  }
  const [, which, seat] = words?.match(/^grab (\d+)s from seat (\d+)$/) ?? [];
  const cards = before?.front[Number(seat)]?.filter((card) => numberOf(card) === Number(which)) ?? [];
  return cards.length ? { seat: reader, cards: sort(cards), from: Number(seat) } : null;
}

/** The view draws the seats itself: their sets lie in front of them, and are what one grabs. */
export const ownSeats = true;
export const ownWords = true;

export function scored(score: number): string {
  return counted(score, "set");
}

/** Who completed which sets. */
export function arithmetic(view: ReadAndGrabView, names: string[]): string[] {
  return names.map((name, seat) => {
    const numbers = view.complete[seat] ?? [];
    return `${name}: ${numbers.map((number) => `${number}s`).join(", ") || "no complete set"}`;
  });
}
