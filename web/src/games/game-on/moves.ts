/** Game-On Competitive: which card and which place a move is about, and how a competition went. */
import { readGameCard, SHAPES, type CardType, type Coloured, type Shape } from "../../cards/game-on";
import { sentence, type Choice, type Gesture } from "../../lib/gestures";

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
/** Everybody draws from a pile of their own, so no card goes from this one to another seat. */
export const OWN_PILE = "own-pile";
export const shapePlace = (card: number, shape: string): string => `card-${card}-${shape}`;
export const controlPlace = (name: string): string => `control-${name.replace(" ", "-")}`;
export const coverId = (card: string, shape: string, seat: number): string => `${card} ${shape} ${seat}`;

/** A hint in the words that stand on the cards; of some earlier moment, as they were called then. */
export function spoken(words: string, view: Pick<GameOnView, "area"> | null): string {
  return sentence(
    words.replace(/\bcard (\d)\b/, (all, number) => view?.area[Number(number) - 1]?.name ?? all),
  );
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
    const colour = text && readGameCard(text).convert;
    const counts = colour ? `is all ${colour}` : "has its colour";
    return { label: `Convert: give up ${convert[1]}, and your hand ${counts}`, about: "convert" };
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

/** What the others did and what came of it, what weighs most first, for a phone shows only how it begins: the new
    round, what was won and lost, and then in numbers what was covered. What is seen anyway is left out, as dice are. */
export function meanwhile(lines: readonly string[], names: readonly string[], you: number): string[] {
  const covered = new Map<string, number>();
  const news: string[] = [];
  let round = "";
  for (const one of lines.flatMap((line) => line.split(/(?<=[.!?])\s+/))) {
    const who = /^(.+?) covers? the \w+ of /.exec(one)?.[1];
    const begins = /^Round \d+/.exec(one)?.[0];
    const drawn = /^You draw (.+)$/.exec(one)?.[1];
    if (who) covered.set(who, (covered.get(who) ?? 0) + 1);
    else if (begins) round = `${begins} begins.`;
    else if (drawn && round) round = round.replace(/\.$/, `: you draw ${drawn}`);
    else if (isNews(one) && !readGo(one, names, you)) news.push(shortly(one));
  }
  covered.delete("You");
  const counts = [...covered].map(([who, shapes], at) =>
    at ? `${who} ${shapes}` : `${who} covers ${shapes} ${shapes === 1 ? "shape" : "shapes"}`,
  );
  const told = news.filter((one) => !isLight(one));
  const heavy = [...told.filter(isYours), ...told.filter((one) => !isYours(one))].join(" ");
  const light = news.filter(isLight).join(" ");
  return [round, heavy, counts.length ? `${counts.join(", ")}.` : "", light].filter(Boolean);
}

const SMALL = [
  /^.+ finish(es)?\.$/,
  /^.+ has chosen\.$/,
  /^You (choose|draw|redraw|commit|try)\b/,
  /^All have chosen\.$/,
  /^New (in the Play Area|on the track): /,
  /^That decides nothing\.$|^Now dice decide\.$/,
  /^.+ (wins?|does not defend .+)\.$/, // what comes of it is told, too
  / compete for /,
  /^The question: |\?$|^Right is [a-d], /,
];

function isNews(told: string): boolean {
  const others = / takes? back /.test(told) && !isYours(told);
  return !others && !SMALL.some((one) => one.test(told));
}

const isYours = (told: string): boolean => /\byour?\b/i.test(told);
const isLight = (told: string): boolean => / redraws\.$/.test(told);

/** Without what only the log needs: with which card somebody else is after something, and what others take back. */
function shortly(told: string): string {
  const mine = / takes? back /.test(told) && told.split("; ").find((part) => /^you\b/i.test(part));
  if (mine) return sentence(mine.replace(/^you (?!take)/, "you take back ").replace(/\.?$/, "."));
  if (/\byou\b/.test(told)) return told;
  return told.replace(/( (?:tries to steal|defends) .+?) with .+$/, "$1.").replace(/( redraws).+$/, "$1.");
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

/** Hand cards come from the pile, covers from the disc of the seat that laid them, Game Cards from the deck. */
export function home(id: string, _before: unknown, after: Pick<GameOnView, "hand">): string | undefined {
  const cover = /^\w+ \d+ (?:square|circle|triangle) (\d)$/.exec(id);
  if (cover) return `disc-${cover[1]}`;
  if (after.hand.includes(id)) return OWN_PILE;
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

const BEGINS = /[^.!]+ compete for [^.!]+\./;

/** The competitions told in these lines. What is not understood is left to the log. */
export function competitions(
  lines: readonly string[],
  names: readonly string[],
  you: number | null,
  earlier: readonly string[] = [], // lines told before, in which a competition may have begun
): Shown[] {
  const begun = earlier.findLast((line) => BEGINS.test(line));
  const title = (begun && BEGINS.exec(begun)?.[0]) ?? "All have chosen.";
  const found: Shown[] = [];
  for (const line of lines.flatMap((told) => told.split("\n"))) {
    let here: Shown | undefined;
    let right = "";
    for (const sentence of line.split(/(?<=[.!])\s+/)) {
      const go = readGo(sentence, names, you);
      if (BEGINS.test(sentence)) {
        here = { title: sentence, goes: [], right: "", outcome: "" };
        found.push(here);
      } else if (/^Right is [a-d], /.test(sentence)) right = sentence;
      else if (go) {
        if (!here) found.push((here = { title, goes: [], right, outcome: "" }));
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
  you: number | null,
): Shown[] {
  const all = [...before, ...found].map((one) => ({ ...one }));
  for (const sentence of lines.flatMap((line) => line.split(/(?<=[.!])\s+/))) {
    const card = / defends? (\w+ \d+)\b/.exec(sentence)?.[1];
    const tried = card && all.findLast((one) => new RegExp(`steal ${card}\\b`).test(one.title));
    if (tried && !tried.outcome.includes(sentence)) tried.outcome = `${tried.outcome} ${sentence}`.trim();
  }
  const isYours = (one: Shown): boolean => one.goes.some((go) => go.done.some(({ seat }) => seat === you));
  return [...all.filter(isYours), ...all.filter((one) => !isYours(one))];
}

/** "You roll 5, Ben 3." or "Again: Ben 2, Ada 4." */
function readGo(sentence: string, names: readonly string[], you: number | null): Go | null {
  const parts = sentence.replace(/[.!]$/, "").split(", ");
  const first = /^(?:Again: |(.+?) (roll|show|say)s? )(.+)$/.exec(parts[0] ?? "");
  if (!first) return null;
  const who = first[1] === undefined ? "" : `${first[1]} `;
  const pairs = [`${who}${first[3]}`, ...parts.slice(1)];
  const done: Go["done"] = [];
  for (const pair of pairs) {
    const cut = pair.lastIndexOf(" ");
    const called = pair.slice(0, cut).toLowerCase();
    const seat = called === "you" ? (you ?? -1) : names.findIndex((name) => name.toLowerCase() === called);
    const what = pair.slice(cut + 1);
    if (seat < 0 || !/^([1-6]|rock|paper|scissors|[a-d])$/.test(what)) return null;
    done.push({ seat, what });
  }
  return { kind: (first[2] as Go["kind"] | undefined) ?? "roll", done };
}

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
