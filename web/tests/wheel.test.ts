import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import ColourWheel from "../src/cards/ColourWheel.svelte";

const LETTERS = { red: "R", orange: "O", yellow: "Y", green: "G", blue: "B", purple: "P" };

test("a sector of the wheel is called by the colour it shows, and shows the letter of its name", async () => {
  const named: string[] = [];
  render(ColourWheel, { colours: Object.keys(LETTERS), name: (colour) => named.push(colour) });
  expect(screen.getAllByRole("menuitem")).toHaveLength(6);
  for (const [colour, letter] of Object.entries(LETTERS)) {
    const sector = screen.getByRole("menuitem", { name: colour });
    expect(sector.textContent?.trim()).toBe(letter);
    expect(sector.querySelector(".sector")?.getAttribute("fill")).toBe(`url(#pattern-${colour})`);
    await fireEvent.click(sector);
    expect(named.at(-1)).toBe(colour);
  }
  await fireEvent.keyDown(screen.getByRole("menuitem", { name: "red" }), { key: "p" });
  expect(named.at(-1)).toBe("purple");
});
