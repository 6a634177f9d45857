/** KA-BLAM!: what its view holds, and what its moves are about. */

import { byColour, counted, partsOf } from "../../cards/word-cards";
import type { Choice, Gesture, MoveSeen } from "../../lib/gestures";

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

export function prompt(view: KaBlamView, names: string[], you: number | null): string {
  if (view.winners.length) return "";
  if (you !== null && view.out.includes(you)) return "You are out of this round; the others play on.";
  if (you === null || !view.to_act.includes(you)) return `${names[view.to_act[0] ?? 0]} is playing.`;
  return `Your turn: match ${asked(view)}.`;
}

/** A card in the fingers: how it is played. */
export function holding(card: string): string {
  return card === "wild"
    ? "A wild: tap it again, and choose the colour."
    : `Tap ${card} again, or the discard pile, to play it.`;
}

/** What the others did, without the words they read; what befell you first, for a phone shows only how it begins. */
export function meanwhile(lines: string[]): string[] {
  const told = lines
    .filter((line) => !line.startsWith("You "))
    .map((line) => roundEnd(line) || line.replace(/^(.+? plays \w+ \d+): [^.]*\./, "$1."));
  const isYours = (line: string): boolean => /\byou\b/i.test(line);
  return [...told.filter(isYours), ...told.filter((line) => !isYours(line))];
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
export function scored(score: number, view: KaBlamView): string {
  return view.length === "long" ? counted(score, "point") : "";
}

/** In the short game cards left are all there is to compare; in the long game rounds add up, as the log told them. */
export function arithmetic(view: KaBlamView, names: string[], told: string[]): string[] {
  if (view.length === "long")
    return told.flatMap((line) => /[^.!]*\bwins? the round[^.]*\./.exec(line)?.[0]?.trim() ?? []);
  return names.map((name, seat) =>
    view.out.includes(seat)
      ? `${name}: out by the KA-BLAM! card`
      : `${name}: ${counted(view.hand_sizes[seat] ?? 0, "card")} left`,
  );
}

/** How a round ended, where a line of the log tells that another has begun. */
export function roundEnd(line: string): string {
  const [before, after] = line.split(" A new round");
  if (after === undefined || before === undefined) return "";
  const won = before.search(/ wins? the round/);
  return won < 0 ? before : before.slice(before.lastIndexOf(". ", won) + 1).trim();
}

/** Which round this is, as the log tells it. */
export function roundOf(told: string[]): number {
  return 1 + told.filter((line) => line.includes("A new round")).length;
}
