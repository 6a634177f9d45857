/** The pieces as solids, as far as the page needs them: what is under the one in the hand, and how far. It is only a picture. */

import type { Pose } from "../../lib/frames";
import type { PiecesShown } from "../../lib/protocol";

export type Vector = readonly [number, number, number];
export type Turn = readonly [number, number, number, number];
export type Poses = ReadonlyMap<string, Pose>;

/** A convex part: corners, and planes with the normal outwards (inside is n . p <= offset). */
type Part = { corners: Vector[]; planes: [Vector, number][] };
type Solid = { name: string; parts: Part[]; low: Vector; high: Vector };

export const PLATFORM = "the platform";
export const TABLE = "the table";

export const FLAT: Turn = [0, 0, 0, 1];

export function colourOf(piece: string): string {
  return piece.slice(0, piece.indexOf(" "));
}

export function shapeOf(piece: string): string {
  return piece.slice(piece.indexOf(" ") + 1);
}

/** First b, then a. */
export function times(a: Turn, b: Turn): Turn {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function turnAbout([x, y, z]: Vector, angle: number): Turn {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}

export function rotated(v: Vector, turn: Turn): Vector {
  const [x, y, z] = times(times(turn, [v[0], v[1], v[2], 0]), [-turn[0], -turn[1], -turn[2], turn[3]]);
  return [x, y, z];
}

export const placeOf = (pose: Pose): Vector => [pose[0], pose[1], pose[2]];
export const turnOf = (pose: Pose): Turn => [pose[3], pose[4], pose[5], pose[6]];

/** A prism over a convex outline, from `low` to `high`. */
function prism(outline: readonly (readonly [number, number])[], low: number, high: number): Part {
  const closed = outline.length > 1 && String(outline[0]) === String(outline.at(-1));
  const rim = closed ? outline.slice(0, -1) : outline;
  const corners = rim.flatMap(([x, z]): Vector[] => [
    [x, low, z],
    [x, high, z],
  ]);
  const middle = [0, 1].map((n) => rim.reduce((sum, point) => sum + (point[n] ?? 0), 0) / rim.length);
  const planes: [Vector, number][] = [
    [[0, 1, 0], high],
    [[0, -1, 0], -low],
  ];
  rim.forEach(([x, z], at) => {
    const [nextX, nextZ] = rim[(at + 1) % rim.length] ?? [x, z];
    const length = Math.hypot(nextX - x, nextZ - z) || 1;
    let normal: Vector = [(nextZ - z) / length, 0, (x - nextX) / length];
    const inside = normal[0] * ((middle[0] ?? 0) - x) + normal[2] * ((middle[1] ?? 0) - z);
    if (inside > 0) normal = [-normal[0], 0, -normal[2]];
    planes.push([normal, normal[0] * x + normal[2] * z]);
  });
  return { corners, planes };
}

function solid(name: string, parts: Part[]): Solid {
  const bound = (least: (...values: number[]) => number): Vector => {
    const along = (n: 0 | 1 | 2) =>
      least(...parts.flatMap((part) => part.corners.map((corner) => corner[n])));
    return [along(0), along(1), along(2)];
  };
  return { name, parts, low: bound(Math.min), high: bound(Math.max) };
}

const local = new WeakMap<PiecesShown, Map<string, Part[]>>();

/** The parts of a shape in its own frame. */
function partsOf(pieces: PiecesShown, shape: string): Part[] {
  const known = local.get(pieces) ?? new Map<string, Part[]>();
  local.set(pieces, known);
  let parts = known.get(shape);
  if (!parts) {
    const half = pieces.thickness / 2;
    parts = (pieces.shapes[shape]?.parts ?? []).map((outline) => prism(outline, -half, half));
    known.set(shape, parts);
  }
  return parts;
}

export function solidAt(pieces: PiecesShown, piece: string, pose: Pose): Solid {
  const turn = turnOf(pose);
  const moved = partsOf(pieces, shapeOf(piece)).map(({ corners, planes }): Part => ({
    corners: corners.map((corner) => {
      const [x, y, z] = rotated(corner, turn);
      return [x + pose[0], y + pose[1], z + pose[2]];
    }),
    planes: planes.map(([normal, offset]) => {
      const n = rotated(normal, turn);
      return [n, offset + n[0] * pose[0] + n[1] * pose[1] + n[2] * pose[2]];
    }),
  }));
  return solid(piece, moved);
}

/** Where a vertical line goes through a convex part. */
function through({ planes }: Part, x: number, z: number): [low: number, high: number] | null {
  let [low, high] = [-Infinity, Infinity];
  for (const [[nx, ny, nz], offset] of planes) {
    const left = offset - nx * x - nz * z;
    if (Math.abs(ny) < 1e-9) {
      if (left < 0) return null;
    } else if (ny > 0) high = Math.min(high, left / ny);
    else low = Math.max(low, left / ny);
  }
  return low <= high ? [low, high] : null;
}

function column(one: Solid, x: number, z: number): [low: number, high: number][] {
  if (x < one.low[0] || x > one.high[0] || z < one.low[2] || z > one.high[2]) return [];
  return one.parts.flatMap((part) => {
    const found = through(part, x, z);
    return found ? [found] : [];
  });
}

/** How deep something may reach into the held piece and still be below it. */
const SUNK = 2.5;
const GRID = 13;
/** Millimetres within which two things are as near as each other. */
const ALIKE = 0.8;

export type Below = {
  /** Millimetres it would fall straight down. */
  gap: number;
  /** What it would touch first: names of pieces, the platform or the table. */
  on: string[];
  /** Whether its balance point would be clear of all that it touches: let go there, it tips over. */
  tips: boolean;
};

/** What is straight below a piece. */
export function below(pieces: PiecesShown, piece: string, pose: Pose, others: Poses): Below {
  const held = solidAt(pieces, piece, pose);
  const base = solid(PLATFORM, [prism(pieces.platform.outline, -pieces.platform.height, 0)]);
  const around = [base];
  for (const [name, at] of others) if (name !== piece) around.push(solidAt(pieces, name, at));
  const near = around.filter(
    (one) =>
      one.low[0] < held.high[0] &&
      one.high[0] > held.low[0] &&
      one.low[2] < held.high[2] &&
      one.high[2] > held.low[2],
  );
  const spots: [number, number][] = [];
  for (let i = 0; i < GRID; i++)
    for (let j = 0; j < GRID; j++)
      spots.push([
        held.low[0] + ((i + 0.5) / GRID) * (held.high[0] - held.low[0]),
        held.low[2] + ((j + 0.5) / GRID) * (held.high[2] - held.low[2]),
      ]);
  // Sides may cross between the points of the grid.
  for (const one of [held, ...near])
    for (const { corners } of one.parts)
      corners.forEach(([x, , z], at) => {
        const [toX, , toZ] = corners[(at + 2) % corners.length] ?? [x, 0, z];
        if (Math.hypot(toX - x, toZ - z) > 4)
          for (let part = 1; part < 6; part++)
            spots.push([x + ((toX - x) * part) / 6, z + ((toZ - z) * part) / 6]);
      });
  // Corners touch first; a hair inside, where rounding cannot lose them.
  for (const { corners } of held.parts)
    for (const [x, , z] of corners) spots.push([x + (pose[0] - x) * 0.01, z + (pose[2] - z) * 0.01]);
  for (const other of near)
    for (const { corners } of other.parts)
      for (const [x, , z] of corners) spots.push([x + (pose[0] - x) * 1e-3, z + (pose[2] - z) * 1e-3]);

  const gaps = new Map<string, number>();
  const found: { gap: number; spot: [number, number] }[] = [];
  const note = (name: string, gap: number, spot: [number, number]) => {
    gaps.set(name, Math.min(gap, gaps.get(name) ?? Infinity));
    found.push({ gap, spot });
  };
  for (const [x, z] of spots) {
    const [lowest] = column(held, x, z).sort(([a], [b]) => a - b);
    if (!lowest) continue;
    const bottom = lowest[0];
    for (const other of near)
      for (const [, high] of column(other, x, z))
        if (high <= bottom + SUNK) note(other.name, bottom - high, [x, z]);
    note(TABLE, bottom + pieces.platform.height, [x, z]);
  }
  const gap = Math.min(...gaps.values());
  const on = [...gaps].filter(([, one]) => one < gap + ALIKE).map(([name]) => name);
  const touched = found.filter((one) => one.gap < gap + ALIKE).map(({ spot }) => spot);
  return {
    gap: Math.max(0, gap),
    on: on.length > 1 ? on.filter((name) => name !== TABLE) : on,
    tips: posture(pose) !== "tilted" && clearOf(touched, pose[0], pose[2]),
  };
}

/** Millimetres by which a balance point must be clear of what is below for the page to say so: it knows spots, not areas. */
const CLEAR = 2;

/** Whether a point is well outside of what some spots span. */
function clearOf(spots: [number, number][], x: number, z: number): boolean {
  // Then there is a direction in which all of them are well behind it.
  for (let step = 0; step < 72; step++) {
    const angle = (step * Math.PI) / 36;
    const [ax, az] = [Math.cos(angle), Math.sin(angle)];
    if (spots.every(([sx, sz]) => (sx - x) * ax + (sz - z) * az < -CLEAR)) return true;
  }
  return false;
}

/** Whether its middle is over the platform: else it falls when it is let go (SH-6). */
export function overPlatform(pieces: PiecesShown, pose: Pose): boolean {
  return through(prism(pieces.platform.outline, -1, 0), pose[0], pose[2]) !== null;
}

/** How a piece is turned, in a word or two. */
export function posture(pose: Pose): string {
  const up = Math.abs(rotated([0, 1, 0], turnOf(pose))[1]);
  return up > 0.995 ? "lying flat" : up < 0.105 ? "on its edge" : "tilted";
}

/** Where the piece is, as a screen reader says it: "over the blue plank, 2 mm above, lying flat". */
export function whereIs(pieces: PiecesShown, piece: string, pose: Pose, others: Poses): string {
  const { gap, on, tips } = below(pieces, piece, pose, others);
  const names = on.map((name) => (name === PLATFORM || name === TABLE ? name : `the ${name}`));
  const what =
    names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? TABLE);
  const how = posture(pose);
  const beside = on[0] === TABLE && !overPlatform(pieces, pose);
  if (beside) return `Beside the platform: it would fall. ${Math.round(gap)} mm above the table, ${how}.`;
  const warning = tips ? " Its middle is over nothing: it would tip." : "";
  if (gap < 0.6) return `Touching ${what}, ${how}.${warning}`;
  return `Over ${what}, ${gap < 10 ? gap.toFixed(gap < 2 ? 1 : 0) : Math.round(gap)} mm above, ${how}.${warning}`;
}

/** The point of an outline that is furthest from its sides, and how far: where a letter goes. */
export function roomiest(outline: readonly (readonly [number, number])[]): {
  x: number;
  z: number;
  room: number;
} {
  const xs = outline.map(([x]) => x);
  const zs = outline.map(([, z]) => z);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  let best = { x: 0, z: 0, room: -Infinity };
  const steps = 24;
  for (let i = 1; i < steps; i++)
    for (let j = 1; j < steps; j++) {
      const [x, z] = [left + ((right - left) * i) / steps, top + ((bottom - top) * j) / steps];
      if (!within(outline, x, z)) continue;
      // Of places with as much room, the one nearest to the middle of the piece.
      const room = fromSides(outline, x, z) - 0.02 * Math.hypot(x, z);
      if (room > best.room) best = { x, z, room };
    }
  return best;
}

function within(outline: readonly (readonly [number, number])[], x: number, z: number): boolean {
  let inside = false;
  for (let at = 0; at + 1 < outline.length; at++) {
    const [ax, az] = outline[at] ?? [0, 0];
    const [bx, bz] = outline[at + 1] ?? [0, 0];
    if (az > z !== bz > z && x < ax + ((bx - ax) * (z - az)) / (bz - az)) inside = !inside;
  }
  return inside;
}

function fromSides(outline: readonly (readonly [number, number])[], x: number, z: number): number {
  let least = Infinity;
  for (let at = 0; at + 1 < outline.length; at++) {
    const [ax, az] = outline[at] ?? [0, 0];
    const [bx, bz] = outline[at + 1] ?? [0, 0];
    const length = (bx - ax) ** 2 + (bz - az) ** 2;
    const share = length
      ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (z - az) * (bz - az)) / length))
      : 0;
    least = Math.min(least, Math.hypot(x - ax - share * (bx - ax), z - az - share * (bz - az)));
  }
  return least;
}
