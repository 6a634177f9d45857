/** GO FOX!: what its view holds, and what its moves are about. */

import { byNumber, counted, numberOf } from "../../cards/word-cards";
import type { Choice, Gesture, MoveSeen, Tried } from "../../lib/gestures";

export interface GoFoxView {
  seat: number | null;
  players: number;
  to_act: number[];
  winners: number[];
  /** ask: a number is to be asked for; lay: the answer was no. */
  stage: "ask" | "lay";
  /** The number asked for, after a no. */
  asked?: number;
  hand: string[];
  hand_sizes: number[];
  pairs: [string, string][][];
  pile: number;
  starter: number;
  even_turns: boolean;
  words: Record<string, string>;
}

/** Whom a seat asks: only the player on the left. */
export function neighbourOf(view: GoFoxView, seat: number): number {
  return (seat + 1) % view.players;
}

/** A number is about every card of it in the hand: picking up any of them will do. */
export function read(choices: Choice[], view: GoFoxView): Gesture[] {
  return choices.flatMap(({ number, words }): Gesture[] => {
    const [, verb, which] = words.match(/^(ask for|lay pair) (\d+)$/) ?? [];
    if (verb) {
      const place = verb === "ask for" ? `seat-${neighbourOf(view, view.seat ?? 0)}` : "pairs";
      const label = verb === "ask for" ? `Ask for ${which}s` : `Lay down the pair of ${which}s`;
      const cards = view.hand.filter((card) => numberOf(card) === Number(which));
      return cards.map((card) => ({ number, words, card, place, label }));
    }
    // With a pair to lay, to draw is not the thing to do first: its button does not call for attention.
    const quiet = choices.some((one) => one.words.startsWith("lay pair")) || undefined;
    if (words === "draw") return [{ number, words, place: "pile", label: "Draw a card", quiet }];
    return [{ number, words, label: words === "pass" ? "Pass" : words }];
  });
}

export function prompt(view: GoFoxView, names: string[], you: number | null): string {
  if (view.winners.length) return "";
  const acting = view.to_act[0] ?? 0;
  if (you === null || acting !== you) {
    const neighbour = neighbourOf(view, acting);
    const left = names[neighbour];
    return view.stage === "ask"
      ? `${names[acting]} asks ${neighbour === you ? "you" : left}.`
      : `${neighbour === you ? "You" : left} said GO FOX! ${names[acting]} goes on.`;
  }
  const left = names[neighbourOf(view, you)];
  const paired = groups(view.hand).some(({ cards }) => cards.length > 1);
  if (view.stage === "lay")
    return `${left} has no ${view.asked}. ${paired ? "Lay a pair you hold, or draw" : "Draw a card"}.`;
  if (!view.hand.length) return "Your hand is empty: draw a card.";
  const pair = paired ? "; lay a pair after a GO FOX!" : ".";
  return `Your turn: ask ${left} for a number you hold${pair}`;
}

/** Somebody else than the neighbour, or something that has to wait: for a "no", or for the next turn. */
export function tried(
  card: string | null,
  place: string | null,
  view: GoFoxView,
  names: string[],
): Tried | undefined {
  const left = `seat-${neighbourOf(view, view.seat ?? 0)}`;
  if (place === "pile") return { move: "draw" };
  if (place === "pairs") return card ? { move: `lay pair ${numberOf(card)}` } : undefined;
  if (place?.startsWith("seat-") && place !== left)
    return {
      why: `You ask ${names[neighbourOf(view, view.seat ?? 0)]}, who sits on your left, and nobody else.`,
    };
  return card ? { move: `${place === left ? "ask for" : "lay pair"} ${numberOf(card)}` } : undefined;
}

export function sort(hand: string[]): string[] {
  return [...hand].sort(byNumber);
}

/** The hand number by number, as the cards lie. */
export function groups(hand: string[]): { number: number; cards: string[] }[] {
  const grouped: { number: number; cards: string[] }[] = [];
  for (const card of sort(hand)) {
    const number = numberOf(card) ?? 0;
    if (grouped.at(-1)?.number === number) grouped.at(-1)?.cards.push(card);
    else grouped.push({ number, cards: [card] });
  }
  return grouped;
}

export function home(
  card: string,
  _before: GoFoxView,
  after: GoFoxView,
  moves: MoveSeen[],
): string | undefined {
  const seat = after.pairs.findIndex((laid) => laid.some((pair) => pair.includes(card)));
  if (seat < 0) return "pile";
  const given = after.pairs[seat]?.some((pair) => pair[1] === card);
  const asked = moves.some(([asker, words]) => asker === seat && words?.startsWith("ask"));
  return `seat-${given && asked ? neighbourOf(after, seat) : seat}`;
}

/** Only the cards: the pairs lie there to be counted. */
export function facts(view: GoFoxView, seat: number): string[] {
  return [counted(view.hand_sizes[seat] ?? 0, "card")];
}

/** "a 7", "an 8". */
export function one(number: number): string {
  return `${number === 8 || number === 11 ? "an" : "a"} ${number}`;
}

/** A pair is read when it is laid: after a yes, or from the hand. */
export function aloud([seat, words]: MoveSeen, view: GoFoxView): string[] {
  const [, which] = words?.match(/^(?:ask for|lay pair) (\d+)$/) ?? [];
  const pair = view.pairs[seat]?.at(-1);
  const fresh = pair && numberOf(pair[0]) === Number(which) && !waitsAfterNo(view, seat);
  return fresh ? pair.map((card) => view.words[card] ?? "") : [];
}

export type Said = { asker: number; number: number; answer: "yes" | "no"; pair: [string, string] | null };

/** What was said last, by the moves up to now: the newest question, its answer as the table shows it, and the pair laid. */
export function said(view: GoFoxView, moves: readonly MoveSeen[]): Said | null {
  const asks = /^ask for (\d+)$/;
  const at = moves.findLastIndex(([, words]) => words && asks.test(words));
  const [asker, words] = moves[at] ?? [];
  if (asker === undefined) {
    if (view.asked === undefined || view.to_act[0] === undefined) return null;
    return { asker: view.to_act[0], number: view.asked, answer: "no", pair: null };
  }
  const number = Number(words?.match(asks)?.[1]);
  const then = moves.slice(at + 1).filter(([seat]) => seat === asker); // who gets a card has no more to do
  const pair = view.pairs[asker]?.at(-1) ?? null;
  const given = !then.length && !waitsAfterNo(view, asker) && pair !== null && numberOf(pair[0]) === number;
  const laid = given || then.some(([, one]) => one?.startsWith("lay pair "));
  return { asker, number, answer: given ? "yes" : "no", pair: laid ? pair : null };
}

function waitsAfterNo(view: GoFoxView, seat: number): boolean {
  return view.stage === "lay" && view.to_act[0] === seat;
}

/** The view draws the seats itself: pairs lie in front of each. */
export const ownSeats = true;
export const ownWords = true;

export function scored(score: number): string {
  return counted(score, "pair");
}

/** Who laid which pairs. */
export function arithmetic(view: GoFoxView, names: string[]): string[] {
  return names.map((name, seat) => {
    const numbers = (view.pairs[seat] ?? []).map(([card]) => numberOf(card) ?? 0).sort((a, b) => a - b);
    return `${name}: ${numbers.map((number) => `${number}s`).join(", ") || "no pairs"}`;
  });
}
