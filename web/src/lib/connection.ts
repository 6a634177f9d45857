// One socket for one seat. It heals itself: what was sent and not acknowledged is sent again with the same id,
// which the server counts as one move.

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
/** A server that says nothing at all for this long is taken for gone. */
const SILENCE = 40_000;

export class Connection {
  private socket: Socket | null = null;
  private greeted = false;
  private stopped = false;
  private tries = 0;
  private asked: number | null = null;
  private heard = 0;
  private outbox: FromPage[] = [];
  private again: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private readonly ends: Ends;

  constructor(ends: Ends) {
    this.ends = ends;
    this.connect();
    this.beat = setInterval(() => this.listen(), HEARTBEAT);
    globalThis.addEventListener?.("online", this.hurry);
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
    clearInterval(this.beat);
    globalThis.removeEventListener?.("online", this.hurry);
    globalThis.document?.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.socket = null;
  }

  private get ready(): boolean {
    return this.greeted && this.socket?.readyState === OPEN;
  }

  private write(message: FromPage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private connect(): void {
    clearTimeout(this.again);
    this.greeted = false;
    const socket = (this.ends.open ?? ((url) => new WebSocket(url)))(this.ends.url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      this.asked = this.ends.since();
      this.write({ type: "hello", token: this.ends.token, since: this.asked });
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      if (event.data instanceof ArrayBuffer) {
        this.heard = Date.now();
        this.ends.frame?.(event.data);
      } else this.take(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private take(message: FromServer): void {
    this.heard = Date.now();
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
    else this.listen();
  };

  private listen(): void {
    const { socket } = this;
    if (!socket) return;
    if (Date.now() - this.heard > SILENCE) {
      socket.onclose = null;
      socket.close();
      this.lose();
    } else if (this.ready) this.write({ type: "ping" });
  }
}

/** The id of the move that a message answers. */
function answeredBy(message: FromServer): string | null {
  if (message.type === "state") return message.answers;
  return message.type === "ack" || message.type === "refusal" ? message.id : null;
}
