// A table as one seat sees it. It holds no rules: it keeps what the server said and what the finger holds.

import { follow, inOrder, nameOf } from "./copies";
import {
  atPlace,
  fullSentence,
  litPlaces,
  ofCard,
  onePlace,
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

export type Point = { x: number; y: number };
export type Refusal = { reason: string; at?: Point };

/** A hint that was asked for. `reason` says why: the move is good, or there is no hint. */
export type Hinting = {
  id: string;
  is: "asked" | "made ready" | "thought about" | "given" | "refused";
  move: number | null;
  words: string;
  reason: string;
};

/** A review that was asked for, and how far it is. */
export type Reviewing = { id: string; done: number; of: number; found: Review | null; problem: string };

/** How a change of the table is shown: the frame puts moving cards round it. */
export type Showing = (change: () => void, from: View, state: State) => void;

/** randomUUID is for secure pages only; a classroom's server may not be one. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");
}

function handOf(view: View): string[] {
  return view?.hand ?? [];
}

export class Table {
  view = $state.raw<View>(null);
  info = $state.raw<TableInfo | null>(null);
  you = $state<number | null>(null);
  host = $state(false);
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
  over = $state.raw<Ending | null>(null);
  said = $state.raw<Said[]>([]);
  /** How much of it others said since the chat was last looked at. */
  unread = $state(0);
  /** Who has left for good, and who plays on; until it has been read, or one plays on oneself. */
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
  choosing = $state.raw<{ gestures: Gesture[]; at?: Point } | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The seat that reads a word aloud, where the table waits for that. */
  reader = $state<number | null>(null);
  hint = $state.raw<Hinting | null>(null);
  review = $state.raw<Reviewing | null>(null);
  /** The move that was sent and not yet acknowledged. */
  sent = $state.raw<{ id: string; move: number; at?: Point } | null>(null);

  names = $derived.by(() => this.info?.seats.map((seat) => seat.name) ?? []);
  /** The same as they stand on this page, where you are "You"; and the letters of that. */
  called = $derived(this.names.map((name, seat) => (seat === this.you ? "You" : name)));
  letters = $derived(initials(this.called));
  gestures = $derived.by((): Gesture[] =>
    this.moves && this.view ? this.moves.read(this.choices, this.view) : plainly(this.choices),
  );
  lit = $derived.by(() => litPlaces(this.gestures, this.picked));
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
    return this.moves?.meanwhile?.(this.lines.slice(this.since), this.names, this.you) ?? [];
  });
  /** What to do now, or who is being waited for, in one short sentence. */
  prompt = $derived.by(() => {
    if (this.over || !this.view) return "";
    if (this.reader !== null)
      return this.reader === this.you ? "Read your word aloud." : `${this.names[this.reader]} reads a word.`;
    if (this.waiting && !this.live) return "Sending your move";
    if (this.picked !== null && this.moves?.holding)
      return this.moves.holding(nameOf(this.picked), ofCard(this.gestures, this.picked), this.meanings);
    if (this.moves) return this.asks();
    return this.asked ? "Your turn." : "Waiting for the others.";
  });
  private asks(): string {
    return this.moves?.prompt(this.view, this.names, this.you, this.live, this.gestures) ?? "";
  }
  /** Whether something is asked of this seat now. */
  asked = $derived(this.choices.length > 0 && this.over === null);
  /** What there is to do, where it is up to you; whatever else has to be said first. */
  question = $derived(this.asked ? this.asks() : "");
  /** Whether it is this seat's turn; something may be asked of it in the turn of another. */
  turn = $derived(this.asked && this.you !== null && (this.moves?.turn?.(this.view, this.you) ?? true));
  /** Whether players may ask for hints here. */
  hints = $derived(this.you !== null && (this.info?.advice ?? false) && (this.info?.settings.hints ?? false));
  thinking = $derived(this.hint !== null && !["given", "refused"].includes(this.hint.is));
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
        this.host = message.host;
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
        else if (this.sent?.id === message.id) {
          this.refusal = { reason: message.reason, at: this.sent.at };
          this.sent = null;
          this.drop();
        }
        break;
      case "hinting":
        if (this.hint?.id === message.id)
          this.hint = { ...this.hint, is: message.ready ? "thought about" : "made ready" };
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
    else if (info.phase === "playing") this.missWhoLeft(info.seats);
    this.info = info;
    this.heard = performance.now();
    if (info.phase !== "warming") this.warming = null;
  }

  /** The log tells of moves alone; that somebody is gone for good, the seats tell. */
  private missWhoLeft(seats: readonly Seat[]): void {
    const gone = seats.flatMap((now, seat) => {
      const before = this.info?.seats[seat];
      if (before?.who !== "person" || now.who !== "bot") return [];
      return [`${before.name} is no longer at the table. ${now.name}, a bot, plays on.`];
    });
    if (!gone.length) return;
    this.told = [...this.told, ...gone];
    this.left = gone.join(" ");
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

  /** A new match at the same table starts from nothing. */
  private clear(): void {
    this.view = null;
    this.held = [];
    this.seq = -1;
    this.told = [];
    this.since = null;
    this.toldTo = null;
    this.last = [];
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
    this.held = follow(this.held, handOf(state.view), moved ? this.picked : null);
    this.choices = state.choices.map(([number, words]) => ({ number, words }));
    const didAll = moved && (this.choices.length === 0 || state.view["round"] !== this.view?.round);
    if (didAll) this.since = this.told.length + state.told.findIndex((line) => line.startsWith("You ")) + 1;
    this.told = [...this.told, ...state.told];
    this.seq = state.seq;
    this.view = this.readable(state.view);
    this.last = state.moves;
    this.over = state.over;
    this.reader = state.reading;
    this.follow(state.live ?? null);
    if (state.track) this.track = state.track;
    else if (this.live) this.track = "";
    if (this.info) this.info = { ...this.info, seats: state.seats };
    this.heard = performance.now();
    const past = this.hint?.is === "given" && !this.choices.some(({ number }) => number === this.hint?.move);
    if (moved || past || !this.asked) this.hint = null;
    // What was picked up has been played; the next question starts with empty fingers.
    if (moved) {
      this.drop();
      this.left = null;
    }
    if (this.picked !== null && ofCard(this.gestures, this.picked).length === 0) this.drop();
    if (this.choosing && this.choosing.gestures.some((one) => !this.offers(one))) this.drop();
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
      else this.explain("That card cannot be played now.", at);
      return;
    }
    if (this.picked !== card) {
      this.picked = card;
      return;
    }
    if (onePlace(gestures)) this.decide(gestures, at);
    else this.refusal = { reason: "Where to? Choose one of the places that are lit.", at };
  }

  /** Put the picked card down where it was, and close what was opened. */
  drop(): void {
    this.picked = null;
    this.choosing = null;
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

  private decide(gestures: Gesture[], at?: Point): void {
    const [only] = gestures;
    if (gestures.length === 1 && only) this.play(only.number, at);
    else this.choosing = { gestures, at };
  }

  play(number: number, at?: Point): void {
    if (this.waiting) return;
    this.refusal = null;
    this.choosing = null;
    const id = newId();
    this.sent = { id, move: number, at };
    this.send({ type: "move", id, move: number });
  }

  // What a good player would do, and would have done

  askHint(): void {
    if (!this.hints || !this.asked || this.waiting || this.thinking) return;
    const id = newId();
    this.hint = { id, is: "asked", move: null, words: "", reason: "" };
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
    this.send(message);
  }
}
