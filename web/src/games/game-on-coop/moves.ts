/** Cooperative Game-On: which card and which place a move is about, and when a card leaves the track. */
import { readGameCard, SHAPES, type CardType, type Shape } from "../../cards/game-on";
import { sentence, type Choice, type Gesture, type MoveSeen } from "../../lib/gestures";
import { sentences } from "../../lib/told";
import {
  called,
  coverId,
  fromSeat,
  homeOf,
  nothingFits,
  people,
  playsCards,
  redrawn,
  shapePlace,
  wildness,
  withArticles,
  type Covers,
} from "../game-on/moves";

export { tried, meanwhile, sort } from "../game-on/moves";

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
    withArticles(words, view ? "your" : "a").replace(
      /\bcard (\d)\b/,
      (all, number) => view?.track[Number(number) - 1]?.name ?? all,
    ),
  );
}

/** What the list of moves is read with; who can still join a steal or scuttle, too, in a match. */
type Lying = Pick<CoopView, "track" | "house"> & Partial<CoopView>;

export function read(choices: readonly Choice[], view: Lying, names: readonly string[] = []): Gesture[] {
  return choices.map((choice) => {
    const gesture: Gesture = { ...choice, ...readOne(choice.words, view) };
    const why = isWhole(view) ? inVain(view, gesture, names) : "";
    if (!why) return gesture;
    const sure = `${why}, so nothing can come of it: your card is spent for this round. Commit it all the same?`;
    return { ...gesture, quiet: true, sure };
  });
}

const isWhole = (view: Lying): view is CoopView => view.commitments !== undefined;

/** Why a steal or scuttle cannot come about any more in this round, where that is seen: a hand grows with a new round. */
function inVain(view: CoopView, gesture: Gesture, names: readonly string[]): string {
  const deed = deedOf(gesture.words, view);
  if (!deed) return "";
  for (let seat = 0; seat < view.players; seat++) {
    const one = view.commitments[seat];
    const who = names[seat] ?? "Somebody";
    if (seat === view.seat || (one && isSame(one, deed))) continue;
    if (one) return `${who} has committed to something else`;
    if (!view.to_act.includes(seat)) return `${who} is done for this round`;
    const hand = view.hands[seat];
    if (hand ? !hand.includes(gesture.card ?? "") : !view.hand_sizes[seat])
      return `${who} holds no ${gesture.card}`;
  }
  return "";
}

const isSame = (one: Commitment, other: Commitment): boolean =>
  one.to === other.to && one.card === other.card && one.shape === other.shape;

function readOne(words: string, view: Lying): Omit<Gesture, "number" | "words"> {
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
  const all = together(view);
  const begun = all.find((one) => !one.fails);
  if (begun) return begunInWords(begun, view, names, you);
  const vain = all.find((one) => one.seats.includes(you));
  const back = vain
    ? `You cannot all ${vain.to} ${vain.card} any more: your card comes back after this round. `
    : "";
  return back + asked(view, gestures);
}

/** What is up to this seat alone. */
function asked(view: CoopView, gestures?: readonly Gesture[]): string {
  if (!view.hand.length) return "Your hand is empty: say when you are done.";
  if (gestures && !playsCards(gestures)) return nothingFits(gestures);
  if (gestures && !coversSomething(gestures)) {
    const deeds = deedsOf(gestures);
    const can = deeds ? [`${deeds} together`] : [];
    if (gestures.some(({ about }) => about === "redraw")) can.push("redraw");
    const done = can.length ? "or say you are done" : "say when you are done";
    return `Your cards cover nothing now: ${[...can, done].join(", ")}.`;
  }
  const at = view.track.findIndex((_, at) => roundsLeft(view, at) === 1);
  const leaving = view.track[at];
  const withOthers = view.to_act.length > 1 ? " together" : ""; // the others are done
  const fits = !gestures || coversOf(at, gestures).length > 0;
  if (!leaving || whoGets(leaving) !== "House")
    return "Cover all 3 shapes of a card before it leaves. Then: I am done.";
  if (gestures && !canFinish(view, at, gestures)) {
    const others = gestures.some((one) => covers(one) && !one.place?.startsWith(`card-${at + 1}-`));
    const can = others ? ["cover another card"] : [];
    if (gestures.some(({ about }) => about === "redraw")) can.push("redraw");
    const done = can.length ? "or say you are done" : "say you are done";
    return `${sentence(leaving.name)} cannot be finished in this round: ${[...can, done].join(", ")}.`;
  }
  if (!fits)
    return `${sentence(leaving.name)} leaves after this round; you hold nothing for it. Cover what you can.`;
  if (isIdle(view, leaving.name))
    return `Cover ${leaving.name}${withOthers}, or the House gets it; it brings you nothing.`;
  return `Cover ${leaving.name}${withOthers}: it leaves after this round.`;
}

const coversOf = (at: number, gestures: readonly Gesture[]): Gesture[] =>
  gestures.filter((one) => covers(one) && one.place?.startsWith(`card-${at + 1}-`));

/** What the label of a card on the track says of when it leaves; where several do, the first side there ends the game. */
export function leaves(view: CoopView, place: number): string {
  const lying = view.track[place];
  if (!view.to_act.length || !lying) return "";
  const rounds = roundsLeft(view, place);
  if (rounds > 2) return `stays ${rounds - 1} rounds`;
  if (rounds === 2) return "leaves after next round";
  const several = view.track.length > 1 && roundsLeft(view, 1) === 1;
  const when = several ? (["1st", "2nd", "3rd", "4th"][place] ?? "last") : "now";
  return `leaves ${when}, to ${{ team: "the team", House: "the House", nobody: "nobody" }[whoGets(lying)]}`;
}

/** Whether those who still act may cover all that is free of a card: they hold enough, and who is alone what fits. */
function canFinish(view: CoopView, at: number, gestures: readonly Gesture[]): boolean {
  const free = (view.track[at]?.covers ?? []).flatMap((card, shape) => (card ? [] : [SHAPES[shape] ?? ""]));
  const held = view.to_act.reduce((sum, seat) => sum + (view.hand_sizes[seat] ?? 0), 0);
  if (free.length > held) return false;
  if (view.to_act.length > 1) return true;
  const fits = coversOf(at, gestures);
  const fill = (shapes: readonly string[], hand: readonly string[]): boolean => {
    const [shape, ...more] = shapes;
    if (shape === undefined) return true;
    const fitting = fits.filter((one) => one.place === shapePlace(at + 1, shape));
    return fitting.some(({ card }) => {
      const place = hand.indexOf(card ?? "");
      return place >= 0 && fill(more, hand.toSpliced(place, 1));
    });
  };
  return fill(free, view.hand);
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

const covers = (one: Gesture): boolean => one.card !== undefined && one.about === undefined;
const coversSomething = (gestures: readonly Gesture[]): boolean => gestures.some(covers);
const deedsOf = (gestures: readonly Gesture[]): string =>
  ["steal", "scuttle"]
    .filter((deed) => gestures.some((one) => one.about === deed && !one.quiet))
    .join(" or ");

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
  if (!deeds && !coversSomething(gestures)) {
    const why = gestures[0]?.sure?.replace(/, so nothing can come of it.*$/, "");
    const together = why ? ` It takes all of you to steal or scuttle with it, and ${why}.` : "";
    return `Nothing on the track takes ${called(card)} now.${together}`;
  }
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

/** Whether a line of the log tells that a Black Card has come up. */
export function isWiped(line: string, names: readonly string[]): boolean {
  return sentences(line, names).includes("A Black Card wipes the track!");
}

/** What a line of the log tells of cards that have left the track. */
export function leaving(line: string, names: readonly string[]): string {
  const goes = /^(The team takes|The House takes|Nobody gets) .+\.$/;
  return sentences(line, names)
    .filter((one) => goes.test(one))
    .join(" ");
}

export const commitId = ({ to, card }: Pick<Commitment, "to" | "card">, seat: number): string =>
  `${card} ${to} ${seat}`;

/** Where a card goes that leaves the track: to its end, which is the House, or to the team's points. */
export const EXIT = ["exit", "house"];
export const TEAM = "team";

/** As in the competitive game; what you commit comes from your hand, too, and what the House takes out of the exit. */
export function home(id: string, before: CoopView | null, after: CoopView): string | string[] | undefined {
  const seat = after.commitments.findIndex((one, seat) => one && commitId(one, seat) === id);
  if (seat >= 0) return fromSeat(seat, after.committed[seat]?.[0] ?? "", after.seat);
  if (after.house.some(({ name }) => name === id)) return EXIT;
  const holder = holderOf(id);
  if (holder !== undefined) return `disc-${holder}`;
  return homeOf(id, covered(before), covered(after), after);
}

/** What leaves the track goes to who gets it, and a hand that is redrawn to its pile. */
export function away(
  id: string,
  before: CoopView | null,
  after: CoopView,
  moves: readonly MoveSeen[] = [],
): string | string[] | undefined {
  const holder = holderOf(id);
  if (holder !== undefined)
    return moves.some(([seat, words]) => seat === holder && words === "redraw")
      ? `disc-${holder}`
      : undefined;
  const has = (side: readonly Named[] | undefined): boolean => Boolean(side?.some(({ name }) => name === id));
  if (has(after.team) && !has(before?.team)) return TEAM;
  if (has(after.house) && !has(before?.house)) return EXIT;
  return redrawn(id, before, after.seat, moves);
}

/** Whose card of an open hand this is. */
function holderOf(id: string): number | undefined {
  const seat = /^held (\d+) /.exec(id)?.[1];
  return seat === undefined ? undefined : Number(seat);
}

function covered(view: CoopView | null): Covers {
  const found: Covers = new Map();
  for (const { name, covers, covered_by } of view?.track ?? [])
    for (const [at, card] of covers.entries()) {
      const seat = covered_by[at] ?? null;
      if (card && seat !== null) found.set(coverId(name, SHAPES[at] ?? "", seat), { seat, card });
    }
  return found;
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
    const same = found.find((other) => isSame(other, one));
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
    if (one) return isSame(one, deed);
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
