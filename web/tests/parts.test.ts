// The parts and pages as a person meets them, with axe looking over their shoulder.

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import Gathering from "../src/gathering/Gathering.svelte";
import type { Shelf as ShelfShown } from "../src/lib/protocol";
import Hand from "../src/parts/Hand.svelte";
import Place from "../src/parts/Place.svelte";
import Shelf from "../src/shelf/Shelf.svelte";
import Frame from "../src/table/Frame.svelte";
import PlainView from "../src/table/PlainView.svelte";
import { info, seated, state } from "./fixtures";

const shelf: ShelfShown = {
  boxes: [
    {
      box: "word-deck",
      title: "The word deck",
      about: "Words.",
      players: [2, 6],
      ages: "from 5",
      minutes: "10 min",
      games: ["one", "two"].map((id) => ({
        id,
        title: id,
        summary: "A game.",
        players: [2, 6],
        options: [
          {
            name: "length",
            kind: "choice",
            default: "long",
            help: "how long",
            values: "",
            choices: ["long", "short"],
            least: null,
            most: null,
          },
        ],
        suggestions: { 4: { length: "short" } },
        online: true,
      })),
    },
  ],
  bots: [{ who: "bot:fair", name: "Fair bot", about: "fair", box: "" }],
};

let asked: { path: string; body: unknown }[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string, how?: RequestInit) => {
    asked.push({ path, body: how?.body ? JSON.parse(String(how.body)) : undefined });
    const answer =
      path === "/api/shelf" ? shelf : { code: "NEWONE", host: "h", seats: [{ seat: 0, token: "t" }] };
    return new Response(JSON.stringify(answer));
  });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function faults(): Promise<string[]> {
  // Colours need a real page; the browser tests look at those.
  const found = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`);
}

const face = createRawSnippet(() => ({ render: () => "<svg></svg>" }));

test("two clicks from the shelf to a game against bots", async () => {
  const go = vi.fn();
  render(Shelf, { go });
  await fireEvent.click(await screen.findByRole("button", { name: /Play now/ }));
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: /two/ }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith("/t/NEWONE"));
  expect(asked.at(-1)?.body).toEqual({
    game: "two",
    seats: ["me", "bot:fair", "bot:fair", "bot:fair"],
    names: ["Player"],
    options: { length: "short" },
    start: true,
  });
  expect(localStorage.getItem("parlour:NEWONE")).toBe('[{"seat":0,"token":"t"}]');
});

test("at the gathering the host deals, and a word goes into the shuffle", async () => {
  const { table, sent } = seated();
  table.receive({ type: "table", seq: 3, table: info({ phase: "gathering" }) });
  render(Gathering, { table, tables: [table], here: [0], take: async () => undefined });
  await fireEvent.input(screen.getByLabelText("Word of Mira"), { target: { value: "tea" } });
  await fireEvent.click(screen.getByRole("button", { name: "Mix it in" }));
  await fireEvent.click(screen.getByRole("button", { name: "Deal the cards" }));
  expect(sent).toEqual([{ type: "word", text: "tea" }, { type: "start" }]);
  expect(await faults()).toEqual([]);
});

test("the frame shows whose turn it is, announces what happened, and keeps the focus", async () => {
  const { table } = seated();
  render(Frame, { table, View: PlainView, go: () => undefined });
  expect(screen.getByText("Your turn: match red.")).toBeTruthy();
  expect(await faults()).toEqual([]);
  screen.getByRole("button", { name: "Pass" }).focus();
  table.receive(
    state(3, {
      told: ["Ana draws a card."],
      choices: [
        [7, "play red 7"],
        [90, "draw"],
      ],
    }),
  );
  await tick();
  expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain(
    "Ana draws a card. Your turn: match red.",
  );
  expect(document.activeElement).not.toBe(document.body);
});

test("a hand is walked with the arrows, and a card is played with Enter on its place", async () => {
  const { table, sent } = seated();
  render(Hand, { table, name: (card) => card, face });
  render(Place, { id: "discard", table, label: "Discard pile" });
  const first = screen.getByRole("button", { name: "red 7; can be played" });
  first.focus();
  await fireEvent.keyDown(first, { key: "ArrowRight" });
  expect(document.activeElement?.textContent).toContain("wild");
  await fireEvent.keyDown(document.activeElement as Element, { key: "Home" });
  expect(document.activeElement).toBe(first);
  await fireEvent.click(first);
  expect(first.getAttribute("aria-pressed")).toBe("true");
  await fireEvent.keyDown(screen.getByRole("button", { name: /Discard pile/ }), { key: "Enter" });
  expect(sent).toMatchObject([{ type: "move", move: 7 }]);
  expect(screen.getByRole("button", { name: "blue 2; cannot be played now" })).toBeTruthy();
});
