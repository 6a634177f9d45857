import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection, type Link, type Socket } from "../src/lib/connection";
import type { FromServer } from "../src/lib/protocol";
import { info, state } from "./fixtures";

class FakeSocket implements Socket {
  readyState = 0;
  binaryType = "blob";
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: Record<string, unknown>[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.({} as CloseEvent);
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }
  says(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  welcomes(): void {
    this.opens();
    this.says({ type: "welcome", seq: 4, you: 0, host: true, table: info(), said: [] });
  }
}

let sockets: FakeSocket[];
let links: Link[];
let heard: FromServer[];
let frames: ArrayBuffer[];
let forgotten: number;
let seq: number | null;
let connection: Connection;

const newest = () => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, links, heard, frames, forgotten, seq] = [[], [], [], [], 0, null];
  connection = new Connection({
    url: "ws://here/ws/TESTED",
    token: "secret",
    receive: (message) => heard.push(message),
    frame: (data) => frames.push(data),
    link: (link) => links.push(link),
    since: () => seq,
    forget: () => (forgotten += 1),
    open: () => {
      sockets.push(new FakeSocket());
      return newest();
    },
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

test("says hello first, and passes on what it hears", () => {
  newest().welcomes();
  newest().says(state(4));
  expect(newest().sent).toEqual([{ type: "hello", token: "secret", since: null }]);
  expect(heard.map((one) => one.type)).toEqual(["welcome", "state"]);
  expect(links).toEqual(["open"]);
});

test("binary frames are passed on as they are, and an aim that nobody heard is not said later", () => {
  connection.send({ type: "aim", n: 1, x: 0, y: 0, z: 0 });
  newest().welcomes();
  connection.send({ type: "aim", n: 2, x: 0, y: 0, z: 0 });
  expect(newest().sent.slice(1)).toMatchObject([{ type: "aim", n: 2 }]);
  const data = new ArrayBuffer(3);
  newest().onmessage?.({ data } as MessageEvent);
  expect([frames, heard.length, newest().binaryType]).toEqual([[data], 1, "arraybuffer"]);
});

test("comes back by itself, and asks for what it missed", () => {
  newest().welcomes();
  expect(forgotten).toBe(1);
  seq = 12;
  newest().close();
  expect(links).toEqual(["open", "lost"]);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  newest().welcomes();
  expect(newest().sent[0]).toEqual({ type: "hello", token: "secret", since: 12 });
  expect(links).toEqual(["open", "lost", "open"]);
  expect(forgotten).toBe(1);
});

test("waits longer each time, but never too long", () => {
  for (let tries = 0; tries < 12; tries++) {
    newest().close();
    vi.advanceTimersByTime(11_000);
    expect(sockets).toHaveLength(tries + 2);
  }
  newest().close();
  vi.advanceTimersByTime(3000);
  expect(sockets).toHaveLength(13);
});

test("sends a move again with the same id until it is acknowledged", () => {
  newest().welcomes();
  connection.send({ type: "move", id: "a", move: 3 });
  newest().close();
  connection.send({ type: "move", id: "b", move: 4 });
  vi.advanceTimersByTime(1000);
  newest().welcomes();
  expect(newest().sent.slice(1)).toEqual([
    { type: "move", id: "a", move: 3 },
    { type: "move", id: "b", move: 4 },
  ]);
  connection.send({ type: "move", id: "c", move: 5 });
  newest().says({ type: "ack", id: "a", seq: 5 });
  newest().says(state(6, { answers: "c" }));
  newest().says({ type: "refusal", id: "b", reason: "No.", seq: 5 });
  newest().close();
  vi.advanceTimersByTime(1000);
  newest().welcomes();
  expect(newest().sent).toHaveLength(1);
});

test("takes a silent server for gone", () => {
  newest().welcomes();
  vi.advanceTimersByTime(15_000);
  expect(newest().sent.at(-1)).toEqual({ type: "ping" });
  vi.advanceTimersByTime(8_000);
  expect(links).toContain("lost");
});

test("a move that nobody answers is asked about, and a server that says anything is there", () => {
  newest().welcomes();
  connection.send({ type: "move", id: "a", move: 3 });
  vi.advanceTimersByTime(4_000);
  expect(newest().sent.at(-1)).toEqual({ type: "ping" });
  newest().says({ type: "pong" });
  vi.advanceTimersByTime(6_000);
  expect(links).toEqual(["open"]);
  connection.send({ type: "move", id: "b", move: 4 });
  vi.advanceTimersByTime(8_000);
  expect(links).toEqual(["open", "lost"]);
});

test("when the network goes, that is known at once; when it comes, so is that", () => {
  newest().welcomes();
  window.dispatchEvent(new Event("offline"));
  expect(links).toEqual(["open", "lost"]);
  window.dispatchEvent(new Event("online"));
  expect(sockets).toHaveLength(2);
  newest().welcomes();
  expect(links).toEqual(["open", "lost", "open"]);
});

test("a first answer may take a while, but not for ever", () => {
  newest().opens();
  vi.advanceTimersByTime(19_000);
  expect(links).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(links).toEqual(["lost"]);
});

test("a server that begins anew tells everything again", () => {
  newest().welcomes();
  newest().says({ type: "welcome", seq: 5, you: 0, host: true, table: info(), said: [] });
  expect(forgotten).toBe(2);
});

test("stays away when it was told to", () => {
  newest().welcomes();
  newest().says({ type: "bye", reason: "your seat was given away", again: false });
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});
