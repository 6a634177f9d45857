// Frames as the server packs them, and how they become an even motion.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Aimer } from "../src/lib/aim";
import { between, readFrames, readTrack, type Pose } from "../src/lib/frames";
import { BEHIND, Motion, Replay } from "../src/lib/motion";
import type { FromPage } from "../src/lib/protocol";
import { seated, state } from "./fixtures";

const FLAT: Pose = [0, 0, 0, 0, 0, 0, 1];

type Packed = { number: number; time: number; key?: boolean; placement?: number; aimed?: number };

export function pack(about: Packed, poses: [number, Pose | null][]): ArrayBuffer {
  const size = 15 + poses.reduce((sum, [, pose]) => sum + (pose ? 15 : 1), 0);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint8(0, 1);
  view.setUint8(1, about.key ? 1 : 0);
  view.setUint16(2, about.placement ?? 7, true);
  view.setUint32(4, about.number, true);
  view.setUint32(8, about.time, true);
  view.setUint16(12, about.aimed ?? 0, true);
  view.setUint8(14, poses.length);
  let at = 15;
  for (const [index, pose] of poses) {
    view.setUint8(at, pose ? index : index | 0x80);
    pose?.forEach((part, n) => view.setInt16(at + 1 + 2 * n, Math.round(part * (n < 3 ? 32 : 32767)), true));
    at += pose ? 15 : 1;
  }
  return view.buffer;
}

function joined(...parts: ArrayBuffer[]): ArrayBuffer {
  const bytes = parts.flatMap((part) => [...new Uint8Array(part)]);
  return Uint8Array.from(bytes).buffer;
}

test("a frame is read as it was packed", () => {
  const pose: Pose = [-12.5, 600, 149.96875, 0, Math.SQRT1_2, 0, -Math.SQRT1_2];
  const packed = pack({ number: 70_000, time: 123_456, key: true, placement: 65_535, aimed: 9 }, [
    [49, pose],
    [3, null],
  ]);
  const [frame] = readFrames(packed);
  expect(frame).toMatchObject({ key: true, placement: 65_535, number: 70_000, time: 123_456, aimed: 9 });
  expect(frame?.poses.get(3)).toBeNull();
  frame?.poses.get(49)?.forEach((part, n) => expect(part).toBeCloseTo(pose[n] ?? NaN, 4));
});

test("what is no frame is refused, and so is one that ends too early", () => {
  const whole = pack({ number: 1, time: 1 }, [[0, FLAT]]);
  expect(() => readFrames(whole.slice(0, 20))).toThrow();
  expect(() => readFrames(new Uint8Array([2, 0, 0, 0]).buffer)).toThrow("no frame");
});

test("a track is frames one after another, in base64", () => {
  const bytes = joined(pack({ number: 1, time: 0 }, [[0, FLAT]]), pack({ number: 2, time: 33 }, [[0, null]]));
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  expect(readTrack(text).map((frame) => [frame.number, frame.poses.get(0)])).toEqual([
    [1, FLAT],
    [2, null],
  ]);
});

test("a turn goes the shorter way round, and stays a turn", () => {
  const half = between(FLAT, [10, 0, 0, 0, -Math.SQRT1_2, 0, -Math.SQRT1_2], 0.5);
  expect(half[0]).toBe(5);
  expect(Math.hypot(...half.slice(3))).toBeCloseTo(1);
  expect(half[4]).toBeCloseTo(Math.sin(Math.PI / 8));
});

const at = (x: number): Pose => [x, 0, 0, 0, 0, 0, 1];

function going(): Motion {
  const motion = new Motion();
  motion.begin(7);
  return motion;
}

test("the picture is a little behind, and even where frames are not", () => {
  const motion = going();
  motion.receive(pack({ number: 1, time: 0, key: true }, [[4, at(0)]]), 1000);
  motion.receive(pack({ number: 2, time: 33 }, [[4, at(33)]]), 1033);
  motion.receive(pack({ number: 3, time: 67 }, [[4, at(67)]]), 1090); // late
  motion.receive(pack({ number: 4, time: 100 }, [[4, at(100)]]), 1101);
  for (const now of [1060, 1080, 1110, 1140])
    expect(motion.at(now).get(4)?.[0]).toBeCloseTo(now - 1000 - BEHIND, -0.5);
  expect(motion.moving(1120)).toBe(true);
  expect(motion.moving(1200)).toBe(false);
  expect(motion.at(2000).get(4)?.[0]).toBe(100);
});

test("what lay still begins to move when it is told, not before", () => {
  const motion = going();
  motion.receive(pack({ number: 1, time: 0, key: true }, [[4, at(0)]]), 1000);
  motion.receive(pack({ number: 2, time: 1000 }, [[4, at(30)]]), 2000);
  expect(motion.at(1500 + BEHIND).get(4)?.[0]).toBe(0);
  expect(motion.at(2000 + BEHIND).get(4)?.[0]).toBe(30);
});

test("frames of another placement, and frames that come again, change nothing", () => {
  const motion = going();
  motion.receive(pack({ number: 5, time: 100 }, [[4, at(50)]]), 1000);
  motion.receive(pack({ number: 5, time: 100 }, [[4, at(1)]]), 1001);
  motion.receive(pack({ number: 4, time: 66 }, [[4, at(2)]]), 1002);
  motion.receive(pack({ number: 9, time: 300, placement: 8 }, [[4, at(3)]]), 1003);
  expect(motion.latest(4)?.[0]).toBe(50);
  motion.begin(8);
  expect(motion.latest(4)).toBeUndefined();
});

test("after the connection was lost, a server that began anew is followed again", () => {
  const { table } = seated();
  const live = { placement: 7, seat: 0, piece: "red bar", phase: "holding" as const, left_ms: 60_000 };
  table.receive(state(3, { live }));
  table.motion.receive(pack({ number: 500, time: 9000, key: true, aimed: 40 }, [[1, at(5)]]), 0);
  expect(table.motion.aimed).toBe(40);
  table.receive({ type: "welcome", seq: 3, you: 0, host: true, table: table.info!, said: [] });
  table.receive(state(3, { live }));
  table.motion.receive(pack({ number: 0, time: 0, key: true }, [[1, at(1)]]), 10);
  expect(table.motion.latest(1)?.[0]).toBe(1);
});

test("the phase of a placement is told, and ends with the state", () => {
  const { table } = seated();
  const live = { placement: 7, seat: 1, piece: "red bar", phase: "holding" as const, left_ms: 60_000 };
  table.receive(state(3, { live }));
  table.receive({ type: "live", ...live, phase: "settling", left_ms: 0 });
  expect(table.live).toMatchObject({ phase: "settling", seat: 1 });
  table.receive(state(4, { track: "AAAA" }));
  expect([table.live, table.motion.placement, table.track]).toEqual([null, null, "AAAA"]);
  table.receive(state(5, { live: { ...live, placement: 8 } }));
  expect(table.track).toBe("");
});

test("a track can be shown at any speed", () => {
  const replay = new Replay(
    readFrames(
      joined(pack({ number: 1, time: 200 }, [[0, at(0)]]), pack({ number: 2, time: 300 }, [[0, at(8)]])),
    ),
  );
  expect([replay.start, replay.end]).toEqual([200, 300]);
  expect(replay.at(250).get(0)?.[0]).toBe(4);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("aims are at most sixty a second, the newest wins, and numbers rise from what the server knows", () => {
  const sent: FromPage[] = [];
  const aimer = new Aimer((message) => sent.push(message), 41);
  const target = (x: number) => ({ x, y: 0, z: 0, turn: [0, 0, 0, 1] as [number, number, number, number] });
  for (let x = 0; x < 1000; x++) {
    aimer.aim(target(x));
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(100);
  expect(sent.length).toBeLessThanOrEqual(61);
  expect(sent.length).toBeGreaterThan(40);
  expect(sent.at(-1)).toMatchObject({ type: "aim", x: 999 });
  expect(sent.map((one) => "n" in one && one.n)).toEqual(sent.map((_, index) => 42 + index));
  aimer.aim(target(5));
  aimer.aim(target(6));
  aimer.flush();
  expect(sent.at(-1)).toMatchObject({ x: 6 });
});
