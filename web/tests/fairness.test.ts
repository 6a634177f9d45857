import { expect, test } from "vitest";

import { check, plainSha256, sha256 } from "../src/lib/fairness";
import { promised } from "../src/lib/promised";
import type { TableInfo } from "../src/lib/protocol";
import { info, seated } from "./fixtures";

// Worked out by parlour.server.fairness.
const shown = {
  commitment: "52fe6094743bfd4f9be4321d98adc7e23c1ab622b0ba830e271d1ee1cbfd7850",
  secret: "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
  round: 3,
  words: ["mar  malade", ""],
  seed: "8805723577347484382",
};

// As it was heard before the deal; seat 0 mixed in a word, and seat 1 was too late for it.
const kept = {
  code: "TESTED",
  round: 3,
  commitment: shown.commitment,
  before: true,
  words: { 0: { sent: ["tea", " mar malade"], taken: true }, 1: { sent: ["milk"], taken: false } },
};

test("the page checks a deal as the server made it", async () => {
  expect(await check(shown, null)).toEqual({ secret: true, seed: true, words: [] });
  expect(await check(shown, kept, [0, 1])).toEqual({
    secret: true,
    seed: true,
    words: [
      { word: "mar malade", went: "in" },
      { word: "milk", went: "late" },
    ],
  });
});

test("another secret, another word, another round or another promise is noticed", async () => {
  expect((await check(shown, { ...kept, commitment: "another" })).secret).toBe(false);
  expect((await check(shown, { ...kept, round: 2 })).secret).toBe(false);
  expect((await check({ ...shown, words: ["tea", ""] }, kept)).seed).toBe(false);
  expect(await check({ ...shown, secret: shown.secret.replace("a", "b") }, null)).toMatchObject({
    secret: false,
    seed: false,
  });
  expect((await check({ ...shown, words: ["", ""] }, kept, [0])).words).toEqual([
    { word: "mar malade", went: "missing" },
  ]);
});

test("what was heard first is kept, for each match, and whether it was before the deal", () => {
  localStorage.clear();
  const { table } = seated();
  expect(promised(info())).toMatchObject({ commitment: info().commitment, before: false });
  const hears = (changes: Partial<TableInfo>): void =>
    table.receive({ type: "table", seq: 3, table: info({ round: 2, ...changes }) });
  hears({ phase: "gathering", commitment: "first" });
  hears({ phase: "gathering", commitment: "second" });
  table.tell({ type: "word", text: "tea" });
  expect(promised(info({ round: 2 }))?.words).toEqual({ 0: { sent: ["tea"], taken: false } });
  hears({ phase: "gathering", words: ["", null] });
  hears({ phase: "playing", words: [null, null], commitment: "third" });
  expect(promised(info({ round: 2 }))).toMatchObject({
    commitment: "first",
    before: true,
    words: { 0: { sent: ["tea"], taken: true } },
  });
});

test("our own SHA-256 is SHA-256, at every length round a block", async () => {
  for (const length of [0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 200]) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 37) % 256);
    expect(plainSha256(bytes)).toEqual(await sha256(bytes));
  }
});
