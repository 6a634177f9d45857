import { expect, test } from "vitest";

import { check, plainSha256, sha256 } from "../src/lib/fairness";

// Worked out by parlour.server.fairness.
const shown = {
  commitment: "52fe6094743bfd4f9be4321d98adc7e23c1ab622b0ba830e271d1ee1cbfd7850",
  secret: "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
  round: 3,
  words: ["mar  malade", ""],
  seed: "8805723577347484382",
};

test("the page checks a deal as the server made it", async () => {
  expect(await check(shown, shown.commitment)).toEqual({ secret: true, seed: true });
});

test("another secret, another word or another promise is noticed", async () => {
  expect(await check(shown, "another")).toEqual({ secret: false, seed: true });
  expect((await check({ ...shown, words: ["tea", ""] }, shown.commitment)).seed).toBe(false);
  expect(await check({ ...shown, secret: shown.secret.replace("a", "b") }, shown.commitment)).toEqual({
    secret: false,
    seed: false,
  });
});

test("our own SHA-256 is SHA-256, at every length round a block", async () => {
  for (const length of [0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 200]) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 37) % 256);
    expect(plainSha256(bytes)).toEqual(await sha256(bytes));
  }
});
