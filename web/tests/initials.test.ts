import { expect, test } from "vitest";

import { initials } from "../src/lib/initials";

test("names are told apart by one letter, by two, or by the seat", () => {
  expect(initials(["Mira", "Ana"])).toEqual(["M", "A"]);
  expect(initials(["Bella", "Ana", "Ben"])).toEqual(["Bl", "A", "Bn"]);
  expect(initials(["Ana", "ana"])).toEqual(["A1", "A2"]);
  expect(initials(["Ana", "Anabel"])).toEqual(["A1", "Ab"]);
  expect(initials(["Cat", "Cab", "Cot"])).toEqual(["C1", "Cb", "Co"]);
  expect(initials([""])).toEqual([""]);
  expect(initials(["Ana", "Anabel", "Ben"], 1)).toEqual(["A", "", "B"]); // you have a sign, and are like nobody
});
