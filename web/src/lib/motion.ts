// What moves at a table, a moment ago: frames come unevenly, so that they are shown a little later and evenly.

import { between, readFrames, type Frame, type Pose } from "./frames";

/** Milliseconds by which the picture is behind: about two frames. */
export const BEHIND = 60;
/** Between two frames of something that moves. */
const FRAME = 1000 / 30;
/** How fast the clock of the picture follows that of the server, where frames come later than they did. */
const DRIFT = 0.02;

type Sample = { time: number; pose: Pose | null };

export class Motion {
  /** Which placement is going on; null: nothing moves. */
  placement: number | null = null;
  /** The newest aim that the server has followed. */
  aimed = -1;
  /** Of the newest frame. */
  number = -1;
  private samples = new Map<number, Sample[]>();
  /** From the time of the simulation to that of the page. */
  private offset: number | null = null;
  private newest = 0;
  private listeners = new Set<() => void>();

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Another placement begins, or (null) everything is at rest where the state says. */
  begin(placement: number | null): void {
    if (placement === this.placement) return;
    this.placement = placement;
    this.reset();
    this.tell();
  }

  /** With a new connection, what moves is where the next key frame says. */
  reset(): void {
    this.samples.clear();
    this.offset = null;
    this.aimed = this.number = -1;
    this.newest = 0;
  }

  receive(data: ArrayBuffer, now: number): void {
    for (const frame of readFrames(data)) this.take(frame, now);
  }

  take(frame: Frame, now: number): void {
    if (this.placement === null || frame.placement !== (this.placement & 0xffff)) return;
    if (frame.number <= this.number) return;
    const offset = now - frame.time;
    this.offset =
      this.offset === null || offset < this.offset ? offset : this.offset + (offset - this.offset) * DRIFT;
    this.number = frame.number;
    this.aimed = frame.aimed;
    this.newest = frame.time;
    const oldest = frame.time - 10 * FRAME;
    for (const [piece, pose] of frame.poses) {
      const list = this.samples.get(piece) ?? [];
      const last = list.at(-1);
      // It lay still until the frame before.
      if (last && frame.time - last.time > 1.5 * FRAME && !frame.key)
        list.push({ time: frame.time - FRAME, pose: last.pose });
      list.push({ time: frame.time, pose });
      while (list.length > 2 && (list[1]?.time ?? 0) < oldest) list.shift();
      this.samples.set(piece, list);
    }
    this.tell();
  }

  /** Where the pieces are that are not where the state says; null: it has left play. */
  at(now: number): Map<number, Pose | null> {
    const time = this.offset === null ? 0 : now - this.offset - BEHIND;
    return new Map([...this.samples].map(([piece, list]) => [piece, pick(list, time)]));
  }

  /** Where they are as far as anybody here knows. */
  latest(piece: number): Pose | null | undefined {
    return this.samples.get(piece)?.at(-1)?.pose;
  }

  /** Whether the picture will still change without another frame. */
  moving(now: number): boolean {
    return this.offset !== null && now - this.offset - BEHIND < this.newest;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function pick(list: Sample[], time: number): Pose | null {
  let before = list[0];
  if (!before) return null;
  for (const sample of list) {
    if (sample.time > time) {
      if (!before.pose || !sample.pose || sample === before) return before.pose;
      return between(before.pose, sample.pose, (time - before.time) / (sample.time - before.time));
    }
    before = sample;
  }
  return before.pose;
}

/** A recorded track, to be shown again at any speed. */
export class Replay {
  private samples = new Map<number, Sample[]>();
  readonly start: number;
  readonly end: number;

  constructor(frames: Frame[]) {
    for (const frame of frames)
      for (const [piece, pose] of frame.poses) {
        const list = this.samples.get(piece) ?? [];
        this.samples.set(piece, [...list, { time: frame.time, pose }]);
      }
    this.start = frames[0]?.time ?? 0;
    this.end = frames.at(-1)?.time ?? 0;
  }

  at(time: number): Map<number, Pose | null> {
    return new Map([...this.samples].map(([piece, list]) => [piece, pick(list, time)]));
  }
}
