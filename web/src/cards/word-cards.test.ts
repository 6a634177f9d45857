import { describe, expect, it } from "vitest";
import {
  byColour,
  byNumber,
  cardLabel,
  counted,
  numberOf,
  partsOf,
  spokenName,
  wordSize,
} from "./word-cards";
import { burst, middleOf, sector } from "./symbols";

describe("what a card says", () => {
  it("names word cards with their word", () => {
    expect(cardLabel("red 7", "van")).toBe("red 7, van");
    expect(cardLabel("red 7")).toBe("red 7");
  });
  it("says what an action does, and never its sign alone", () => {
    expect(cardLabel("yellow +2")).toBe("yellow, Pick up 2");
    expect(cardLabel("blue miss")).toBe("blue, Miss a turn");
    expect(cardLabel("green reverse")).toBe("green, Reverse");
    expect(cardLabel("wild")).toBe("Wild");
    expect(cardLabel("ka-blam")).toBe("KA-BLAM!");
    expect(spokenName("yellow +2")).toBe("yellow Pick up 2");
  });
  it("counts", () => {
    expect(counted(1, "card")).toBe("1 card");
    expect(counted(0, "pair")).toBe("0 pairs");
  });
});

describe("what a card is", () => {
  it("takes names apart", () => {
    expect(partsOf("purple 11")).toEqual({ colour: "purple", value: "11" });
    expect(partsOf("wild")).toEqual({ colour: null, value: "wild" });
    expect(numberOf("purple 11")).toBe(11);
    expect(numberOf("red +2")).toBeNull();
    expect(numberOf("ka-blam")).toBeNull();
  });
  it("sorts by colour with actions last, or by number", () => {
    const hand = ["wild", "blue 10", "red +2", "red 11", "blue 2", "red miss"];
    expect([...hand].sort(byColour)).toEqual(["red 11", "red miss", "red +2", "blue 2", "blue 10", "wild"]);
    expect(["red 9", "blue 2", "red 2"].sort(byNumber)).toEqual(["red 2", "blue 2", "red 9"]);
  });
});

describe("drawing", () => {
  it("makes long words smaller, and short ones no larger than asked", () => {
    expect(wordSize("it", 72, 36)).toBe(36);
    expect(wordSize("elephant", 72, 36)).toBeLessThan(18);
    expect(wordSize("mmmm", 72, 36)).toBeLessThan(wordSize("llll", 72, 36));
    expect(wordSize("", 72, 36)).toBe(36);
  });
  it("keeps stars and sectors within their radius", () => {
    for (const point of burst(13, 54, 33).split(" ")) {
      const [x, y] = point.split(",").map(Number);
      expect(Math.hypot(x ?? NaN, y ?? NaN)).toBeLessThanOrEqual(54.01);
    }
    expect(sector(0, 4, 10)).toBe("M0 0 L0,-10 A10 10 0 0 1 10,0 Z");
    expect(middleOf(1, 4, 10)).toEqual([7.07, 7.07]);
  });
});
