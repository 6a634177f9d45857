/** Shapes, in four variants: what its view holds, and what its moves are about. */

import { counted } from "../../cards/word-cards";
import type { Choice, Gesture, MoveSeen } from "../../lib/gestures";
import type { Pose } from "../../lib/frames";
import type { Live } from "../../lib/protocol";
import { colourOf } from "./solids";

export { default as Picture } from "./GesturePicture.svelte";
export { default as Keepsake } from "./Gallery.svelte";

export type Stage =
  | "starting"
  | "laying"
  | "placing"
  | "holding"
  | "settling"
  | "closing"
  | "robbing"
  | "unrest"
  | "drawing"
  | "playing"
  | "passing"
  | "picking"
  | "arranging"
  | "over";

export interface ShapesView {
  game: "shapes" | "shapes-survivor" | "shapes-pass" | "shapes-draft";
  seat: number | null;
  players: number;
  to_act: number[];
  winners: number[];
  stage: Stage;
  turn_of: number;
  turn: number;
  hand: string[];
  hand_sizes: number[];
  /** Cards that are laid, drawn or played openly and not yet completed. */
  intended: string[];
  /** The white pieces chosen for the wilds among those. */
  whites: string[];
  held: string | null;
  platform: string[];
  waiting: string[][];
  reserved: string[][];
  picked: string[];
  picked_sizes: number[];
  choice: string | null;
  row: string[];
  row_sizes: number[];
  out: number[];
  discard: string[];
  deck: number;
  hand_time: number;
  scene: { poses: Record<string, Pose> } | null;
}

export const LET_GO = "let go";
export const GO_ON = "let it go on";
export const LETS_PLAY = "let's play shapes";
export const isStop = (words: string): boolean => words.startsWith("stop turn ");
/** Choices that have a button of their own. */
export const hasOwnButton = (words: string): boolean =>
  words === LET_GO ||
  words === GO_ON ||
  words === LETS_PLAY ||
  isStop(words) ||
  words.startsWith("rob seat ");

/** Places of the table. */
export const TOWER = "tower";
export const MAT = "mat";
export const passPlace = (seat: number): string => `pass-${seat}`;

export function read(choices: readonly Choice[], view: ShapesView): Gesture[] {
  return choices.map(({ number, words }) => ({ number, words, ...about(words, view) }));
}

function about(words: string, view: ShapesView): Omit<Gesture, "number" | "words"> {
  const lay = /^lay (?:wild as )?(.+)$/.exec(words)?.[1];
  if (lay) {
    const card = words.startsWith("lay wild") ? "wild" : lay;
    return { card, place: MAT, label: card === "wild" ? lay : `Lay ${lay}`, piece: lay };
  }
  const take = /^take (.+)$/.exec(words)?.[1];
  if (take) {
    const named = colourOf(take) !== "white" || chosenWhites(view).includes(take);
    return {
      card: named ? take : "wild",
      place: TOWER,
      label: named ? `Take the ${take}` : take,
      piece: take,
    };
  }
  const pass = /^pass (\S+(?: .+?)?) to seat (\d)$/.exec(words);
  if (pass?.[1]) {
    const white = /^wild as (.+)$/.exec(pass[1])?.[1];
    const card = white ? "wild" : pass[1];
    const label = white ?? (card === "wild" ? "Leave it open" : `Pass ${card}`);
    return { card, place: passPlace(Number(pass[2])), label, piece: white };
  }
  const keep = /^keep (.+)$/.exec(words)?.[1];
  if (keep) return { card: keep, place: MAT, label: `Keep ${keep}` };
  const put = /^put (.+) in the row$/.exec(words)?.[1];
  if (put) return { card: put, place: MAT, label: `Put ${put} next` };
  if (words === "clear the board") return { card: words, place: TOWER, label: "Clear the board" };
  if (words === "draw") return { place: "pile", label: view.stage === "closing" ? "Draw a card" : "Draw" };
  if (words === "enough")
    return view.intended.length ? { label: "Enough: now place them" } : { label: "Lay nothing", quiet: true };
  const rob = /^rob seat (\d)$/.exec(words)?.[1];
  if (rob) return { label: `Steal from seat ${Number(rob) + 1}` };
  return { label: LABELS[words] ?? (isStop(words) ? "Stop this turn" : words) };
}

const LABELS: Record<string, string> = {
  [LET_GO]: "Let go",
  [GO_ON]: "Let it go on",
  [LETS_PLAY]: "Let's play shapes!",
};

/** The white pieces that stand for wilds of yours already: those are taken as themselves. */
function chosenWhites(view: ShapesView): string[] {
  return view.seat === null ? view.whites : [...view.whites, ...(view.reserved[view.seat] ?? [])];
}

/** Cards with a piece named for each wild that has one. */
export function named(cards: readonly string[], whites: readonly string[]): string[] {
  const left = [...whites];
  return cards.map((card) => (card === "wild" ? (left.shift() ?? card) : card));
}

/** The pieces that are to be placed now, as cards that lie open. */
export function toPlace(view: ShapesView): string[] {
  const intended = named(view.intended, view.whites).filter((card) => card !== view.held);
  if (view.game !== "shapes-pass" || view.stage === "over") return intended;
  return [...intended, ...named(view.waiting[view.turn_of] ?? [], view.reserved[view.turn_of] ?? [])];
}

/** Cards that lie open, and what that means. */
export type Laid = { cards: string[]; label: string; empty: string; ordered?: boolean };

export function onMat(view: ShapesView, who: string): Laid {
  const empty = "Tap a card twice, or drag it here.";
  if (view.stage === "picking") return { cards: sort(view.picked), label: "You keep", empty };
  if (view.stage === "arranging") return { cards: view.row, label: "Your row", empty, ordered: true };
  const cards = toPlace(view);
  if (view.stage === "laying") return { cards, label: cards.length ? `${who} laid` : "Lay here", empty };
  const mine = view.stage === "placing" && view.turn_of === view.seat;
  if (!mine) return { cards, label: "To place", empty };
  return { cards, label: cards.length > 1 ? "Tap one to take it" : "Tap it to take it", empty };
}

/** Who holds a Stop may act at any time; it is still the turn of another. */
export function turn(view: ShapesView, seat: number): boolean {
  return ["starting", "picking", "arranging"].includes(view.stage) || view.turn_of === seat;
}

export function prompt(view: ShapesView, names: string[], you: number | null, live?: Live | null): string {
  if (view.winners.length) return "";
  const who = names[view.turn_of] ?? "Somebody";
  const mine = view.turn_of === you;
  if (live?.phase === "settling")
    return mine ? "Let go. Does it stand?" : `${who} has let go. Does it stand?`;
  if (live?.phase === "unrest") return "The turn is stopped. All comes to rest.";
  if (view.stage === "starting")
    return you === null ? "Who says it first?" : "Say it first, and the first turn is yours.";
  if (view.stage === "picking") {
    if (you === null) return "All pick a card.";
    return view.choice === null && view.hand.length
      ? "Keep one card; the rest goes left."
      : "The others still pick.";
  }
  if (view.stage === "arranging")
    return you !== null && view.picked.length
      ? "Put your cards in the order you will build them."
      : "The others arrange their rows.";
  if (you !== null && view.out.includes(you)) return `You are out. ${doing(view, who)}`;
  if (!mine && you !== null && view.to_act.includes(you)) return `${doing(view, who)} You may stop it.`;
  if (!mine) return doing(view, who);
  switch (view.stage) {
    case "laying":
      return view.intended.length
        ? "Lay more of that colour or wilds, or say enough."
        : "Your turn: lay cards of one colour, as many as you dare.";
    case "placing":
      return "Take a piece in hand: tap its card.";
    case "holding":
      return `Place the ${view.held}, and let go.`;
    case "closing":
      return "All stands! Draw your closing card.";
    case "robbing":
      return "It fell: you take a card from somebody.";
    case "drawing":
      return view.game === "shapes-pass" ? "Your turn: draw three cards." : "Your turn: draw a card.";
    case "playing":
      return "One to play: which piece do you place yourself?";
    case "passing":
      return view.hand.length > 1
        ? "One to pass: tap a card, then who gets it; the other is tossed."
        : "One to pass: tap it, then who gets it.";
    default:
      return "Your turn.";
  }
}

function doing(view: ShapesView, who: string): string {
  const what: Partial<Record<Stage, string>> = {
    laying: "lays cards.",
    placing: "chooses a piece.",
    holding: `places the ${view.held}.`,
    closing: "draws a card.",
    robbing: "steals a card.",
    drawing: "draws.",
    playing: "chooses a piece.",
    passing: "passes a card on.",
  };
  return `${who} ${what[view.stage] ?? "plays."}`;
}

const ORDER = ["red", "green", "blue", "yellow"];

/** By colour; wilds and actions last. */
export function sort(hand: readonly string[]): string[] {
  const rank = (card: string): number => {
    const at = ORDER.indexOf(colourOf(card));
    return at >= 0 ? at : card === "wild" ? 5 : card === "stop turn" ? 6 : 7;
  };
  return [...hand].sort((one, other) => rank(one) - rank(other));
}

export function home(
  card: string,
  before: ShapesView | null,
  after: ShapesView,
  moves: readonly MoveSeen[],
): string | undefined {
  if (after.hand.includes(card)) return "pile";
  const mover = moves.find(([, words]) => words?.includes(card));
  if (mover && mover[0] !== after.seat) return `seat-${mover[0]}`;
  return before && after.stage === "placing" && after.game === "shapes-survivor" ? "pile" : undefined;
}

export function facts(view: ShapesView, seat: number): string[] {
  if (view.out.includes(seat)) return ["out"];
  const told: string[] = [];
  if (view.game === "shapes" || view.stage === "picking")
    told.push(counted(view.hand_sizes[seat] ?? 0, "card"));
  if (view.game === "shapes-draft" && view.stage !== "picking")
    told.push(`${counted(view.row_sizes[seat] ?? 0, "card")} in the row`);
  const waiting = view.waiting[seat]?.length ?? 0;
  if (waiting) told.push(`${waiting} waiting`);
  return told.length ? told : ["in"];
}

export function scored(score: number, view: ShapesView): string {
  if (view.game === "shapes") return `${counted(-score, "card")} left`;
  return score ? "still in" : "out";
}

export function arithmetic(view: ShapesView, names: string[]): string[] {
  const tower = `The tower: ${counted(view.platform.length, "piece")}.`;
  const lines = names.map((name, seat) => {
    if (view.game === "shapes") return `${name}: ${counted(view.hand_sizes[seat] ?? 0, "card")} left`;
    return `${name}: ${view.out.includes(seat) ? "let something fall" : "let nothing fall"}`;
  });
  return [...lines, tower];
}

export const CARD_WORDS: Record<string, string> = {
  wild: "wild, for a white piece of your choice",
  "stop turn": "stop turn: ends anybody's turn",
  "clear the board": "clear the board: the whole tower goes",
};
