/** Cooperative Game-On: which card and which place a move is about, and when a card leaves the track. */
import { readGameCard, type CardType, type Shape } from "../../cards/game-on";
import { sentence, type Choice, type Gesture } from "../../lib/gestures";
import { called, nothingFits, people, playsCards, shapePlace, wildness } from "../game-on/moves";

export { home, meanwhile, sort } from "../game-on/moves";

export interface OnTrack {
  card: string;
  name: string;
  covers: (string | null)[];
  covered_by: (number | null)[];
  scuttled: boolean;
}
export interface Named {
  card: string;
  name: string;
}
export interface Commitment {
  to: "steal" | "scuttle";
  card: string;
  shape: Shape;
}
export interface CoopView {
  seat: number | null;
  players: number;
  to_act: number[];
  winners: number[];
  round: number;
  types: CardType[];
  hand: string[];
  hands: (string[] | null)[];
  hand_sizes: number[];
  piles: number[];
  deck: number;
  track: OnTrack[];
  team: Named[];
  house: Named[];
  commitments: (Commitment | null)[];
  committed: string[][];
  deeds: string[];
  team_points: number;
  house_points: number;
  target: number;
  pace: "printed" | "even" | "each";
  open_hands: boolean;
  black: number;
  black_out: number;
}

export const TRACK = 4;
export const housePlace = (name: string): string => `house-${name.replace(" ", "-")}`;
export const scuttlePlace = (card: number): string => `card-${card}-scuttle`;

/** A hint in the words that stand on the cards; of some earlier moment, as they were called then. */
export function spoken(words: string, view: Pick<CoopView, "track"> | null): string {
  return sentence(
    words.replace(/\bcard (\d)\b/, (all, number) => view?.track[Number(number) - 1]?.name ?? all),
  );
}

export function read(choices: readonly Choice[], view: Pick<CoopView, "track" | "house">): Gesture[] {
  return choices.map((choice) => ({ ...choice, ...readOne(choice.words, view) }));
}

function readOne(words: string, view: Pick<CoopView, "track" | "house">): Omit<Gesture, "number" | "words"> {
  const cover = /^cover (\w+) of card (\d) with (.+)$/.exec(words);
  if (cover) {
    const [, shape = "", card, used] = cover;
    return {
      card: used,
      place: shapePlace(Number(card), shape),
      label: `Cover the ${shape} of card ${card}`,
    };
  }
  const steal = /^steal (\w+ \d+) by (\w+)$/.exec(words);
  if (steal) {
    const [, name = "", shape = ""] = steal;
    const text = view.house.find((one) => one.name === name)?.card;
    return {
      card: shown(text, shape),
      place: housePlace(name),
      label: `Commit it to steal ${name}`,
      about: "steal",
      deliberate: true,
    };
  }
  const scuttle = /^scuttle card (\d) by (\w+)$/.exec(words);
  if (scuttle) {
    const lying = view.track[Number(scuttle[1]) - 1];
    return {
      card: shown(lying?.card, scuttle[2] ?? ""),
      place: scuttlePlace(Number(scuttle[1])),
      label: `Commit it to scuttle ${lying?.name ?? `card ${scuttle[1]}`}`,
      about: "scuttle",
      deliberate: true,
    };
  }
  return { label: { redraw: "Redraw", finish: "I am done" }[words] ?? words, about: words };
}

/** The coloured shape of a Game Card, which is the card that is committed. */
function shown(text: string | undefined, shape: string): string | undefined {
  if (!text) return undefined;
  const found = readGameCard(text).shapes.find((one) => one.shape === shape);
  return found && `${found.colour} ${found.shape}`;
}

export function prompt(
  view: CoopView,
  names: readonly string[],
  you: number | null,
  _live?: unknown,
  gestures?: readonly Gesture[],
): string {
  if (view.winners.length) return "The team has won!";
  if (!view.to_act.length) return "The game is over.";
  const waiting = people(view.to_act, names, null);
  if (you === null) return `${waiting} can still act.`;
  if (!view.to_act.includes(you)) return `You are done for this round. Waiting for ${waiting}.`;
  const begun = together(view).find((one) => !one.fails);
  if (begun) return begunInWords(begun, view, names, you);
  if (!view.hand.length) return "Your hand is empty: say when you are done.";
  if (gestures && !playsCards(gestures)) return nothingFits(gestures);
  if (gestures && !coversSomething(gestures)) {
    const redraw = gestures.some(({ about }) => about === "redraw") ? "redraw, " : "";
    return `Your cards cover nothing now: ${deedsOf(gestures)} together, ${redraw}or say you are done.`;
  }
  const at = view.track.findIndex((_, at) => roundsLeft(view, at) === 1);
  const leaving = view.track[at];
  const fits = !gestures || gestures.some(({ place }) => place?.startsWith(`card-${at + 1}-`));
  if (leaving && whoGets(leaving) === "House" && !fits)
    return `${sentence(leaving.name)} leaves after this round; you hold nothing for it. Cover what you can.`;
  if (leaving && whoGets(leaving) === "House" && isIdle(view, leaving.name))
    return `Cover ${leaving.name} together, or the House gets it; it brings you nothing.`;
  if (leaving && whoGets(leaving) === "House")
    return `Cover ${leaving.name} together: it leaves after this round.`;
  return "Cover all 3 shapes of a card before it leaves. Then: I am done.";
}

/** What takes all of you, and what is missing for it. */
function begunInWords(begun: Together, view: CoopView, names: readonly string[], you: number): string {
  const deed = `${begun.to} ${begun.card}`;
  if (begun.seats.includes(you))
    return `You have committed to ${deed}. ${people(begun.missing, names, you)} must, too, or it fails.`;
  const card = view.committed[begun.seats[0] ?? 0]?.[0] ?? "";
  const want = `${people(begun.seats, names, you)} ${begun.seats.length === 1 ? "wants" : "want"} to ${deed}`;
  return view.hand.includes(card)
    ? `${want}, which takes all of you: commit your ${card}, too.`
    : `${want}, which takes all of you. You hold no ${card}.`;
}

const coversSomething = (gestures: readonly Gesture[]): boolean =>
  gestures.some((one) => one.card !== undefined && one.about === undefined);
const deedsOf = (gestures: readonly Gesture[]): string =>
  ["steal", "scuttle"].filter((deed) => gestures.some((one) => one.about === deed)).join(" or ");

const DEEDS: Record<string, string> = {
  steal: "Steal a card back from the House",
  scuttle: "Scuttle a card, so that nobody gets it",
  "steal or scuttle": "Steal one back, or scuttle one for nobody to get",
};

/** Where the card in the hand may go, and that some of it takes all of you. */
export function holding(
  card: string,
  gestures: readonly Gesture[],
  meanings: Readonly<Record<string, string>>,
): string {
  const wild = wildness(card, meanings);
  if (wild) return `${wild} Put it on a framed shape.`;
  const deeds = deedsOf(gestures);
  if (!deeds) return "Put it on a framed shape.";
  const all = `all of you must commit a ${card} this round.`;
  return coversSomething(gestures) ? `Cover a framed shape. Or ${deeds}: ${all}` : `${DEEDS[deeds]}: ${all}`;
}

/** What a card would need, of which the server's list of moves has nothing. */
export function whyNot(card: string): string {
  return `Nothing on the track takes ${called(card)} now: it must match a shape that is still free.`;
}

/** How many new cards come after a round that is so many rounds later: the setting `pace` in words of numbers. */
export function newCards(view: Pick<CoopView, "pace" | "players" | "round">, later = 0): number {
  if (view.pace === "even") return Math.floor((view.players + ((view.round + later + 1) % 2)) / 2);
  return view.pace === "each" ? view.players : 1;
}

/** How many rounds, this one included, a card is on the track before it is pushed off. */
export function roundsLeft(
  view: Pick<CoopView, "pace" | "players" | "round" | "track">,
  place: number,
): number {
  let ahead = place - view.track.length + TRACK;
  let rounds = 0;
  while (ahead >= 0) ahead -= newCards(view, rounds++);
  return rounds;
}

/** As the card is covered now. */
export function whoGets(lying: OnTrack): "team" | "House" | "nobody" {
  return lying.scuttled ? "nobody" : lying.covers.every(Boolean) ? "team" : "House";
}

/** Nobody's deck is of this type: it scores for the House, not for the team. */
export function isIdle(view: Pick<CoopView, "types">, name: string): boolean {
  return !view.types.includes(name.split(" ")[0] as CardType);
}

/** Commitments to the same deed, and what is missing for it. */
export interface Together extends Commitment {
  seats: number[];
  missing: number[];
  fails: boolean; // somebody has finished or chosen otherwise
}

export function together(view: Pick<CoopView, "commitments" | "to_act" | "players">): Together[] {
  const found: Together[] = [];
  view.commitments.forEach((one, seat) => {
    if (!one) return;
    const same = found.find(
      (other) => other.to === one.to && other.card === one.card && other.shape === one.shape,
    );
    if (same) same.seats.push(seat);
    else found.push({ ...one, seats: [seat], missing: [], fails: false });
  });
  for (const one of found) {
    one.missing = Array.from({ length: view.players }, (_, seat) => seat).filter(
      (seat) => !one.seats.includes(seat),
    );
    one.fails = one.missing.some((seat) => !view.to_act.includes(seat) || view.commitments[seat]);
  }
  return found;
}

/** Whether all the others hold, or have committed, what this steal or scuttle needs; as far as hands are open. */
export function allCan(view: CoopView, you: number, gesture: Gesture): boolean {
  const deed = deedOf(gesture.words, view);
  const used = gesture.card ?? "";
  if (!deed) return false;
  return view.hands.every((hand, seat) => {
    const one = view.commitments[seat];
    if (seat === you) return true;
    if (one) return one.to === deed.to && one.card === deed.card && one.shape === deed.shape;
    return view.to_act.includes(seat) && (hand ?? []).includes(used);
  });
}

function deedOf(words: string, view: Pick<CoopView, "track">): Commitment | null {
  const deed = /^(steal|scuttle) (.+) by (\w+)$/.exec(words);
  if (!deed) return null;
  const [, to, what = "", shape] = deed;
  const card = to === "steal" ? what : (view.track[Number(what.split(" ")[1]) - 1]?.name ?? "");
  return { to: to as Commitment["to"], card, shape: shape as Shape };
}

/** Hands lie open beside their seats, so the view draws them. */
export const ownSeats = true;

export function verdict(view: CoopView): string {
  return view.winners.length ? "The team wins!" : "The House wins.";
}

/** A team has its points together. */
export function sides(view: CoopView): { who: string; score: number; won: boolean }[] {
  const won = view.winners.length > 0;
  return [
    { who: "The team", score: view.team_points, won },
    { who: "The House", score: view.house_points, won: !won },
  ];
}

/** "Team: 7 cards, 21 points" */
export function arithmetic(view: CoopView): string[] {
  const side = (who: string, cards: Named[], points: number): string =>
    `${who}: ${cards.length} card${cards.length === 1 ? "" : "s"}, ${points} of ${view.target} points`;
  return [side("Team", view.team, view.team_points), side("House", view.house, view.house_points)];
}
