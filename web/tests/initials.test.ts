import { expect, test } from "vitest";

import { initials } from "../src/lib/initials";

test("names are told apart by their first two letters, by another one, or by the seat", () => {
  expect(initials(["Mira", "Ana"])).toEqual(["Mi", "An"]);
  expect(initials(["Bella", "Ana", "Ben"])).toEqual(["Bl", "An", "Bn"]);
  expect(initials(["Ana", "ana"])).toEqual(["A1", "A2"]);
  expect(initials(["Ana", "Anabel"])).toEqual(["A1", "Ab"]);
  expect(initials(["Cat", "Cab", "Cot"])).toEqual(["Ct", "Cb", "Co"]);
  expect(initials(["Blanca", "Bella", "Ben"])).toEqual(["Bl", "B2", "Bn"]); // "Bl" is taken
  expect(initials(["", "?!"])).toEqual(["", ""]);
  expect(initials(["Ana", "Anabel", "Ben"], 1)).toEqual(["An", "", "Be"]); // you have a sign, and are like nobody
});

test("no letter stands alone, as those of colours do", () => {
  expect(initials(["B", "R. O", "g"])).toEqual(["B1", "Ro", "G3"]);
});
