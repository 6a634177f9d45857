/** KA-BLAM!: what its view holds, and what its moves are about. */

import { byColour, counted, partsOf } from "../../cards/word-cards";
import type { Choice, Gesture, MoveSeen, Tried } from "../../lib/gestures";
import { isByYou, pattern, sentences } from "../../lib/told";

export interface KaBlamView {
  seat: number | null;
  players: number;
  to_act: number[];
  winners: number[];
  hand: string[];
  hand_sizes: number[];
  /** Seats that drew the KA-BLAM! card this round. */
  out: number[];
  top: string;
  /** The colour in force: that of the top card, or the one named with a wild. */
  colour: string;
  direction: "left" | "right";
  pile: number;
  discard: string[];
  dealer: number;
  length: "long" | "short";
  target: number;
  points: number[];
  words: Record<string, string>;
}

export function read(choices: Choice[]): Gesture[] {
  return choices.map(({ number, words }) => {
    const wild = words.match(/^play wild as (\w+)$/);
    if (wild) return { number, words, card: "wild", place: "discard", label: wild[1] ?? "", colour: wild[1] };
    const played = words.match(/^play (.+)$/);
    if (played) return { number, words, card: played[1], place: "discard", label: `Play ${played[1]}` };
    if (words === "draw") return { number, words, place: "pile", label: "Draw a card" };
    return { number, words, label: words === "pass" ? "Pass: nothing is left to draw" : words };
  });
}

export function prompt(
  view: KaBlamView,
  names: string[],
  you: number | null,
  _live?: unknown,
  gestures?: readonly Gesture[],
): string {
  if (view.winners.length) return "";
  if (you !== null && view.out.includes(you)) return "You are out of this round; the others play on.";
  if (you === null || !view.to_act.includes(you)) return `${names[view.to_act[0] ?? 0]} is playing.`;
  if (gestures?.length === 1 && gestures[0]?.words === "pass")
    return `Nothing fits ${asked(view)}, and nothing is left to draw: pass.`;
  if (gestures?.length && gestures.every((one) => one.words === "draw"))
    return `Nothing fits ${asked(view)}: draw a card, and your turn is over.`;
  return `Your turn: match ${asked(view)}.`;
}

/** A card in the fingers: how it is played; with the wheel open, that the colour is still to be chosen. */
export function holding(card: string, _gestures?: unknown, _meanings?: unknown, choosing = false): string {
  if (choosing) return "Choose the colour.";
  return card === "wild"
    ? "A wild: tap it again, and choose the colour."
    : `Tap ${card} again, or the discard pile, to play it.`;
}

/** What becomes of you when you are out; the short game has no points for which a hand would count. */
export function gone(view: KaBlamView): string {
  return view.length === "short"
    ? "KA-BLAM! You are out; the others play on."
    : "KA-BLAM! You are out of this round; your hand stays for the scoring.";
}

/** A card that does not fit, or to draw while one does. */
export function tried(card: string | null, place: string | null): Tried | undefined {
  if (place === "pile") return { move: "draw" };
  return card && card !== "wild" ? { move: `play ${card}` } : undefined;
}

/** What the others did, without the words they read; of a round that is over, only how it ended. */
export function meanwhile(lines: readonly string[], names: readonly string[]): string[] {
  const ended = lines.findLastIndex((line) => roundEnd(line, names));
  const played = pattern("^(<who> plays \\w+ \\d+): [^.]*\\.", names);
  return lines
    .slice(Math.max(0, ended))
    .filter((line) => !isByYou(line, names))
    .map((line) => roundEnd(line, names) || line.replace(played, "$1."));
}

const SIGNS: Record<string, string> = {
  miss: "the sign for a missed turn",
  reverse: "the sign for turning round",
};

/** What the next card has to match, in words: "green or +2"; after a wild, the colour alone. */
export function asked(view: KaBlamView): string {
  const { colour, value } = partsOf(view.top);
  return colour ? `${view.colour} or ${SIGNS[value] ?? value}` : view.colour;
}

export function sort(hand: string[]): string[] {
  return [...hand].sort(byColour);
}

export function home(
  card: string,
  _before: KaBlamView,
  after: KaBlamView,
  moves: MoveSeen[],
): string | undefined {
  if (card === after.top) {
    const played = moves.find(([, words]) => cardPlayed(words) === card);
    if (played) return `seat-${played[0]}`;
  }
  return "pile";
}

/** The card that a move laid on the discard pile, if it did. */
export function cardPlayed(words: string | null): string | null {
  const [, card] = words?.match(/^play (.+?)(?: as \w+)?$/) ?? [];
  return card ?? null;
}

export function facts(view: KaBlamView, seat: number): string[] {
  const cards = view.out.includes(seat) ? "out" : counted(view.hand_sizes[seat] ?? 0, "card");
  return view.length === "long" ? [cards, counted(view.points[seat] ?? 0, "point")] : [cards];
}

/** Only word cards are read; the others have nothing on them to read. */
export function aloud([, words]: MoveSeen, view: KaBlamView): string[] {
  const word = view.words[cardPlayed(words) ?? ""];
  return word ? [word] : [];
}

/** The view draws the seats itself: play has a direction among them. */
export const ownSeats = true;
export const ownWords = true;

/** One round has no points. */
/** In the short game cards left are all there is to compare. */
export function scored(score: number, view: KaBlamView, seat: number): string {
  if (view.length === "long") return counted(score, "point");
  if (view.out.includes(seat)) return "out by the KA-BLAM! card";
  return `${counted(view.hand_sizes[seat] ?? 0, "card")} left`;
}

export function standing(view: KaBlamView, seat: number): number | undefined {
  if (view.length === "long") return undefined;
  return view.out.includes(seat) ? -Infinity : -(view.hand_sizes[seat] ?? 0);
}

/** Rounds of the long game add up, as the log told them. */
export function arithmetic(view: KaBlamView, names: string[], told: string[]): string[] {
  return view.length === "long" ? told.flatMap((line) => won(line, names) ?? []) : [];
}

const won = (line: string, names: readonly string[]): string | undefined =>
  sentences(line, names).find((one) => pattern("^<who> wins? the round\\b", names).test(one));

const isNewRound = (line: string, names: readonly string[]): boolean =>
  sentences(line, names).some((one) => pattern("^A new round: <who> deals?\\b", names).test(one));

/** How a round ended, where a line of the log tells that another has begun. */
export function roundEnd(line: string, names: readonly string[]): string {
  return (isNewRound(line, names) && won(line, names)) || "";
}

/** Which round this is, as the log tells it. */
export function roundOf(told: readonly string[], names: readonly string[]): number {
  return 1 + told.filter((line) => isNewRound(line, names)).length;
}

/** A line that tells of an explosion, without its bang; "" where nothing explodes. */
export function exploded(line: string, names: readonly string[]): string {
  const bang = pattern("(^|[.!] )KA-BLAM! (?=<who> (?:go|goes) out\\.)", names);
  return bang.test(line) ? line.replace(bang, "$1") : "";
}
