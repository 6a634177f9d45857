/** What a word card says, in words and in sizes. Card names are the deck's own: "red 7", "red +2", "wild", "ka-blam". */

import { COLOURS, isColour, type Colour } from "./patterns";

export type WordCardParts = { colour: Colour | null; value: string };

export const ACTIONS = ["miss", "+2", "reverse"] as const;

const SAID: Record<string, string> = {
  miss: "Miss a turn",
  "+2": "Pick up 2",
  reverse: "Reverse",
};

/** The colour and what stands on it; wild and ka-blam have no colour. */
export function partsOf(id: string): WordCardParts {
  const [first = "", rest] = id.split(" ");
  return isColour(first) && rest ? { colour: first, value: rest } : { colour: null, value: id };
}

/** The number of a word card, or null for an action. */
export function numberOf(id: string): number | null {
  const { value } = partsOf(id);
  return /^\d+$/.test(value) ? Number(value) : null;
}

/** What a screen reader says: "red 7, sat"; "yellow, Pick up 2". */
export function cardLabel(id: string, word = ""): string {
  const { colour, value } = partsOf(id);
  if (!colour) return value === "wild" ? "Wild" : value === "ka-blam" ? "KA-BLAM!" : value;
  if (value in SAID) return `${colour}, ${SAID[value]}`;
  return word ? `${id}, ${word}` : id;
}

/** How a card is named in running text: "red 7", "yellow Pick up 2", "Wild". */
export function spokenName(id: string): string {
  return cardLabel(id).replace(",", "");
}

/** By colour, then numbers before actions, then the cards without a colour. */
export function byColour(one: string, other: string): number {
  return rank(one) - rank(other);
}

/** By number, then by colour. */
export function byNumber(one: string, other: string): number {
  return (numberOf(one) ?? 99) - (numberOf(other) ?? 99) || byColour(one, other);
}

function rank(id: string): number {
  const { colour, value } = partsOf(id);
  if (!colour) return value === "wild" ? 1000 : 1001;
  const action = (ACTIONS as readonly string[]).indexOf(value);
  return COLOURS.indexOf(colour) * 20 + (action < 0 ? Number(value) : 12 + action);
}

const WIDE = /[mwMW@]/;
const NARROW = /[fijlrtI'!.,-]/;

/** The type size at which a word fills a plate of this width and is no taller than `most`; long words get smaller. */
export function wordSize(word: string, width: number, most: number): number {
  let ems = 0;
  for (const letter of word) ems += WIDE.test(letter) ? 0.9 : NARROW.test(letter) ? 0.4 : 0.62;
  return Math.round(Math.min(most, width / Math.max(ems, 0.4)) * 10) / 10;
}

/** "1 card", "4 cards". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
