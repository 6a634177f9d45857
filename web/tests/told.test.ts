import { expect, test } from "vitest";

import { weightiest } from "../src/lib/news";
import { cut, isByYou, isYours, pattern, sentences } from "../src/lib/told";

const names = ["Ann", "Mrs. Brown", "Anna-Lena, 3b", "Your Grace", "Ann B.", "(x"];

test("a line is cut into sentences, never within a name", () => {
  const line = "Mrs. Brown and Ann B. compete. Anna-Lena, 3b wins! Ann draws.";
  expect(sentences(line, names)).toEqual([
    "Mrs. Brown and Ann B. compete.",
    "Anna-Lena, 3b wins!",
    "Ann draws.",
  ]);
  expect(cut("You roll 5, Anna-Lena, 3b 3, Ann 2", /, /, names)).toEqual([
    "You roll 5",
    "Anna-Lena, 3b 3",
    "Ann 2",
  ]);
  expect(sentences("No names. None.")).toEqual(["No names.", "None."]);
  expect(sentences("Ann draws the KA-BLAM! card. KA-BLAM! Ann goes out.", names)).toEqual([
    "Ann draws the KA-BLAM! card.",
    "KA-BLAM!",
    "Ann goes out.",
  ]);
});

test("a name is found where a pattern says so, the longest first, and as a sentence begins with it", () => {
  const draws = pattern("^(<who>) draws?\\b", [...names, "bo. p"]);
  for (const who of ["Ann", "Ann B.", "Mrs. Brown", "(x", "You", "Bo. p", "Somebody who is gone"])
    expect(draws.exec(`${who} draws`)?.[1]).toBe(who);
  expect(draws.test("It is over. Ann draws")).toBe(false);
  expect(draws.test("Annette. draws")).toBe(false);
});

test("what befell you is told from what befell one whose name sounds like it", () => {
  expect(isYours("Your Grace takes a card.", names)).toBe(false);
  expect(isYours("Your Grace takes a card from you.", names)).toBe(true);
  expect(isYours("You take a card.", [...names, "You"])).toBe(true);
  expect(isByYou("You Know draws.", ["You Know"])).toBe(false);
  expect(isByYou("You know.", ["You Know"])).toBe(true);
  expect(weightiest(["Your Grace draws.", "Ann draws.", "You miss a turn."], 2, names)).toEqual([
    "Ann draws.",
    "You miss a turn.",
  ]);
});
