/** The tower at a table: where everything is now, what your hand does, and the fall that is shown again. */

import { Aimer } from "../../lib/aim";
import { readTrack, type Pose } from "../../lib/frames";
import { Replay } from "../../lib/motion";
import { reducedMotion } from "../../lib/moving";
import type { PiecesShown } from "../../lib/protocol";
import type { Table } from "../../lib/table.svelte";
import { Hand, type Ground, type Step, type Tilt } from "./hand";
import type { ShapesView } from "./moves";
import { below, whereIs, type Below, type Poses } from "./solids";

/** How slow a fall is shown, and how much before and after it. */
const SLOW = 0.33;
const BEFORE = 1300;
const AFTER = 600;
/** Millimetres: how far a piece is lowered at once, and how near what is below counts as touching it. */
const DOWN = 2.5;
const HOVER = 0.3;
/** Milliseconds of rest before a screen reader is told where the piece is; and after which it is told in any case. */
const QUIET = 450;
const PATIENCE = 2500;

/** Where everything lies that is at rest. */
export function posesOf(table: Table): Record<string, Pose> {
  return (table.view as ShapesView | null)?.scene?.poses ?? {};
}

export class Tower {
  readonly table: Table;
  readonly pieces: PiecesShown;
  /** As the viewer looks at it; from the front where nothing is drawn. */
  ground: Ground = { right: [1, 0], away: [0, -1] };
  hand = $state.raw<Hand | null>(null);
  /** Where the piece in your hand is, in words. */
  where = $state("");
  /** Whether it is drawn in the round: a fall cannot be seen again on the server's picture. */
  round = $state(false);
  /** What has been done with the piece that is in your hand. */
  did = $state({ moved: false, lowered: false });

  private aimer: Aimer | null = null;
  private placement: number | null = null;
  private replay: Replay | null = null;
  private began = 0;
  private from = 0;
  private to = 0;
  private lowering: ReturnType<typeof setTimeout> | undefined;
  private words: ReturnType<typeof setTimeout> | undefined;
  /** Since when there is something to say. */
  private moved: number | null = null;
  private readonly changed: () => void;

  constructor(table: Table, pieces: PiecesShown, changed: () => void) {
    this.table = table;
    this.pieces = pieces;
    this.changed = changed;
  }

  /** Whether the piece in the hand is yours to move. */
  get mine(): boolean {
    const { live, you } = this.table;
    return live !== null && live.phase === "holding" && live.seat === you;
  }

  /** Where everything is at this moment. */
  poses(now: number): Map<string, Pose> {
    const again = this.again(now);
    const lying = again ? [] : Object.entries(posesOf(this.table));
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew for every picture
    const poses = new Map<string, Pose>(lying);
    for (const [index, pose] of again ?? this.table.motion.at(now)) {
      const name = this.pieces.names[index];
      if (name === undefined) continue;
      if (pose) poses.set(name, pose);
      else poses.delete(name);
    }
    return poses;
  }

  /** Whether the picture changes by itself. */
  moving(now: number): boolean {
    return this.replaying || this.table.motion.moving(now);
  }

  /** What is below the piece in anybody's hand. */
  below(poses: Poses): Below {
    const { live } = this.table;
    const pose = live && poses.get(live.piece);
    return live && pose ? below(this.pieces, live.piece, pose, poses) : { gap: 0, on: [], tips: false };
  }

  /** A frame or a state has come: take the hand up where the server says it is. */
  follow(): void {
    const { live, motion } = this.table;
    if (!this.mine || !live) {
      this.release();
      return;
    }
    if (this.placement !== live.placement) this.release();
    const pose = motion.latest(this.pieces.names.indexOf(live.piece));
    if (!this.hand && pose) {
      this.placement = live.placement;
      this.hand = new Hand(pose, this.pieces.reach);
      this.aimer = new Aimer(this.table.aim, motion.aimed);
      this.did = { moved: false, lowered: false };
      if (this.replaying) this.skip(); // there is something to do, and time runs
    }
    this.say();
  }

  private release(): void {
    if (!this.hand) return;
    this.aimer?.stop();
    this.hand = this.aimer = this.placement = null;
    this.where = "";
  }

  /** Move or turn the hand, and tell the server. */
  aim(how: (hand: Hand) => void): void {
    if (!this.hand || !this.mine || this.table.waiting) return;
    const [x, y, z] = this.hand.place;
    how(this.hand);
    const [toX, toY, toZ] = this.hand.place;
    if (Math.hypot(toX - x, toZ - z) > 0) this.did.moved = true;
    if (toY < y) this.did.lowered = true;
    this.aimer?.aim(this.hand.target);
    this.changed();
    this.say();
  }

  step(step: Step, fine = false): void {
    clearTimeout(this.lowering);
    this.aim((hand) => hand.step(step, fine, this.ground));
  }

  tilt(tilt: Tilt, fine = false): void {
    this.aim((hand) => hand.tilt(tilt, fine, this.ground));
  }

  flat(): void {
    this.aim((hand) => hand.flat());
  }

  /** Down to where it touches what is below, gently: a push would shift the tower. */
  touchDown(): void {
    clearTimeout(this.lowering);
    const { live } = this.table;
    const pose = this.hand?.pose;
    if (!live || !pose || !this.mine) return;
    const { gap } = below(this.pieces, live.piece, pose, this.poses(performance.now()));
    if (gap <= HOVER + 0.05) return;
    this.aim((hand) => hand.lower(Math.min(DOWN, gap - HOVER)));
    this.lowering = setTimeout(() => this.touchDown(), 20);
  }

  /** The choice, where there is one. */
  get letsGo(): number | null {
    return this.table.choices.find(({ words }) => words === "let go")?.number ?? null;
  }

  letGo(): void {
    clearTimeout(this.lowering);
    const choice = this.letsGo;
    if (choice === null || !this.mine) return;
    this.aimer?.flush();
    this.table.play(choice);
  }

  /** A little later, when the hand rests: nobody wants to hear every millimetre. A tower that creeps never rests. */
  private say(): void {
    clearTimeout(this.words);
    const now = performance.now();
    this.moved ??= now;
    this.words = setTimeout(
      () => {
        this.moved = null;
        const { live } = this.table;
        const poses = this.poses(performance.now() + 1000);
        const pose = live && poses.get(live.piece);
        if (this.hand && live && pose) this.where = whereIs(this.pieces, live.piece, pose, poses);
      },
      Math.min(QUIET, Math.max(0, this.moved + PATIENCE - now)),
    );
  }

  // A fall, seen again

  get replaying(): boolean {
    return this.table.replaying;
  }

  /** Shows the fall that has just been, slowly. */
  showAgain(): void {
    const frames = this.round && this.table.track ? readTrack(this.table.track) : [];
    if (!frames.length) return;
    this.replay = new Replay(frames);
    const falls = frames.filter((frame) => [...frame.poses.values()].includes(null)).map(({ time }) => time);
    this.from = Math.max(this.replay.start, (falls[0] ?? this.replay.end) - BEFORE);
    this.to = Math.min(this.replay.end, (falls.at(-1) ?? this.replay.end) + AFTER);
    this.began = performance.now();
    this.table.replaying = true;
    this.changed();
  }

  /** By itself, unless things should not move by themselves. */
  showOnce(): void {
    if (!reducedMotion()) this.showAgain();
  }

  skip(): void {
    this.table.replaying = false;
    this.replay = null;
    this.changed();
  }

  private again(now: number): Map<number, Pose | null> | null {
    if (!this.replaying || !this.replay) return null;
    const time = this.from + (now - this.began) * SLOW;
    if (time > this.to + 300) {
      this.skip();
      return null;
    }
    return this.replay.at(Math.min(time, this.to));
  }

  close(): void {
    clearTimeout(this.lowering);
    clearTimeout(this.words);
    this.aimer?.stop();
    this.table.replaying = false;
  }
}
