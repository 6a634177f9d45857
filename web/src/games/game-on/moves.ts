/** Game-On Competitive: which card and which place a move is about, and how a competition went. */
import { readGameCard, SHAPES, type CardType, type Coloured, type Shape } from "../../cards/game-on";
import { sentence, type Choice, type Gesture, type MoveSeen, type Tried } from "../../lib/gestures";
import { cut, isYours, pattern, sentences } from "../../lib/told";

export interface Lying {
  card: string;
  name: string;
  covers: (string | null)[][]; // for each seat its cards on the three shapes
}
export interface Controlled {
  card: string;
  name: string;
  locked: boolean;
}
export interface Attack {
  by: number;
  on: string;
  shape: Shape;
  with: string;
}
export interface Contest {
  for: "area" | "thieves" | "steal";
  card: string;
  rivals: number[];
  undecided: number;
  choice: string | null;
  question?: string;
  answers?: string[];
  topic?: string;
}
export interface GameOnView {
  seat: number | null;
  players: number;
  to_act: number[];
  winners: number[];
  stage: "act" | "compete" | "defend";
  round: number;
  types: CardType[];
  hand: string[];
  hand_sizes: number[];
  known: string[][];
  piles: number[];
  deck: number;
  area: (Lying | null)[];
  oldest_first: number[];
  control: Controlled[][];
  attacks: Attack[];
  beaten: string[][];
  deeds: string[];
  contest: Contest | null;
  points: number[];
  competition: "dice" | "rock-paper-scissors" | "trivia";
  timer: number;
  black_out: number;
}

export const DEFENCE = "defence";
export const shapePlace = (card: number, shape: string): string => `card-${card}-${shape}`;
export const controlPlace = (name: string): string => `control-${name.replace(" ", "-")}`;
export const attackId = (card: string, seat: number): string => `${card} attack ${seat}`;
export const coverId = (card: string, shape: string, seat: number): string => `${card} ${shape} ${seat}`;

/** A hint in the words that stand on the cards; of some earlier moment, as they were called then. */
export function spoken(words: string, view: Pick<GameOnView, "area"> | null): string {
  return sentence(
    withArticles(words, view ? "your" : "a").replace(
      /\bcard (\d)\b/,
      (all, number) => view?.area[Number(number) - 1]?.name ?? all,
    ),
  );
}

/** "cover the circle of card 2 with your blue circle"; whose card it was at some earlier moment is said beside it. */
export function withArticles(words: string, whose: "your" | "a"): string {
  return words
    .replace(/^cover (\w+) of /, "cover the $1 of ")
    .replace(/ with (?=red|yellow|blue|white|black)/, ` with ${whose} `)
    .replace(/ with omni \d+\b/, ` with ${whose === "a" ? "an" : whose} OMNI`)
    .replace(/ as (\w+)$/, " as a $1")
    .replace(/ by (\w+)$/, " by its $1");
}

export function read(choices: readonly Choice[], view: Pick<GameOnView, "control">): Gesture[] {
  return choices.map((choice) => ({ ...choice, ...readOne(choice.words, view) }));
}

function readOne(words: string, view: Pick<GameOnView, "control">): Omit<Gesture, "number" | "words"> {
  const cover = /^cover (\w+) of card (\d) with (.+)$/.exec(words);
  if (cover) {
    const [, shape = "", card = "", used = ""] = cover;
    return {
      card: used,
      place: shapePlace(Number(card), shape),
      label: `Cover the ${shape} of card ${card}`,
    };
  }
  const steal = /^steal (\w+ \d+) with (.+?)(?: as (\w+))?$/.exec(words);
  if (steal) {
    const [, name = "", used = "", shape] = steal;
    return {
      card: used,
      place: controlPlace(name),
      label: shape ? `Play it as a ${shape}` : `Try to steal ${name}`,
      about: "steal",
    };
  }
  const convert = /^convert with (.+)$/.exec(words);
  if (convert) {
    const text = view.control.flat().find(({ name }) => name === convert[1])?.card;
    const given = text ? readGameCard(text) : null;
    const counts = given?.convert ? `is all ${given.convert}` : "has its colour";
    const worth = given ? ` and its ${given.points} ${given.points === 1 ? "point" : "points"}` : "";
    return {
      label: `Convert${given?.convert ? ` to ${given.convert}` : ""}: give up ${convert[1]}`,
      about: "convert",
      sure: `Give up ${convert[1]}${worth} for good? Your hand ${counts} for this round.`,
    };
  }
  const defend = /^defend with (.+)$/.exec(words);
  if (defend) return { card: defend[1], place: DEFENCE, label: `Defend with ${defend[1]}` };
  const show = /^show (\w+)$/.exec(words);
  if (show) return { label: sentence(show[1] ?? "") };
  const answer = /^answer ([a-d])$/.exec(words);
  if (answer) return { label: sentence(answer[1] ?? "") };
  return { label: BUTTONS[words] ?? words, about: words, quiet: words === "do not defend" };
}

const BUTTONS: Record<string, string> = {
  "do not defend": "Do not defend",
  redraw: "Redraw",
  finish: "I am done",
};

/** "Ada, Ben and you" */
export function people(seats: readonly number[], names: readonly string[], you: number | null): string {
  const words = seats.filter((seat) => seat !== you).map((seat) => names[seat]);
  if (you !== null && seats.includes(you)) words.push("you");
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function prompt(
  view: GameOnView,
  names: readonly string[],
  you: number | null,
  _live?: unknown,
  gestures?: readonly Gesture[],
): string {
  if (view.winners.length) return "The game is over.";
  const mine = you !== null && view.to_act.includes(you);
  if (!mine) {
    const waiting = people(view.to_act, names, null);
    if (view.stage === "compete") return `${people(view.contest?.rivals ?? [], names, you)} compete.`;
    if (view.stage === "defend") return `${waiting} may defend ${view.attacks[0]?.on}.`;
    if (you === null) return `${waiting} can still act.`;
    return `You are done for this round. Waiting for ${waiting}.`;
  }
  const [attack] = view.attacks;
  if (view.stage === "defend" && attack) {
    const { by, on, shape } = attack;
    return `${names[by]} wants your ${on}: defend with any ${shape} or an OMNI, or compete.`;
  }
  if (view.stage === "compete") {
    return view.competition === "trivia"
      ? "You compete: which answer is right?"
      : "You compete: rock, paper or scissors?";
  }
  if (!view.hand.length) return "Your hand is empty: say when you are done.";
  if (gestures && !playsCards(gestures)) return nothingFits(gestures);
  if (gestures && gestures.every(({ card, about }) => card === undefined || about === "steal"))
    return "No shape takes your cards now, but you can try to steal with one. Or say you are done.";
  const deed = view.deeds[you] ?? "";
  if (deed.startsWith("converted"))
    return `All your cards count as ${deed.split(" ")[1]} now: play them, then say you are done.`;
  return "Cover all 3 shapes of a card to win it, or steal one. Then: I am done.";
}

export const playsCards = (gestures: readonly Gesture[]): boolean =>
  gestures.some(({ card }) => card !== undefined);

/** What is left to do where no card can be played. */
export function nothingFits(gestures: readonly Gesture[]): string {
  const ways = ["convert", "redraw"].filter((way) => gestures.some(({ about }) => about === way));
  return ways.length
    ? `None of your cards fits now: ${ways.join(", ")}, or say you are done.`
    : "None of your cards fits now: say when you are done.";
}

/** What the card in the hand fits, and where it may go. */
export function holding(
  card: string,
  gestures: readonly Gesture[],
  meanings: Readonly<Record<string, string>>,
): string {
  const steals = gestures.some((one) => one.about === "steal");
  const covers = gestures.some((one) => one.about === undefined);
  if (gestures.every((one) => one.place === DEFENCE)) return "Put it on the shield to defend.";
  const wild = wildness(card, meanings);
  if (wild) return `${wild} Put it on a framed place.`;
  if (!steals) return "Put it on a framed shape.";
  return covers
    ? "Cover a framed shape, or try to steal a framed card: its owner may defend it."
    : "Try to steal a framed card: its owner may defend it with the same shape.";
}

/** What is special about the card, if anything is. */
export function wildness(card: string, meanings: Readonly<Record<string, string>>): string | undefined {
  return card.startsWith("omni")
    ? meanings["OMNI"]
    : card.startsWith("black")
      ? meanings["black"]
      : undefined;
}

/** A card on a shape that it does not cover. */
export function tried(card: string | null, place: string | null): Tried | undefined {
  const [, number, shape] = /^card-(\d)-(\w+)$/.exec(place ?? "") ?? [];
  if (!card || !shape) return undefined;
  const own = card.split(" ")[1] ?? "";
  if (!card.startsWith("omni") && own !== shape)
    return { why: `A ${own} covers ${own}s alone, whatever its colour.` };
  return { move: `cover ${shape} of card ${number} with ${card}` };
}

/** What a card would need, of which the server's list of moves has nothing. */
export function whyNot(card: string, view: GameOnView, you: number): string {
  const [attack] = view.attacks;
  if (view.stage === "defend" && attack)
    return `Only a ${attack.shape} of any colour, or an OMNI, defends ${attack.on}.`;
  if (view.stage !== "act") return "";
  const what = called(card, convertedTo(view.deeds[you]));
  return `Nothing takes ${what} now: it must match a shape that you have not covered, or a card that you can steal.`;
}

/** The colour that a hand counts as, after converting. */
export function convertedTo(deed: string | undefined): Coloured["colour"] | null {
  return (/^converted (\w+)$/.exec(deed ?? "")?.[1] as Coloured["colour"] | undefined) ?? null;
}

export function called(card: string, counts: Coloured["colour"] | null = null): string {
  if (card.startsWith("omni")) return "this OMNI";
  return counts ? `a ${counts} ${card.split(" ")[1]}` : `a ${card}`;
}

/** What the others did and what came of it, in the order in which it was: what came before a new round, the round, and
    what came after. What was covered stands there in numbers; what is seen anyway is left out, as dice are. */
export function meanwhile(lines: readonly string[], names: readonly string[], you: number): string[] {
  const parts: Part[] = [newPart()];
  let round = "";
  for (const one of lines.flatMap((line) => sentences(line, names))) {
    const part = parts.at(-1) ?? newPart();
    const who = pattern("^(<who>) covers? the \\w+ of ", names).exec(one)?.[1];
    const begins = /^Round \d+/.exec(one)?.[0];
    const drawn = /^You draw (.+)$/.exec(one)?.[1];
    if (who) cover(part, who);
    else if (begins) {
      round = `${begins} begins.`;
      parts.push(newPart());
    } else if (drawn && round) round = round.replace(/\.$/, `: you draw ${drawn}`);
    else if (isNews(one, names) && !readGo(one, names, you)) part.told.push(shortly(one, names));
  }
  const [before = "", ...after] = parts.map(inWords);
  return [before, round, after.join(" ").trim()].filter(Boolean);
}

/** What came about in one round. */
type Part = { told: string[]; covered: Map<string, number>; at: number };
const newPart = (): Part => ({ told: [], covered: new Map(), at: -1 });

function cover(part: Part, who: string): void {
  if (who === "You") return;
  if (!part.covered.size) part.at = part.told.length;
  part.covered.set(who, (part.covered.get(who) ?? 0) + 1);
}

function inWords({ told, covered, at }: Part): string {
  const counts = [...covered].map(([who, shapes], at) =>
    at ? `${who} ${shapes}` : `${who} covers ${shapes} ${shapes === 1 ? "shape" : "shapes"}`,
  );
  return (at < 0 ? told : told.toSpliced(at, 0, `${counts.join(", ")}.`)).join(" ");
}

const BEGINS = "^<who>(?:,| and) .*\\bcompete for ";
const SMALL = [
  "^<who> finish(es)?\\.$",
  "^<who> has chosen\\.$",
  "^You (choose|draw|redraw|commit|try)\\b",
  "^All have chosen\\.$",
  "^New (in the Play Area|on the track): ",
  "^That decides nothing\\.$|^Now dice decide\\.$",
  "^<who> (wins?|(does|do) not defend .+)\\.$", // what comes of it is told, too
  BEGINS,
  "^The question: |\\?$|^Right is [a-d], ",
];

function isNews(told: string, names: readonly string[]): boolean {
  const others = TAKES_BACK.test(told) && !isYours(told, names);
  return !others && !SMALL.some((one) => pattern(one, names).test(told));
}

const TAKES_BACK = / takes? back /;

/** Without what only the log needs: with which card somebody else is after something, and what others take back. */
function shortly(told: string, names: readonly string[]): string {
  const mine = TAKES_BACK.test(told) && cut(told, /; /, names).find((part) => /^you\b/i.test(part));
  if (mine) return sentence(mine.replace(/^you (?!take)/, "you take back ").replace(/\.?$/, "."));
  if (isYours(told, names)) return told;
  return told
    .replace(
      pattern("^(<who> (?:tries to steal \\w+ \\d+ from <who>|defends \\w+ \\d+)) with .+$", names),
      "$1.",
    )
    .replace(pattern("^(<who> redraws).+$", names), "$1.");
}

const COLOUR_ORDER = ["red", "yellow", "blue", "white", "black"];

/** By shape, then by colour, OMNIs last. */
export function sort(hand: readonly string[]): string[] {
  const order = (card: string): number => {
    const [colour = "", shape] = card.split(" ");
    return colour === "omni"
      ? 100 + Number(shape)
      : SHAPES.indexOf(shape as Shape) * 10 + COLOUR_ORDER.indexOf(colour);
  };
  return [...hand].sort((one, other) => order(one) - order(other));
}

/** Cards for your hand come from your pile, or back from what they covered; what you lay comes from your hand, what
    others lay from theirs where it is seen, or from their discs; Game Cards come from the deck. */
export function home(
  id: string,
  before: GameOnView | null,
  after: GameOnView,
): string | string[] | undefined {
  const attack = after.attacks.find(({ on, by }) => attackId(on, by) === id);
  if (attack) return fromSeat(attack.by, attack.with, after.seat);
  return homeOf(id, coversOf(before), coversOf(after), after);
}

/** A card that defends goes where it is put, and a hand that is redrawn under your pile. */
export function away(
  card: string,
  before: GameOnView | null,
  after: GameOnView,
  moves: readonly MoveSeen[],
): string | string[] | undefined {
  const defends = moves.some(([seat, words]) => seat === after.seat && words === `defend with ${card}`);
  return defends ? controlPlace(before?.attacks[0]?.on ?? "") : redrawn(card, before, after.seat, moves);
}

/** Where your pile is: on a phone it has a place of its own, else it stands at your seat. */
const pileOf = (you: number | null): string[] => ["own-pile", `seat-${you}`];

export function redrawn(
  card: string,
  before: { hand: readonly string[] } | null,
  you: number | null,
  moves: readonly MoveSeen[],
): string[] | undefined {
  const redraws = moves.some(([seat, words]) => seat === you && words === "redraw");
  return redraws && before?.hand.includes(card) ? pileOf(you) : undefined;
}

/** A card in the hand of somebody else, where hands lie open. */
export const heldId = (seat: number, card: string): string => `held ${seat} ${card}`;

/** Which card of whom covers a shape, by the id of the disc that shows it. */
export type Covers = Map<string, { seat: number; card: string }>;

function coversOf(view: GameOnView | null): Covers {
  const found: Covers = new Map();
  for (const lying of view?.area ?? [])
    for (const [seat, cards] of lying?.covers.entries() ?? [])
      for (const [at, card] of cards.entries())
        if (lying && card) found.set(coverId(lying.name, SHAPES[at] ?? "", seat), { seat, card });
  return found;
}

export const fromSeat = (seat: number, card: string, you: number | null): string[] => [
  seat === you ? card : heldId(seat, card),
  `disc-${seat}`,
];

export function homeOf(
  id: string,
  before: Covers,
  after: Covers,
  { hand, seat: you }: { hand: readonly string[]; seat: number | null },
): string | string[] | undefined {
  const cover = after.get(id);
  if (cover) return fromSeat(cover.seat, cover.card, you);
  if (hand.includes(id)) {
    const back = [...before].filter(([at, { seat, card }]) => seat === you && card === id && !after.has(at));
    return [...back.map(([at]) => at), ...pileOf(you)];
  }
  return /^(sun|moon|star|leaf|drop|flame) \d+$/.test(id) ? "deck" : undefined;
}

/** A competition as the log tells it. */
export interface Shown {
  title: string; // "You and Ben compete for sun 7."
  goes: Go[];
  right: string; // "Right is b, Mars and Jupiter."
  outcome: string; // what came of it, in the words of the log
}
export interface Go {
  kind: "roll" | "show" | "say";
  done: { seat: number; what: string }[];
}

/** The competitions told in these lines. What is not understood is left to the log. */
export function competitions(
  lines: readonly string[],
  names: readonly string[],
  you: number | null,
  earlier: readonly string[] = [], // lines told before, in which a competition may have begun
): Shown[] {
  const begins = pattern(BEGINS, names);
  const begun = earlier.flatMap((line) => sentences(line, names)).findLast((one) => begins.test(one));
  const found: Shown[] = [];
  for (const line of lines.flatMap((told) => told.split("\n"))) {
    let here: Shown | undefined;
    let right = "";
    for (const sentence of sentences(line, names)) {
      const go = readGo(sentence, names, you);
      if (begins.test(sentence)) {
        here = { title: sentence, goes: [], right: "", outcome: "" };
        found.push(here);
      } else if (/^Right is [a-d], /.test(sentence)) right = sentence;
      else if (go) {
        if (!here) found.push((here = { title: begun ?? "All have chosen.", goes: [], right, outcome: "" }));
        here.goes.push(go);
      } else if (here?.goes.length) here.outcome = `${here.outcome} ${sentence}`.trim();
    }
  }
  return found.filter(({ goes }) => goes.length);
}

/** Competitions one after the other, until somebody has seen them: your own first, with what became of a steal. */
export function goOn(
  before: readonly Shown[],
  found: readonly Shown[],
  lines: readonly string[],
  names: readonly string[],
  you: number | null,
): Shown[] {
  const all = [...before, ...found]; // what is as it was stays the same one, and its dice lie still
  const defends = pattern("^<who> (?:do(?:es)? not )?defends? (\\w+ \\d+)\\b", names);
  for (const sentence of lines.flatMap((line) => sentences(line, names))) {
    const card = defends.exec(sentence)?.[1];
    const at = all.findLastIndex((one) => card && one.title.endsWith(` for the chance to steal ${card}.`));
    const tried = all[at];
    if (tried && !tried.outcome.includes(sentence))
      all[at] = { ...tried, outcome: `${tried.outcome} ${sentence}`.trim() };
  }
  const isYours = (one: Shown): boolean => one.goes.some((go) => go.done.some(({ seat }) => seat === you));
  return [...all.filter(isYours), ...all.filter((one) => !isYours(one))];
}

/** "You roll 5, Ben 3." or "Again: Ben 2, Ada 4." */
function readGo(sentence: string, names: readonly string[], you: number | null): Go | null {
  const again = sentence.startsWith("Again: ") ? "Again: " : "";
  const does = pattern("^(<who>) (?:(roll|show|say)s? )?([1-6]|rock|paper|scissors|[a-d])$", names);
  const done: Go["done"] = [];
  let kind: Go["kind"] = "roll";
  for (const [at, part] of cut(sentence.slice(again.length).replace(/\.$/, ""), /, /, names).entries()) {
    const [, who = "", verb, what = ""] = does.exec(part) ?? [];
    const seat = who.toLowerCase() === "you" ? (you ?? -1) : names.findIndex((name) => isCalled(name, who));
    if (seat < 0 || (verb !== undefined) !== (at === 0 && !again)) return null;
    kind = (verb as Go["kind"] | undefined) ?? kind;
    done.push({ seat, what });
  }
  return { kind, done };
}

const isCalled = (name: string, who: string): boolean => name.toLowerCase() === who.toLowerCase();

/** Seats stand beside what they control, so the view draws them. */
export const ownSeats = true;

/** "Ada: 3 Game Cards for 7, chevrons +2, hand -1" */
export function arithmetic(view: GameOnView, names: readonly string[]): string[] {
  return names.map((name, seat) => {
    const held = view.control[seat] ?? [];
    const printed = held.map(({ card, locked }) => ({ ...readGameCard(card), locked }));
    const worth = printed.reduce((sum, { points }) => sum + points, 0);
    const chevrons = printed.filter(({ chevron, locked }) => chevron && !locked).length;
    const cards = `${held.length} Game Card${held.length === 1 ? "" : "s"} for ${worth}`;
    return `${name}: ${cards}, chevrons +${chevrons}, hand \u2212${view.hand_sizes[seat] ?? 0}`;
  });
}
