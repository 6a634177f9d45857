// A table as one seat sees it. It holds no rules: it keeps what the server said and what the finger holds.

import { follow, inOrder, nameOf } from "./copies";
import {
  atPlace,
  fullSentence,
  ofCard,
  onePlace,
  openPlaces,
  plainly,
  sentence,
  type Choice,
  type Gesture,
  type Moves,
  type MoveSeen,
  type View,
} from "./gestures";
import { initials } from "./initials";
import { Motion } from "./motion";
import { hearPromise, sendWord } from "./promised";
import { isByYou } from "./told";
import type {
  Ending,
  FromPage,
  FromServer,
  Hint,
  Live,
  Review,
  Said,
  Seat,
  State,
  TableInfo,
} from "./protocol";

const RECENT = 20; // moves that a view may still want to show
const LIT = "Where to? Choose one of the places that are lit.";
const CARD_FIRST = "First pick up the card that goes there.";

export type Point = { x: number; y: number };
export type Refusal = { reason: string; at?: Point };

/** A hint that was asked for. `reason` says why: the move is good, or there is no hint. */
export type Hinting = {
  id: string;
  is: "asked" | "made ready" | "thought about" | "given" | "refused" | "ready";
  move: number | null;
  words: string;
  reason: string;
};

/** A review that was asked for, and how far it is. */
export type Reviewing = { id: string; done: number; of: number; found: Review | null; problem: string };

/** How a change of the table is shown: the frame puts moving cards round it. */
export type Showing = (change: () => void, from: View, state: State) => void;

/** A time in words: "a minute", "90 seconds". */
function duration(seconds: number): string {
  if (seconds % 60) return `${seconds} seconds`;
  return seconds === 60 ? "a minute" : `${seconds / 60} minutes`;
}

/** randomUUID is for secure pages only; a classroom's server may not be one. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");
}

function asked(id: string, is: Hinting["is"] = "asked"): Hinting {
  return { id, is, move: null, words: "", reason: "" };
}

function handOf(view: View): string[] {
  return view?.hand ?? [];
}

export class Table {
  view = $state.raw<View>(null);
  info = $state.raw<TableInfo | null>(null);
  you = $state<number | null>(null);
  private welcomedAsHost = $state(false);
  private toldOfWatching = false;
  /** Of the newest state: what came after it is asked for when the connection was lost. */
  seq = $state(-1);
  choices = $state.raw<Choice[]>([]);
  told = $state.raw<string[]>([]);
  /** How many lines may be read, where the rest waits until what it tells has been seen: dice that still roll. */
  private toldTo = $state<number | null>(null);
  /** The lines that may be read. */
  lines = $derived(this.toldTo === null ? this.told : this.told.slice(0, this.toldTo));
  /** How much was told when this seat had last done its part; null where it has just come. */
  since = $state<number | null>(null);
  last = $state.raw<MoveSeen[]>([]);
  /** The newest moves of this match, with those before the last state. */
  recent = $state.raw<readonly MoveSeen[]>([]);
  over = $state.raw<Ending | null>(null);
  said = $state.raw<Said[]>([]);
  /** What bots say to their team in this round, by seat. */
  talk = $state.raw<Readonly<Record<number, string>>>({});
  /** The lines of the log that tell it. */
  heardSay: readonly string[] = [];
  /** How much of it others said since the chat was last looked at. */
  unread = $state(0);
  /** Who has left for good or sat down, and who plays on; until it has been read, or one plays on oneself. */
  left = $state<string | null>(null);
  warming = $state.raw<{ done: number; of: number } | null>(null);
  problem = $state<string | null>(null);
  ended = $state<string | null>(null);
  link = $state<"new" | "open" | "lost">("new");
  /** When the newest TableInfo came, for clocks that run between two of them. */
  heard = $state(0);

  /** The hand that places a piece now, and when its time was told. */
  live = $state.raw<(Live & { heard: number }) | null>(null);
  /** Of the fall that has just been: its frames, for seeing it again. */
  track = $state("");
  /** That fall is being seen again: what covers the table can wait. */
  replaying = $state(false);
  /** What moves between two states. */
  readonly motion = new Motion();

  moves = $state.raw<Moves | null>(null);
  /** The card that is picked up: its id, since another may have its name. */
  picked = $state<string | null>(null);
  private held = $state.raw<string[]>([]);
  /** The cards have just been dealt, and nobody has moved. */
  dealt = false;
  /** Cards that have come into your hand since you last moved. */
  fresh = $state.raw<readonly string[]>([]);
  choosing = $state.raw<{ gestures: Gesture[]; at?: Point } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The seat that reads a word aloud, where the table waits for that. */
  reader = $state<number | null>(null);
  hint = $state.raw<Hinting | null>(null);
  review = $state.raw<Reviewing | null>(null);
  /** What was tried that is not offered, until the rules have said why. */
  private wondering: { id: string; at?: Point } | null = null;
  /** The last hint that was to come by itself, as soon as hints are ready. */
  private promisedHint: string | null = null;
  /** The move that was sent and not yet acknowledged. */
  sent = $state.raw<{ id: string; move: number; at?: Point } | null>(null);

  /** Whether this seat decides for the table: who leaves for good is followed by another. */
  host = $derived(this.welcomedAsHost || (this.info?.seats[this.you ?? -1]?.host ?? false));
  /** Whether it may clear the table and deal: others than the host while none is here, but never the first match. */
  deals = $derived(this.host || (this.you !== null && this.info?.host_here === false && this.playedBefore));

  private get playedBefore(): boolean {
    return this.info?.phase === "over" || (this.info?.round ?? 1) > 1;
  }

  names = $derived.by(() => this.info?.seats.map((seat) => seat.name) ?? []);
  /** The same as they stand on this page, where you are "You". */
  called = $derived(this.names.map((name, seat) => (seat === this.you ? "You" : name)));
  /** What stands for each of the others in little room; your own seat has a sign instead (`YouSign`). */
  letters = $derived(initials(this.names, this.you));
  gestures = $derived.by((): Gesture[] =>
    this.moves && this.view ? this.moves.read(this.choices, this.view, this.names) : plainly(this.choices),
  );
  lit = $derived.by(() => openPlaces(this.gestures, this.picked, false));
  /** Places that would take it, too, though nothing leads there. */
  dark = $derived.by(() => openPlaces(this.gestures, this.picked, true));
  /** The ids of your cards, sorted. A card keeps its id as long as you hold it. */
  hand = $derived.by(() => {
    const names = this.held.map(nameOf);
    return inOrder(this.held, this.moves?.sort?.(names) ?? names);
  });
  waiting = $derived(this.sent !== null);
  /** What the game's own words mean, by word. */
  meanings = $derived(this.info?.meanings ?? {});
  /** What happened while this seat waited, in a few lines; where a game has long rounds. */
  meanwhile = $derived.by((): readonly string[] => {
    if (this.you === null || this.since === null) return [];
    const happened = this.lines.slice(this.since).filter((line) => !this.heardSay.includes(line));
    return this.moves?.meanwhile?.(happened, this.names, this.you) ?? [];
  });
  /** What to do now, or who is being waited for, in one short sentence. */
  prompt = $derived.by(() => {
    if (this.over || !this.view) return "";
    if (this.reader !== null)
      return this.reader === this.you ? "Read your word aloud." : `${this.names[this.reader]} reads a word.`;
    if (this.waiting && !this.live)
      return this.link === "lost" ? "Your move goes out when the connection is back." : "Sending your move";
    if (this.picked !== null && this.moves?.holding)
      return this.moves.holding(
        nameOf(this.picked),
        ofCard(this.gestures, this.picked),
        this.meanings,
        this.choosing !== null,
      );
    const awaited = this.asked ? "" : this.awaited;
    if (awaited) return awaited;
    if (this.moves) return this.asks();
    return this.asked ? "Your turn." : "Waiting for the others.";
  });
  /** Who keeps all waiting and is not here, and how the game will go on; "" where somebody else can act. */
  private get awaited(): string {
    const { info, view } = this;
    const acting = (view?.to_act ?? []).map((seat: number) => info?.seats[seat]);
    const gone = acting.filter((seat?: Seat) => seat?.who === "person" && !seat.here && !seat.standing_in);
    if (!info || !gone.length || gone.length < acting.length) return "";
    const who = `${gone.map((seat: Seat) => seat.name).join(" and ")} ${gone.length > 1 ? "are" : "is"} away.`;
    const limit = info.settings.away_limit;
    if (!info.seats.some((seat) => seat.who === "person" && seat.here))
      return `${who} The game waits until one of the players is back.`;
    if (limit) return `${who} A bot plays on ${duration(limit)} after they left.`;
    return `${who} The host can let a bot play on.`;
  }
  private asks(): string {
    return this.moves?.prompt(this.view, this.names, this.you, this.live, this.gestures) ?? "";
  }
  /** Whether something is asked of this seat now. */
  asked = $derived(this.choices.length > 0 && this.over === null);
  /** What there is to do, where it is up to you; whatever else has to be said first. */
  question = $derived(this.asked ? this.asks() : "");
  /** Whether it is this seat's turn; something may be asked of it in the turn of another. */
  turn = $derived(this.asked && this.you !== null && (this.moves?.turn?.(this.view, this.you) ?? true));
  /** Whether clocks stand beside the names. */
  timed = $derived(this.info?.seats.some((seat) => seat.left_ms !== null) ?? false);
  /** Whether players may ask for hints here. */
  hints = $derived(this.you !== null && (this.info?.advice ?? false) && (this.info?.settings.hints ?? false));
  thinking = $derived(this.hint !== null && !["given", "refused", "ready"].includes(this.hint.is));
  /** What the hint says to do: more than one movement, where any of several cards will do. */
  hinted = $derived.by(() => {
    const move = this.hint?.move ?? null;
    return this.gestures.filter((one) => one.number === move);
  });

  isTurnOf(seat: number): boolean {
    if (this.over || !this.view?.to_act?.includes(seat)) return false;
    return this.moves?.turn?.(this.view, seat) ?? true;
  }

  showing: Showing = (change) => change();
  private readonly send: (message: FromPage) => void;
  /** The review of a match is read: another that begins waits, with all that happens in it. */
  private reading = $state(false);
  private later = $state.raw<FromServer[]>([]);
  /** Whether another match has begun, and waits until the review has been read. */
  another = $derived(this.later.length > 0);

  constructor(send: (message: FromPage) => void) {
    this.send = send;
  }

  // What the server says

  receive(message: FromServer): void {
    if (this.waits(message)) {
      const all = message.type === "welcome" ? [] : this.later; // what follows a welcome tells all since our last state
      this.later = [...all, message];
      return;
    }
    switch (message.type) {
      case "welcome":
        this.you = message.you;
        this.welcomedAsHost = message.host;
        this.motion.reset();
        this.hint = null; // who asked was another connection
        if (this.info) this.unread += Math.max(0, message.said.length - this.said.length);
        this.said = message.said;
        this.hear(message.table);
        if (this.review && !this.review.found) this.askReview();
        break;
      case "table":
        this.hear(message.table);
        break;
      case "state":
        if (message.answers !== null && this.sent?.id === message.answers) this.sent = null;
        this.showing(() => this.take(message), this.view, { ...message, view: this.readable(message.view) });
        break;
      case "live":
        this.follow(message);
        break;
      case "ack":
        if (this.sent?.id === message.id) this.sent = null;
        break;
      case "refusal":
        if (message.id === null) this.problem = message.reason;
        else if (this.hint?.id === message.id)
          this.hint = { ...this.hint, is: "refused", reason: fullSentence(message.reason) };
        else if (this.review?.id === message.id)
          this.review = { ...this.review, problem: fullSentence(message.reason) };
        else if (this.wondering?.id === message.id) {
          this.refusal = { reason: message.reason, at: this.wondering.at };
          this.wondering = null;
        } else if (this.sent?.id === message.id) {
          this.refusal = { reason: message.reason, at: this.sent.at };
          this.sent = null;
          this.drop();
        }
        break;
      case "hinting":
        if (this.hint?.id === message.id)
          this.hint = { ...this.hint, is: message.ready ? "thought about" : "made ready" };
        else if (message.ready && message.id === this.promisedHint && !this.hint)
          // One has played on since it was promised. Where it is one's turn again, it comes after all.
          this.hint = this.asked ? asked(message.id, "thought about") : asked("", "ready");
        if (!message.ready) this.promisedHint = message.id;
        break;
      case "hint":
        if (this.hint?.id === message.id) this.beHinted(message);
        break;
      case "reviewing":
        if (this.review) this.review = { ...this.review, done: message.done, of: message.of };
        break;
      case "review":
        if (this.review) this.review = { ...this.review, found: message };
        break;
      case "warming":
        this.warming = { done: message.done, of: message.of };
        break;
      case "said":
        this.said = [...this.said, message].slice(-200);
        if (message.seat !== this.you) this.unread++;
        break;
      case "bye":
        if (!message.again) this.ended = message.reason;
        break;
    }
  }

  private beHinted({ id, move, words, reason }: Hint): void {
    const found = this.gestures.find((one) => one.number === move);
    if (!found) return; // the next state says why
    // Other moves stand in quotes, as programs call them.
    const why = reason.replace(/'([^']+)'/g, (all, other: string) => {
      const known = this.gestures.find((one) => one.words === other);
      return known ? `\u201c${this.spoken(known, other)}\u201d` : all;
    });
    this.hint = { id, is: "given", move, words: this.spoken(found, words), reason: why };
  }

  /** A move as the page calls it. */
  private spoken(gesture: Gesture, words: string): string {
    if (gesture.card === undefined && gesture.place === undefined) return gesture.label;
    return this.moves?.spoken?.(words, this.view) ?? sentence(words);
  }

  /** Begin to read a review, or go on: to the match that has begun meanwhile, if one has. */
  read(on: boolean): void {
    this.reading = on;
    if (on) return;
    const { later, showing } = this;
    this.later = [];
    this.showing = (change) => change(); // nothing moves from one match to another
    for (const message of later) this.receive(message);
    this.showing = showing;
  }

  private waits(message: FromServer): boolean {
    if (!this.reading) return false;
    if (message.type === "welcome" || message.type === "table")
      return this.another || message.table.round !== this.info?.round;
    return this.another && ["state", "live", "warming"].includes(message.type);
  }

  private hear(info: TableInfo): void {
    if (this.info && info.round !== this.info.round) this.clear();
    else if (info.phase === "playing") {
      this.tellWhoSits(info.seats);
      this.tellWhoWatches(info);
    }
    this.info = info;
    hearPromise(info, this.you);
    this.heard = performance.now();
    if (info.phase !== "warming") this.warming = null;
  }

  /** The log tells of moves alone; who is gone for good, and who sits down instead, the seats tell. */
  private tellWhoSits(seats: readonly Seat[]): void {
    const gone = seats.flatMap((now, seat) => {
      const before = this.info?.seats[seat];
      if (before?.who === "bot" && now.who === "person")
        return [`${now.name} has sat down, and plays on for ${before.name}.`];
      if (before?.who === "person" && now.who === "bot")
        return [`${before.name} is no longer at the table. ${now.name}, a bot, plays on.`];
      if (!now.host || before?.host !== false) return [];
      return [seat === this.you ? "You are the host now." : `${now.name} is the host now.`];
    });
    if (!gone.length) return;
    this.told = [...this.told, ...gone];
    this.left = gone.join(" ");
  }

  /** Friends who come late can only watch; the host alone can change that, and has to know. */
  private tellWhoWatches(info: TableInfo): void {
    const more = this.info !== null && info.watching > this.info.watching;
    if (!more || this.toldOfWatching || !this.host || !info.seats.some((seat) => seat.who === "bot")) return;
    this.toldOfWatching = true;
    this.left = "Somebody has come to watch. To let them play, free a bot's seat for them in the menu.";
  }

  private follow(live: Live | null): void {
    this.live = live && { ...live, heard: performance.now() };
    this.motion.begin(live?.placement ?? null);
    if (live && live.phase !== "holding") this.choices = []; // nobody can act before all is at rest
  }

  /** What follows is told from the beginning. */
  forget(): void {
    this.told = [];
    this.since = null;
  }

  /** The newest lines say what is still to be seen; with none, it has been. */
  keepBack(lines: number): void {
    this.toldTo = lines ? this.told.length - lines : null;
  }

  /** What bots say to their team that they did not say before, as the log has it. */
  newTalk(state: State): string[] {
    return state.talk.flatMap(([seat, words]) =>
      this.talk[seat] === words ? [] : [`${this.names[seat]}: ${words}`],
    );
  }

  /** A new match at the same table starts from nothing. */
  private clear(): void {
    this.view = null;
    this.talk = {};
    this.heardSay = [];
    this.held = [];
    this.fresh = [];
    this.seq = -1;
    this.told = [];
    this.since = null;
    this.toldTo = null;
    this.last = this.recent = [];
    this.choices = [];
    this.over = null;
    this.sent = null;
    this.track = "";
    this.hint = null;
    this.review = null;
    this.left = null;
    this.follow(null);
    this.drop();
  }

  /** A view with the words on its cards: they never change, so the server says them once. */
  private readable(view: Record<string, unknown>): View {
    const words = this.info?.printed ?? {};
    return Object.keys(words).length > 0 ? { ...view, words } : view;
  }

  private take(state: State): void {
    const moved = state.moves.some(([seat]) => seat === this.you);
    const before = this.held;
    this.dealt = !this.view && !state.told.length && !state.moves.length;
    this.held = follow(before, handOf(state.view), moved ? this.picked : null);
    this.fresh = this.come(before, moved);
    this.choices = state.choices.map(([number, words]) => ({ number, words }));
    const didAll = moved && (this.choices.length === 0 || state.view["round"] !== this.view?.round);
    if (didAll) this.since = this.told.length + state.told.findIndex((line) => isByYou(line, this.names)) + 1;
    const talk = this.newTalk(state);
    this.heardSay = [...this.heardSay, ...talk];
    this.told = [...this.told, ...state.told, ...talk];
    this.talk = Object.fromEntries(state.talk);
    this.seq = state.seq;
    this.view = this.readable(state.view);
    this.last = state.moves;
    this.recent = [...this.recent, ...state.moves].slice(-RECENT);
    this.over = state.over;
    this.reader = state.reading;
    this.follow(state.live ?? null);
    if (state.track) this.track = state.track;
    else if (this.live) this.track = "";
    if (this.info && state.seats) this.info = { ...this.info, seats: state.seats };
    this.heard = performance.now();
    const past = this.hint?.is === "given" && !this.choices.some(({ number }) => number === this.hint?.move);
    if (moved || past || (!this.asked && this.hint?.is !== "ready")) this.hint = null;
    // What was picked up has been played; the next question starts with empty fingers.
    if (moved) {
      this.drop();
      this.left = null;
    }
    if (this.picked !== null && ofCard(this.gestures, this.picked).length === 0) this.drop();
    if (this.choosing && this.choosing.gestures.some((one) => !this.offers(one))) this.drop();
  }

  /** What has come into the hand. A hand in which all is new was dealt, and needs no marks. */
  private come(before: readonly string[], moved: boolean): readonly string[] {
    const now = this.held.filter((card) => !before.includes(card) || (!moved && this.fresh.includes(card)));
    return now.length < this.held.length ? now : [];
  }

  private offers(gesture: Gesture): boolean {
    return this.choices.some(({ number, words }) => number === gesture.number && words === gesture.words);
  }

  // What the finger does

  /** Pick a card up; picked up already, play it. Where it could go to several places, say that one is to be chosen:
      a second tap means the same everywhere, and puts nothing back (another card, a tap beside it or Escape does). */
  pick(card: string, at?: Point): void {
    if (this.waiting) return;
    this.refusal = null;
    this.choosing = null;
    const gestures = ofCard(this.gestures, card);
    if (gestures.length === 0) {
      const why = this.turn && this.you !== null && this.moves?.whyNot?.(nameOf(card), this.view, this.you);
      if (why) this.refusal = { reason: why, at };
      else this.askWhy(nameOf(card), null, "That card cannot be played now.", at);
      return;
    }
    if (this.picked !== card) {
      this.picked = card;
      return;
    }
    if (onePlace(gestures)) this.decide(gestures, at);
    else this.refusal = { reason: this.lit.size ? LIT : this.prompt, at };
  }

  /** Put the picked card down where it was, and close what was opened. */
  drop(): void {
    this.picked = null;
    this.choosing = null;
  }

  /** A finger tried what is not offered. Why not, only the rules can say, if it is a move at all; `else` will do. */
  whyNot(place: string | null, otherwise: string, at?: Point): void {
    if (this.waiting || this.you === null) return;
    const card = this.picked === null ? null : nameOf(this.picked);
    const wanted =
      card === null && this.gestures.some((one) => one.card !== undefined && one.place === place);
    if (wanted && this.turn) this.refusal = { reason: CARD_FIRST, at };
    else this.askWhy(card, place, otherwise, at);
  }

  private askWhy(card: string | null, place: string | null, otherwise: string, at?: Point): void {
    const tried = this.turn ? this.moves?.tried?.(card, place, this.view, this.names) : undefined;
    if (!tried || this.link === "lost") this.explain(otherwise, at);
    else if ("why" in tried) this.refusal = { reason: tried.why, at };
    else {
      const id = newId();
      this.wondering = { id, at };
      this.send({ type: "why", id, move: tried.move });
    }
  }

  /** Say at the finger why nothing happens there, and what would be right. */
  explain(why: string, at?: Point): void {
    if (this.waiting || this.you === null || !this.prompt) return;
    const asked = sentence(this.prompt.replace(/^Your turn: /, ""));
    this.refusal = { reason: this.turn ? `${why} ${asked}` : this.prompt, at };
  }

  /** Put the picked card (or a bare finger) on a place. False: nothing can happen there. */
  put(place: string, at?: Point): boolean {
    if (this.waiting) return false;
    const gestures = atPlace(this.gestures, this.picked, place);
    if (gestures.length === 0) return false;
    this.decide(gestures, at);
    return true;
  }

  /** A button was pressed. */
  press(gesture: Gesture, at?: Point): void {
    if (this.waiting) return;
    this.refusal = null;
    this.decide([gesture], at);
  }

  private decide(gestures: Gesture[], at?: Point): void {
    const [only] = gestures;
    if (gestures.length === 1 && only && !only.sure) this.play(only.number, at);
    else this.choosing = { gestures, at };
  }

  play(number: number, at?: Point): void {
    if (this.waiting) return;
    this.refusal = null;
    this.choosing = null;
    const id = newId();
    this.sent = { id, move: number, at };
    // Should it arrive late, it is no move of a turn that was not seen here.
    this.send({ type: "move", id, move: number, seq: this.seq });
  }

  // What a good player would do, and would have done

  askHint(): void {
    if (!this.hints || !this.asked || this.waiting || this.thinking) return;
    this.refusal = null;
    const id = newId();
    this.hint = asked(id);
    this.send({ type: "hint", id });
  }

  askReview(): void {
    if (this.review?.found) return;
    const id = newId();
    this.review = { id, done: 0, of: 0, found: null, problem: "" };
    this.send({ type: "review", id });
  }

  /** What there is to read aloud on the cards of a move. */
  wordsOf(words: string | null | undefined, seat = this.you): string[] {
    if (!words || seat === null || !this.view) return [];
    return this.moves?.aloud?.([seat, words], this.view) ?? [];
  }

  /** Where the hand should go. */
  aim = (message: FromPage): void => this.send(message);

  // What people say to the table

  tell(message: Exclude<FromPage, { type: "hello" | "move" | "ping" | "aim" | "hint" | "review" }>): void {
    this.problem = null;
    if (message.type === "word" && this.info && this.you !== null) sendWord(this.info, this.you, message);
    this.send(message);
  }
}
