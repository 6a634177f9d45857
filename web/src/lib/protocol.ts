// Made from src/parlour/server/messages.py by `python -m parlour.server.protocol`; do not edit.

/** How long people may think. When time is up, a bot moves for them. */
export interface Clocks {
  /** no limit; for each move; for all moves of a match together */
  kind: "game" | "move" | "none";
  /** for a move, or for the match */
  seconds: number;
  /** seconds that every move gives back, with "game" */
  more: number;
}

/** What the host chooses for a table, besides the game's own options. */
export interface Settings {
  /** whether people with the link may watch */
  spectators: boolean;
  chat: boolean;
  clocks: Clocks;
  /** seconds until a bot stands in for who is away; 0: never */
  away_limit: number;
  /** milliseconds that a bot takes for a move, about */
  pause: number;
  /** whether a word is confirmed as read before play goes on (KB-20) */
  confirm_words: boolean;
  /** whether players may ask for hints */
  hints: boolean;
}

/** A seat as everybody sees it. */
export interface Seat {
  seat: number;
  name: string;
  who: "bot" | "open" | "person";
  /** which bot, where one sits there for good */
  bot: string | null;
  /** whether somebody is connected in this seat */
  here: boolean;
  /** whether a bot plays for a person who is away */
  standing_in: boolean;
  host: boolean;
  /** time left on its clock, when the message was sent */
  left_ms: number | null;
  /** whether that clock is running */
  runs: boolean;
}

/** A table as everybody sees it. */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  players: number;
  /** of a component of somebody's own (words, questions) only {"title": ...} */
  options: Record<string, unknown>;
  settings: Settings;
  seats: Seat[];
  phase: "gathering" | "over" | "playing" | "warming";
  /** of the matches at this table, from 1 */
  round: number;
  /** by seat: how many of those before who sits there has won */
  wins: number[];
  /** SHA-256 of the secret that goes into the shuffle, published before the deal */
  commitment: string;
  /** that seats mix into the shuffle; shown when the cards are dealt, until then null or "" */
  words: (string | null)[];
  /** spectators */
  watching: number;
  /** whether a host is connected; while none is, anyone with a seat may clear the table and deal again */
  host_here: boolean;
  /** seats in which bots play until somebody takes them */
  offered: number[];
  /** what is printed on the cards of this game besides their names: the words */
  printed: Record<string, string>;
  /** of the game's own words ("redraw"), a line each, for where they are met */
  meanings: Record<string, string>;
  /** whether there are hints and reviews of this game: not where steady hands decide */
  advice: boolean;
  /** "bot:fair": the one to give a seat to, where nobody asks for another */
  usual_bot: string;
  /** a seat whose player reads how it is played: nobody moves before it has said `read` */
  newcomer: number | null;
}

export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  text: string;
}

/** The answer to `hello`; a `state` follows when a match is on or over. */
export interface Welcome {
  type: "welcome";
  seq: number;
  /** the seat; none for a spectator */
  you: number | null;
  host: boolean;
  table: TableInfo;
  /** in the chat so far, as long as the server remembers */
  said: Said[];
}

/** Somebody came, went or changed something. */
export interface TableChanged {
  type: "table";
  seq: number;
  table: TableInfo;
}

/** What it takes to check the deal, shown when the match is over. */
export interface Fairness {
  commitment: string;
  /** in hex; its SHA-256 is the commitment */
  secret: string;
  round: number;
  /** of the seats, "" where there was none */
  words: string[];
  /** of the deal, in decimal: it follows from the secret, the round and the words */
  seed: string;
}

/** How a match came out. */
export interface Ending {
  winners: number[];
  scores: number[];
  /** what ended it, in a sentence: "The pile is empty." */
  why: string;
  fairness: Fairness;
}

/** A piece that is being placed on the tower of Shapes. Poses come in binary frames meanwhile. */
export interface Live {
  /** its number; frames carry the low 16 bits */
  placement: number;
  /** whose hand it is */
  seat: number;
  /** "red bar" */
  piece: string;
  /** in the hand; let go, or something fell; the turn was stopped */
  phase: "holding" | "settling" | "unrest";
  /** for the hand, while it holds the piece (SH-8) */
  left_ms: number;
}

/** What this seat sees now, and may do. Sent after every move, and after `welcome`. */
export interface State {
  type: "state";
  seq: number;
  /** the game's own, for this seat only */
  view: Record<string, unknown>;
  /** number and words of what may be done now */
  choices: [number, string][];
  /** new lines of the log; after `welcome` all those after `since` */
  told: string[];
  /** made since the last `state`: who, and what where all may know it */
  moves: [number, string | null][];
  /** what bots said to their team, with people in it, in this round: who, and their words */
  talk: [number, string][];
  /** null: as they were; `table` tells who comes and goes */
  seats: Seat[] | null;
  /** the seat that is reading a word aloud; all wait until it has */
  reading: number | null;
  over: Ending | null;
  /** the piece that is being placed, if any */
  live: Live | null;
  /** after a fall: the frames that show it, in base64, from a key frame with every piece on */
  track: string;
  /** the id of this seat's move that led here: it is acknowledged hereby */
  answers: string | null;
}

/** The piece that is being placed was let go, or something fell: nobody can move before all is at rest. */
export interface LiveNow {
  type: "live";
  placement: number;
  seat: number;
  piece: string;
  phase: "holding" | "settling" | "unrest";
  left_ms: number;
}

/** A move is made and safely stored, and no `state` says so: it was sent before, or this page is behind. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

/** Something was not done, and why. Nothing changed; a fresh `state` follows where there is one. */
export interface Refusal {
  type: "refusal";
  /** of the move, the question why not, the hint or the review */
  id: string | null;
  reason: string;
  seq: number;
}

/** Somebody is thinking about the hint that was asked for. Should the game go on meanwhile, it is refused. */
export interface HintComing {
  type: "hinting";
  id: string;
  /** false: hints of this game are first made ready, which takes a while; then it comes */
  ready: boolean;
}

/** What a good player would do, by what the seat sees. Only the page that asked is told. */
export interface Hint {
  type: "hint";
  id: string;
  /** the number of a choice */
  move: number;
  words: string;
  reason: string;
}

/** The review that was asked for is being made. */
export interface ReviewComing {
  type: "reviewing";
  done: number;
  of: number;
}

/** A move of a match, and how the chances stood after it. */
export interface Moment {
  /** 0 is the deal */
  number: number;
  /** who moved */
  seat: number | null;
  move: string;
  /** in words, as the log tells it */
  told: string;
  /** of each seat to win, by what it could know; 0 to 1 */
  chances: number[];
}

/** A turning point of a match. */
export interface Turn {
  /** of the moment */
  number: number;
  /** whose chances changed most */
  seat: number;
  change: number;
  /** the move that would have been better for who moved, by what they saw; "": none clearly was */
  better: string;
  /** said to who moved */
  why: string;
}

/** The match that is over, looked back upon. */
export interface Review {
  type: "review";
  /** of the seats */
  names: string[];
  moments: Moment[];
  /** the turning points, in their order */
  turns: Turn[];
}

/** The rules of the game are still being compiled; the table starts by itself. */
export interface Warming {
  type: "warming";
  done: number;
  of: number;
}

/** The server closes the connection; coming back helps only where `again` says so. */
export interface Bye {
  type: "bye";
  reason: string;
  again: boolean;
}

export interface Pong {
  type: "pong";
}

export interface HeldSeat {
  seat: number;
  /** whoever has it holds the seat */
  token: string;
}

export interface TableOpened {
  code: string;
  /** the host's own token, for a host who does not play */
  host: string;
  seats: HeldSeat[];
}

export interface ComponentRead {
  title: string;
  /** what the option is to be */
  content: Record<string, unknown>;
}

/** Any answer over HTTP that is not what was asked for. */
export interface Problem {
  reason: string;
}

/** An option of a game, for the form that sets it. */
export interface OptionShown {
  name: string;
  kind: "choice" | "component" | "each" | "number" | "seat" | "switch";
  default: unknown;
  help: string;
  /** those that are right, in words */
  values: string;
  /** of a choice; the presets of a component */
  choices: string[];
  least: number | null;
  most: number | null;
}

export interface GameShown {
  id: string;
  title: string;
  summary: string;
  /** the fewest and the most */
  players: [number, number];
  options: OptionShown[];
  /** by number of players: values that suit them */
  suggestions: Record<string, Record<string, unknown>>;
  /** whether it can be played in the page */
  online: boolean;
  /** whether there are hints and reviews of it */
  advice: boolean;
  /** of those on the shelf, who can sit at it: "bot:fair" */
  bots: string[];
  /** one of them, where nobody chose */
  usual_bot: string;
}

export interface BoxShown {
  box: string;
  title: string;
  about: string;
  players: [number, number];
  ages: string;
  minutes: string;
  games: GameShown[];
}

export interface BotShown {
  /** "bot:fair" */
  who: string;
  name: string;
  about: string;
  /** the box it is for; "": all that have none of their own */
  box: string;
}

/** GET /api/shelf. */
export interface Shelf {
  boxes: BoxShown[];
  bots: BotShown[];
}

/** One of the five lines that say how a game is played. */
export interface RuleInShort {
  /** "The aim", "Your turn" ... */
  about: string;
  text: string;
}

/** GET /api/rules/GAME: the rule page, made from docs/rulebook; /api/tables/CODE/rules: as it is played there. */
export interface RulesShown {
  title: string;
  /** for who has never played it */
  in_short: RuleInShort[];
  /** all rules, clause by clause */
  html: string;
}

/** A triangle with equal sides, its middle at 0, 0, its top at height 0; mm. */
export interface PlatformShown {
  /** x, z; closed */
  outline: [number, number][];
  side: number;
  height: number;
}

/** A shape seen from above, in its own frame: the centre of mass at 0, 0; mm. */
export interface PieceOutline {
  /** x, z; closed: the first corner is the last */
  outline: [number, number][];
  /** convex, that make it up */
  parts: [number, number][][];
}

/** GET /api/pieces: what the page draws for Shapes; mm. */
export interface PiecesShown {
  thickness: number;
  platform: PlatformShown;
  shapes: Record<string, PieceOutline>;
  colours: string[];
  /** of all pieces, in the order of their numbers in frames */
  names: string[];
  /** where the hand can go: least and most x, y, z */
  reach: Record<string, [number, number]>;
}

/** GET /api/tables/CODE/tower: the stack as it last came to rest. */
export interface TowerShown {
  /** x, y, z in mm and a unit quaternion x, y, z, w */
  poses: Record<string, number[]>;
}

/** The first message: who is here, and what it has seen already. */
export interface Hello {
  type: "hello";
  /** of a seat, or of the host; none: a spectator */
  token?: string | null;
  /** the last `seq` it knows */
  since?: number | null;
}

/** A move, by the number of a choice. Sent twice with one id, it is one move. */
export interface MoveSent {
  type: "move";
  id: string;
  move: number;
  /** of the state it was chosen in: it is for that turn of the seat or for none */
  seq?: number | null;
}

/** Why can this move not be made now? What a finger tried, in the words of a move; the `refusal` says why. */
export interface WhyAsked {
  type: "why";
  id: string;
  move: string;
}

/** Where the hand that holds a piece should go, up to 60 a second; of more, the newest counts. */
export interface Aim {
  type: "aim";
  /** rising while a piece is held; what does not rise is passed over */
  n: number;
  /** mm from the middle of the platform */
  x: number;
  /** mm above its top */
  y: number;
  z: number;
  /** a quaternion x, y, z, w; none: as before */
  turn?: [number, number, number, number] | null;
}

/** What would a good player do? For a seat that may move now, where the table allows hints (`settings`). */
export interface HintAsked {
  type: "hint";
  id: string;
}

/** How did the chances stand, move by move? When the match is over. */
export interface ReviewAsked {
  type: "review";
  id: string;
}

/** A word of one's own, mixed into the shuffle. */
export interface WordSent {
  type: "word";
  text: string;
}

/** A word was read aloud, where the table waits for that (`confirm_words`): by its reader, or by the host. Or the newcomer has read how the game is played, and it begins. */
export interface ReadSent {
  type: "read";
}

export interface NameSent {
  type: "name";
  name: string;
}

/** To everybody at the table, where the host allows it. */
export interface Say {
  type: "say";
  text: string;
}

/** The host deals. Open seats are taken by bots. */
export interface Start {
  type: "start";
}

/** The host gives a seat to a bot ("bot:fair"), or opens it again ("open"). In a match only a bot's seat can be opened: it plays on until somebody sits down there. */
export interface SetSeat {
  type: "seat";
  seat: number;
  who: string;
}

/** The host changes the table's settings; clocks also while a match is on. */
export interface SetSettings {
  type: "settings";
  settings: Settings;
}

/** The host changes the game's own options, before the deal. What is sent as it was shown stays as it is. */
export interface SetOptions {
  type: "options";
  options: Record<string, unknown>;
}

/** The host removes a player: the seat is open again, or a bot's while a match is on. */
export interface Remove {
  type: "remove";
  seat: number;
}

/** A player gives the seat up for good. */
export interface Leave {
  type: "leave";
}

/** The host clears the table for another match. */
export interface Again {
  type: "again";
}

export interface Ping {
  type: "ping";
}

/** POST /api/tables: open a table. `seats` says who sits where, from seat 0. "me" and "here" are seats of this device ("me" is the host's), "open" waits for somebody, "bot:fair" is a bot. */
export interface NewTable {
  game: string;
  seats: string[];
  options?: Record<string, unknown>;
  settings?: Settings;
  /** of this device's seats; "": it is given one */
  names?: string[];
  /** deal at once */
  start?: boolean;
  /** whether the host reads how it is played when the cards are dealt, and the table waits */
  newcomer?: boolean;
}

/** POST /api/tables/CODE/seats: take an open seat, or one in which a bot plays until then. */
export interface SitDown {
  /** "": the seat is given one */
  name?: string;
  /** none: the first that is open */
  seat?: number | null;
}

/** POST /api/components: words, cards or questions of one's own, as they are written, for an option of a game. */
export interface ReadComponent {
  game: string;
  option: string;
  /** TOML; words also as a plain list */
  text: string;
}

export type FromPage =
  | Hello
  | MoveSent
  | WhyAsked
  | Aim
  | HintAsked
  | ReviewAsked
  | WordSent
  | ReadSent
  | NameSent
  | Say
  | Start
  | SetSeat
  | SetSettings
  | SetOptions
  | Remove
  | Leave
  | Again
  | Ping;

export type FromServer =
  | Welcome
  | TableChanged
  | State
  | LiveNow
  | Ack
  | Refusal
  | HintComing
  | Hint
  | ReviewComing
  | Review
  | Warming
  | Said
  | Bye
  | Pong;
