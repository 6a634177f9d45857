// One socket for one seat. It heals itself: what was sent and not acknowledged is sent again with the same id,
// which the server counts as one move. It carries the state it was chosen in, too: what is meant for a turn that is over
// by then, or for a match, is answered with the reason.

import type { FromPage, FromServer } from "./protocol";

export type Link = "new" | "open" | "lost";

/** The part of a WebSocket that is used here, so that tests can bring their own. */
export interface Socket {
  readyState: number;
  binaryType: string;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export type Ends = {
  url: string;
  token: string | null;
  receive: (message: FromServer) => void;
  /** Binary frames: how things move at the table. */
  frame?: (data: ArrayBuffer) => void;
  link: (link: Link) => void;
  /** The newest sequence number there is, or null for none: what is after it is asked for. */
  since: () => number | null;
  /** Everything is going to be told again from the beginning. */
  forget: () => void;
  open?: (url: string) => Socket;
};

const OPEN = 1;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const HEARTBEAT = 15_000;
/** Whatever is said is answered. Where nothing is heard for this long it is asked once more, and then taken for gone. */
const PATIENCE = 4_000;
/** The first answer may take longer: a table is read, when many come back at once. */
const WELCOME = 20_000;

export class Connection {
  private socket: Socket | null = null;
  private greeted = false;
  private stopped = false;
  private tries = 0;
  private asked: number | null = null;
  private outbox: FromPage[] = [];
  private again: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  private readonly ends: Ends;

  constructor(ends: Ends) {
    this.ends = ends;
    this.connect();
    this.beat = setInterval(() => this.ask(), HEARTBEAT);
    globalThis.addEventListener?.("online", this.hurry);
    globalThis.addEventListener?.("offline", this.giveUp);
    globalThis.document?.addEventListener("visibilitychange", this.hurry);
  }

  send(message: FromPage): void {
    // Moves wait until they are acknowledged; the rest is worth sending only while there is somebody to hear it,
    // or as soon as there is. Where a hand was aimed while nobody heard is of no use later.
    if (message.type === "move" || (!this.ready && message.type !== "aim")) this.outbox.push(message);
    if (this.ready) this.write(message);
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.again);
    clearTimeout(this.doubt);
    clearInterval(this.beat);
    globalThis.removeEventListener?.("online", this.hurry);
    globalThis.removeEventListener?.("offline", this.giveUp);
    globalThis.document?.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.socket = null;
  }

  private get ready(): boolean {
    return this.greeted && this.socket?.readyState === OPEN;
  }

  private write(message: FromPage): void {
    this.socket?.send(JSON.stringify(message));
    if (message.type === "hello") this.doubt = setTimeout(this.giveUp, WELCOME);
    else if (message.type !== "aim") this.doubt ??= setTimeout(() => this.ask(true), PATIENCE);
  }

  /** Something was heard: the line is alive. */
  private hears(): void {
    clearTimeout(this.doubt);
    this.doubt = undefined;
  }

  private connect(): void {
    clearTimeout(this.again);
    this.greeted = false;
    const socket = (this.ends.open ?? ((url) => new WebSocket(url)))(this.ends.url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.asked = this.ends.since();
      this.write({ type: "hello", token: this.ends.token, since: this.asked });
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.hears();
      if (event.data instanceof ArrayBuffer) this.ends.frame?.(event.data);
      else this.take(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private take(message: FromServer): void {
    if (message.type === "welcome") {
      // A second welcome: the server itself began anew.
      if (this.greeted || this.asked === null) this.ends.forget();
      this.greeted = true;
      this.tries = 0;
      this.ends.receive(message);
      this.ends.link("open");
      const waiting = this.outbox;
      this.outbox = waiting.filter((one) => one.type === "move");
      for (const one of waiting) this.write(one);
      return;
    }
    const answered = answeredBy(message);
    if (answered !== null)
      this.outbox = this.outbox.filter((one) => one.type !== "move" || one.id !== answered);
    if (message.type === "bye" && !message.again) this.close();
    this.ends.receive(message);
  }

  private lose(): void {
    this.socket = null;
    this.greeted = false;
    this.hears();
    if (this.stopped) return;
    this.ends.link("lost");
    // A little chance in the wait, so that a room full of tablets does not come back in one instant.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.again = setTimeout(() => this.connect(), wait);
  }

  /** The network is back, or the page is looked at again: do not wait any longer. */
  private readonly hurry = (): void => {
    if (this.stopped || globalThis.document?.visibilityState === "hidden") return;
    if (this.socket === null) this.connect();
    else this.ask();
  };

  /** Ask the server for a sign of life; it has not given one though it was asked: begin anew. */
  private ask(again = false): void {
    if (again) clearTimeout(this.doubt);
    if (this.ready) this.write({ type: "ping" });
    if (again && this.socket) this.doubt = setTimeout(this.giveUp, PATIENCE);
  }

  /** Nothing comes through any more, whatever the socket believes. */
  private readonly giveUp = (): void => {
    const { socket } = this;
    if (!socket || this.stopped) return;
    socket.onclose = null;
    socket.close();
    this.lose();
  };
}

/** The id of the move that a message answers. */
function answeredBy(message: FromServer): string | null {
  if (message.type === "state") return message.answers;
  return message.type === "ack" || message.type === "refusal" ? message.id : null;
}
