// What a finger may do. A game's moves.ts reads each choice once; everything here only looks gestures up. A gesture names
// its card; what is picked up is one of perhaps several of that name.

import { nameOf } from "./copies";

import type { Component } from "svelte";

import type { Live } from "./protocol";
import type { Table } from "./table.svelte";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game has its own; its moves.ts says which
export type View = any;

export type Choice = { number: number; words: string };

/** One choice as a movement of the hand. Neither card nor place: a button. A place alone: tap the place. */
export type Gesture = {
  number: number;
  words: string;
  /** The name of the card that is picked up. */
  card?: string;
  /** Where it goes. */
  place?: string;
  /** What a button or the chooser says. */
  label: string;
  /** It ends what has only just begun to be seen: for a moment it cannot be pressed, lest two quick taps do both. */
  unhurried?: boolean;
  /** Not what one would usually do, or in vain: nothing draws the eye to it, though it can be done. */
  quiet?: boolean;
  /** It is done on its place alone: a second tap on the card may mean to put it back. */
  deliberate?: boolean;
  /** What it costs: that is asked first, since it cannot be taken back. */
  sure?: string;
  /** A game colour, where the choice is about one: the chooser shows its pattern and letter. */
  colour?: string;
  /** The word of the game that says what comes of it: a button explains it below its label. */
  about?: string;
  /** A piece, where the choice is about one: the chooser shows its picture. */
  piece?: string;
};

/** Who moved, and what, where all may know it. */
export type MoveSeen = [seat: number, words: string | null];

export type Tried = { move: string } | { why: string };

/** What a game's folder knows beyond its drawing. */
export type Moves = {
  read(choices: Choice[], view: View, names: string[]): Gesture[];
  /** What to do now, or who is being waited for, in one short sentence. */
  prompt(
    view: View,
    names: string[],
    you: number | null,
    live?: Live | null,
    gestures?: readonly Gesture[],
  ): string;
  /** What the picked card is and where it may go: the prompt while it is held. `meanings` says what words mean. */
  holding?(card: string, gestures: Gesture[], meanings: Record<string, string>, choosing: boolean): string;
  /** What a card would need that has no place to go now; "" where there is nothing to say. */
  whyNot?(card: string, view: View, you: number): string;
  /** What a finger tries where nothing is offered: the move in words, for the rules to say why not, or a reason. */
  tried?(card: string | null, place: string | null, view: View, names: string[]): Tried | undefined;
  /** From what was told while this seat waited, what it should know; where rounds are long. */
  meanwhile?(lines: string[], names: string[], you: number): string[];
  /** Whether it is this seat's turn, where others may act, too. */
  turn?(view: View, seat: number): boolean;
  sort?(hand: string[]): string[];
  /** Where a card comes from that was not visible before: a place, or another card that has become this one. Of several
      names the first is meant that there is. */
  home?(card: string, before: View, after: View, moves: MoveSeen[]): string | string[] | undefined;
  /** The place a card goes to, if it leaves. */
  away?(card: string, before: View, after: View, moves: MoveSeen[]): string | string[] | undefined;
  /** Short facts for a seat's badge: "4 cards", "12 points". */
  facts?(view: View, seat: number): string[];
  /** The words on cards that this move showed, to be read large and aloud. */
  aloud?(move: MoveSeen, view: View): string[];
  /** How the scores came about, line by line, for the result. */
  arithmetic?(view: View, names: string[], told: string[]): string[];
  /** A move in words that stand on the cards, where its own are short names; without a view, of some earlier moment. */
  spoken?(words: string, view: View): string;
  /** What a score stands for: "5 pairs"; points, unless a game says so. */
  scored?(score: number, view: View, seat: number): string;
  /** What seats are ordered by in the result, where it is not their score. */
  standing?(view: View, seat: number): number | undefined;
  /** Who has the points, where it is not each seat for itself. */
  sides?(view: View): { who: string; score: number; won: boolean }[];
  /** Who won, where "Mira wins" does not say it (a team, a House). */
  verdict?(view: View, names: string[], you: number | null): string;
  /** What the chooser shows beside a label. */
  Picture?: Component<{ gesture: Gesture }>;
  /** What is left of the match to look at, for the result. */
  Keepsake?: Component<{ table: Table }>;
  /** The view draws the seats itself (with SeatBadge); the frame leaves its strip out. */
  ownSeats?: boolean;
  /** The view shows large what was read; the frame only speaks it, and asks for the reading where the table waits. */
  ownWords?: boolean;
};

/** Where nobody has read the choices: each is a button that says the move. */
export function plainly(choices: Choice[]): Gesture[] {
  return choices.map(({ number, words }) => ({ number, words, label: sentence(words) }));
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same with a full stop, unless it ends with something of the kind. */
export function fullSentence(words: string): string {
  return /[.!?]$/.test(words) ? sentence(words) : `${sentence(words)}.`;
}

export function ofCard(gestures: Gesture[], card: string): Gesture[] {
  return gestures.filter((one) => one.card === nameOf(card));
}

/** Whether there is no doubt where the card goes. */
export function onePlace(gestures: Gesture[]): boolean {
  return gestures.every((one) => one.place === gestures[0]?.place && !one.deliberate);
}

/** What would happen if the picked card (or, with none picked, nothing) went to this place. */
export function atPlace(gestures: Gesture[], picked: string | null, place: string): Gesture[] {
  return gestures.filter((one) => one.place === place && takes(one, picked));
}

/** Places for the picked card, or those to be tapped as they are: those that light up, or those that stay dark. */
export function openPlaces(gestures: Gesture[], picked: string | null, quiet: boolean): Set<string> {
  const open = gestures.filter((one) => takes(one, picked) && Boolean(one.quiet) === quiet);
  return new Set(open.flatMap(({ place }) => place ?? []));
}

function takes(gesture: Gesture, picked: string | null): boolean {
  return (gesture.card ?? null) === (picked === null ? null : nameOf(picked));
}

export function buttons(gestures: Gesture[]): Gesture[] {
  return gestures.filter((one) => one.card === undefined && one.place === undefined);
}
