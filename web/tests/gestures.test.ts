import { expect, test } from "vitest";

import { atPlace, buttons, ofCard, openPlaces, plainly, type Gesture } from "../src/lib/gestures";

const gestures: Gesture[] = [
  { number: 1, words: "play red 7", card: "red 7", place: "discard", label: "Play red 7" },
  { number: 2, words: "play wild as red", card: "wild", place: "discard", label: "Red", colour: "red" },
  { number: 3, words: "play wild as blue", card: "wild", place: "discard", label: "Blue", colour: "blue" },
  { number: 4, words: "draw", place: "pile", label: "Draw a card" },
  { number: 5, words: "finish", label: "Finish" },
];

test("a card knows what can be done with it", () => {
  expect(ofCard(gestures, "wild").map((one) => one.number)).toEqual([2, 3]);
  expect(ofCard(gestures, "red 8")).toEqual([]);
});

test("places light up for the card that is held, and otherwise for a bare finger", () => {
  expect(openPlaces(gestures, "red 7", false)).toEqual(new Set(["discard"]));
  expect(openPlaces(gestures, null, false)).toEqual(new Set(["pile"]));
  const inVain = gestures.map((one) => ({ ...one, quiet: true }));
  expect(openPlaces(inVain, "red 7", false)).toEqual(new Set());
  expect(openPlaces(inVain, "red 7", true)).toEqual(new Set(["discard"]));
  expect(atPlace(gestures, "wild", "discard")).toHaveLength(2);
  expect(atPlace(gestures, "wild", "pile")).toEqual([]);
});

test("what is about no card and no place is a button", () => {
  expect(buttons(gestures).map((one) => one.label)).toEqual(["Finish"]);
});

test("choices nobody has read are buttons that say the move", () => {
  expect(plainly([{ number: 9, words: "lay pair 7" }])).toEqual([
    { number: 9, words: "lay pair 7", label: "Lay pair 7" },
  ]);
});
