// The binary frames in which the server tells how pieces move: thirty a second, only what moved.

/** Millimetres and a unit quaternion: x, y, z, qx, qy, qz, qw; y is up, and 0 is the platform's top. */
export type Pose = readonly [number, number, number, number, number, number, number];

export type Frame = {
  /** Holds everything that is not where the last state says. */
  key: boolean;
  /** Which placement of the table, its low 16 bits. */
  placement: number;
  /** Rising within a placement. */
  number: number;
  /** Of the simulation, in milliseconds since the piece was taken. */
  time: number;
  /** The newest aim that was followed, its low 16 bits. */
  aimed: number;
  /** By index of the piece; null: it has left play. */
  poses: Map<number, Pose | null>;
};

const HEAD = 15;
const POSE = 14;
const KIND = 1;
const GONE = 0x80;

/** All frames that lie one after another in `data`. Throws where they are no frames. */
export function readFrames(data: ArrayBuffer): Frame[] {
  const view = new DataView(data);
  const frames: Frame[] = [];
  let at = 0;
  while (at < view.byteLength) {
    if (at + HEAD > view.byteLength || view.getUint8(at) !== KIND)
      throw new Error(`byte ${at} is no frame of kind ${KIND}`);
    const frame: Frame = {
      key: (view.getUint8(at + 1) & 1) === 1,
      placement: view.getUint16(at + 2, true),
      number: view.getUint32(at + 4, true),
      time: view.getUint32(at + 8, true),
      aimed: view.getUint16(at + 12, true),
      poses: new Map(),
    };
    const count = view.getUint8(at + 14);
    at += HEAD;
    for (let piece = 0; piece < count; piece++) {
      const index = view.getUint8(at);
      at += 1;
      if (index & GONE) frame.poses.set(index & ~GONE, null);
      else {
        const part = (n: number) => view.getInt16(at + 2 * n, true);
        frame.poses.set(index, [
          part(0) / 32,
          part(1) / 32,
          part(2) / 32,
          part(3) / 32767,
          part(4) / 32767,
          part(5) / 32767,
          part(6) / 32767,
        ]);
        at += POSE;
      }
    }
    frames.push(frame);
  }
  return frames;
}

/** The frames of a recorded track. */
export function readTrack(text: string): Frame[] {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return readFrames(bytes.buffer);
}

/** Between two poses, the shorter way round. */
export function between(from: Pose, to: Pose, share: number): Pose {
  if (share <= 0) return from;
  if (share >= 1) return to;
  const near = from[3] * to[3] + from[4] * to[4] + from[5] * to[5] + from[6] * to[6] < 0 ? -1 : 1;
  const mix = (n: 0 | 1 | 2 | 3 | 4 | 5 | 6, sign = 1) => from[n] + (sign * to[n] - from[n]) * share;
  const [x, y, z, w] = [mix(3, near), mix(4, near), mix(5, near), mix(6, near)];
  const length = Math.hypot(x, y, z, w) || 1;
  return [mix(0), mix(1), mix(2), x / length, y / length, z / length, w / length];
}
