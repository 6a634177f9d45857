// Where the hand should go, sent at most sixty times a second; the newest wins.

import type { FromPage } from "./protocol";

export type Target = {
  x: number;
  y: number;
  z: number;
  /** A unit quaternion. */
  turn: [number, number, number, number];
};

/** Milliseconds; whole ones, since timers count in them. */
const APART = 17;

export class Aimer {
  private next: Target | null = null;
  private sent = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly send: (message: FromPage) => void;
  private n: number;

  /** `after`: the newest aim of this placement that the server knows, from before a reload perhaps. */
  constructor(send: (message: FromPage) => void, after: number) {
    this.send = send;
    this.n = after;
  }

  aim(target: Target): void {
    this.next = target;
    const wait = this.sent + APART - performance.now();
    if (wait <= 0) this.go();
    else this.timer ??= setTimeout(() => this.go(), wait);
  }

  /** What is still to be said is said now: a hand lets go where it was last told to be. */
  flush(): void {
    if (this.next) this.go();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.next = null;
  }

  private go(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { next } = this;
    if (!next) return;
    this.next = null;
    this.sent = performance.now();
    this.n += 1;
    this.send({ type: "aim", n: this.n, ...next });
  }
}
