/** The hand as the page aims it: where the piece should go and how it should turn. The server moves the piece. */

import type { Target } from "../../lib/aim";
import type { Pose } from "../../lib/frames";
import type { PiecesShown } from "../../lib/protocol";
import { FLAT, times, turnAbout, turnOf, type Turn, type Vector } from "./solids";

/** Two directions on the table as the viewer sees them, as x and z. */
export type Ground = { right: [number, number]; away: [number, number] };

export type Step = "left" | "right" | "away" | "near" | "up" | "down";
export type Tilt = "turn left" | "turn right" | "tip away" | "tip near" | "tip left" | "tip right";

/** Millimetres and degrees of a step, and of a fine one. */
export const STEP = { move: 5, fine: 1, turn: 15, fineTurn: 3 };

export class Hand {
  place: Vector;
  turn: Turn;
  private readonly reach: PiecesShown["reach"];

  constructor(pose: Pose, reach: PiecesShown["reach"]) {
    this.place = [pose[0], pose[1], pose[2]];
    this.turn = turnOf(pose);
    this.reach = reach;
  }

  get target(): Target {
    const [x, y, z] = this.place.map((part) => Math.round(part * 100) / 100) as [number, number, number];
    const turn = this.turn.map((part) => Math.round(part * 1e5) / 1e5) as Target["turn"];
    return { x, y, z, turn };
  }

  get pose(): Pose {
    return [...this.place, ...this.turn];
  }

  /** Millimetres to the viewer's right, away from the viewer, and up. */
  move(right: number, away: number, up: number, ground: Ground): void {
    const [x, y, z] = this.place;
    this.place = [
      this.within("x", x + right * ground.right[0] + away * ground.away[0]),
      this.within("y", y + up),
      this.within("z", z + right * ground.right[1] + away * ground.away[1]),
    ];
  }

  /** Millimetres along the table's own axes. */
  shift(x: number, z: number): void {
    const place = this.place;
    this.place = [this.within("x", place[0] + x), place[1], this.within("z", place[2] + z)];
  }

  /** Radians about the vertical, about the viewer's right, and about the way away from the viewer. */
  rotate(about: { up?: number; right?: number; away?: number }, ground: Ground): void {
    const axes: [Vector, number | undefined][] = [
      [[0, 1, 0], about.up],
      [[ground.right[0], 0, ground.right[1]], about.right],
      [[ground.away[0], 0, ground.away[1]], about.away],
    ];
    for (const [axis, angle] of axes) if (angle) this.turn = unit(times(turnAbout(axis, angle), this.turn));
  }

  step(step: Step, fine: boolean, ground: Ground): void {
    const by = fine ? STEP.fine : STEP.move;
    const [right, away, up] = {
      left: [-by, 0, 0],
      right: [by, 0, 0],
      away: [0, by, 0],
      near: [0, -by, 0],
      up: [0, 0, by],
      down: [0, 0, -by],
    }[step] as [number, number, number];
    this.move(right, away, up, ground);
  }

  tilt(tilt: Tilt, fine: boolean, ground: Ground): void {
    const by = ((fine ? STEP.fineTurn : STEP.turn) * Math.PI) / 180;
    // Tips follow the sides of the table, so that six of them stand a piece up exactly.
    const square = squared(ground);
    const about = {
      "turn left": { up: by },
      "turn right": { up: -by },
      "tip away": { right: -by },
      "tip near": { right: by },
      "tip left": { away: -by },
      "tip right": { away: by },
    }[tilt];
    this.rotate(about, square);
  }

  flat(): void {
    this.turn = FLAT;
  }

  /** So many millimetres down, to where it touches. */
  lower(by: number): void {
    this.place = [this.place[0], this.within("y", this.place[1] - by), this.place[2]];
  }

  private within(axis: string, value: number): number {
    const [least, most] = this.reach[axis] ?? [-150, 150];
    return Math.max(least, Math.min(most, value));
  }
}

function unit([x, y, z, w]: Turn): Turn {
  const length = Math.hypot(x, y, z, w) || 1;
  return [x / length, y / length, z / length, w / length];
}

/** The axes of the table that are nearest to the viewer's. */
function squared({ right: [x, z] }: Ground): Ground {
  const right: [number, number] = Math.abs(x) >= Math.abs(z) ? [Math.sign(x) || 1, 0] : [0, Math.sign(z)];
  return { right, away: [right[1], -right[0]] };
}
