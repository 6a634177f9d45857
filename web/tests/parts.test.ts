// The parts and pages as a person meets them, with axe looking over their shoulder.

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import Gathering from "../src/gathering/Gathering.svelte";
import { hasPlayed, keepPlayed, heldSeats, keepSeats, keepTable, runningTables } from "../src/lib/keep";
import type { Shelf as ShelfShown } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";
import Hand from "../src/parts/Hand.svelte";
import Place from "../src/parts/Place.svelte";
import SeatBadge from "../src/parts/SeatBadge.svelte";
import SettingsFields from "../src/parts/SettingsFields.svelte";
import Shelf from "../src/shelf/Shelf.svelte";
import FirstTime from "../src/table/FirstTime.svelte";
import Frame from "../src/table/Frame.svelte";
import Menu from "../src/table/Menu.svelte";
import PlainView from "../src/table/PlainView.svelte";
import Result from "../src/table/Result.svelte";
import Review from "../src/table/Review.svelte";
import Rules from "../src/table/Rules.svelte";
import { info, moves, seated, state } from "./fixtures";

/** What the page does for the frame: it goes elsewhere, and takes a seat. */
const ways = { go: vi.fn(), take: () => Promise.resolve() };

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
            help: "long: many rounds; short: one round",
            values: "",
            choices: ["long", "short"],
            least: null,
            most: null,
          },
        ],
        suggestions: { 4: { length: "short" } },
        online: true,
        advice: true,
        bots: ["bot:fair", "bot:clever"],
        usual_bot: "bot:fair",
      })),
    },
  ],
  bots: [
    { who: "bot:fair", name: "Fair bot", about: "fair", box: "" },
    { who: "bot:clever", name: "Clever bot", about: "thinks", box: "" },
    { who: "bot:easy child", name: "Easy child", about: "steady", box: "shapes" },
  ],
};

const rules = {
  title: "Pairs",
  in_short: [
    { about: "The aim", text: "Find the most pairs." },
    { about: "Your turn", text: "Turn over two cards." },
  ],
  html: "<h2>Clauses</h2><p>All of them.</p>",
};

let asked: { path: string; body: unknown }[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string, how?: RequestInit) => {
    asked.push({ path, body: how?.body ? JSON.parse(String(how.body)) : undefined });
    const opened = { code: "NEWONE", host: "h", seats: [{ seat: 0, token: "t" }] };
    const answer = path === "/api/shelf" ? shelf : path.endsWith("/rules") ? rules : opened;
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
    rules: { "color-contrast": { enabled: false } },
  });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`);
}

const face = createRawSnippet(() => ({ render: () => "<svg></svg>" }));

test("two clicks from the shelf to a game against bots", async () => {
  const go = vi.fn();
  render(Shelf, { go });
  await fireEvent.click(await screen.findByRole("button", { name: /Play now/ }));
  expect(screen.getByText("one · two")).toBeTruthy(); // before the box is opened
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: "two, short One round." }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith("/t/NEWONE"));
  expect(asked.at(-1)?.body).toEqual({
    game: "two",
    seats: ["me", "bot:fair", "bot:fair", "bot:fair"],
    names: [""],
    options: { length: "short" },
    start: true,
    newcomer: true, // whoever has never played is told how, and nobody plays on meanwhile
  });
  expect(localStorage.getItem("parlour:NEWONE")).toBe('[{"seat":0,"token":"t"}]');
});

test("who has played before is playing at once", async () => {
  keepPlayed("two");
  render(Shelf, { go: vi.fn() });
  await fireEvent.click(await screen.findByRole("button", { name: /Play now/ }));
  await fireEvent.click(screen.getByRole("button", { name: "two, long A game. Many rounds." }));
  await vi.waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ game: "two", newcomer: false }));
});

test("a level that was chosen holds for the next visit, and costs no click then", async () => {
  const visit = render(Shelf, { go: vi.fn() });
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Fair" })).checked).toBe(true);
  expect(screen.queryByRole("radio", { name: /child/ })).toBeNull(); // who plays another box
  await fireEvent.click(screen.getByRole("radio", { name: "Clever" }));
  expect(screen.getByText("thinks")).toBeTruthy();
  visit.unmount();

  render(Shelf, { go: vi.fn() });
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Clever" })).checked).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: /Play now/ }));
  await fireEvent.click(screen.getByRole("button", { name: "two, long A game. Many rounds." }));
  await vi.waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({
      seats: ["me", "bot:clever", "bot:clever", "bot:clever"],
      options: { length: "long" },
    }),
  );
});

test("the shelf leads back to the matches that go on, and to no others", async () => {
  const answers: Record<string, [number, unknown]> = {
    "/api/shelf": [200, shelf],
    "/api/tables/RUNNER": [200, info({ code: "RUNNER" })],
    "/api/tables/ENDEDX": [200, info({ code: "ENDEDX", phase: "over" })],
    "/api/tables/THRWNX": [200, info({ code: "THRWNX" })],
    "/api/tables/NWHERE": [404, { reason: "there is no such table" }],
    "/api/tables/BRKNDW": [503, { reason: "please try again" }],
  };
  vi.stubGlobal("fetch", async (path: string) => {
    const [status, answer] = answers[path]!;
    return new Response(JSON.stringify(answer), { status });
  });
  for (const code of ["RUNNER", "ENDEDX", "THRWNX", "NWHERE", "BRKNDW"]) {
    keepSeats(code, [{ seat: code === "THRWNX" ? 1 : 0, token: "t" }]);
    keepTable(code, "Pairs");
  }
  render(Shelf, { go: vi.fn() });
  const shown = (): (string | null)[] =>
    screen.queryAllByRole("link", { name: /^Go on/ }).map((one) => one.getAttribute("href"));
  await vi.waitFor(() => expect(shown()).toEqual(["/t/BRKNDW", "/t/RUNNER"])); // the latest first
  expect(screen.getByRole("link", { name: "Go on: Pairs, table RUNNER" })).toBeTruthy();
  expect(await faults()).toEqual([]);

  await fireEvent.click(screen.getByRole("button", { name: /^Remove Pairs, table BRKNDW/ }));
  expect(shown()).toEqual(["/t/RUNNER"]);
  const back = screen.getByRole("button", { name: "Put it back" });
  await vi.waitFor(() => expect(document.activeElement).toBe(back));
  expect(screen.getByText(/table BRKNDW, is off this list/)).toBeTruthy();
  await fireEvent.click(back);
  expect(shown()).toEqual(["/t/BRKNDW", "/t/RUNNER"]);
  expect(screen.queryByRole("button", { name: "Put it back" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Remove Pairs, table BRKNDW/ }));
  await fireEvent.click(screen.getByRole("button", { name: /^Remove Pairs, table RUNNER/ }));
  expect(shown()).toEqual([]);
  expect(runningTables()).toEqual([]);
  expect(heldSeats("RUNNER")).toHaveLength(1); // whoever has the link still has the seat
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

test("who comes by the link has one thing to do: sit down", async () => {
  const table = new Table(() => undefined);
  const open = { ...info().seats[1]!, who: "open" as const, name: "", bot: null };
  const gathering = info({
    phase: "gathering",
    players: 3,
    seats: [info().seats[0]!, open, { ...open, seat: 2 }],
  });
  table.receive({ type: "welcome", seq: 1, you: null, host: false, table: gathering, said: [] });
  const take = vi.fn(async () => undefined);
  render(Gathering, { table, tables: [table], here: [], take });
  expect(screen.getByRole("heading", { name: "Mira has a seat for you" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /Sit down/ })).toHaveLength(1);
  await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Jo" } });
  await fireEvent.click(screen.getByRole("button", { name: "Sit down and play" }));
  expect(take).toHaveBeenCalledWith(null, "Jo"); // whichever seat is open by then
  expect(await faults()).toEqual([]);
});

test("the host is asked before a friend's seat is given away", async () => {
  const { table, sent } = seated();
  const [mira, ana] = info().seats;
  const seats = [mira!, { ...ana!, who: "person" as const, name: "Jo", bot: null }];
  table.receive({ type: "table", seq: 3, table: info({ game: "one", phase: "gathering", seats }) });
  render(Gathering, { table, tables: [table], here: [0], take: async () => undefined });
  const choose = async (who: string): Promise<void> => {
    await fireEvent.change(await screen.findByLabelText("Who sits in seat 2"), { target: { value: who } });
  };
  await screen.findByRole("option", { name: "Fair bot" });
  await choose("bot:fair");
  expect(screen.getByText("Give the seat of Jo to a bot?")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "No" }));
  await choose("open");
  expect(screen.getByText("Ask Jo to leave?")).toBeTruthy();
  expect(sent).toEqual([]);
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(sent).toEqual([{ type: "seat", seat: 1, who: "open" }]);
});

test("a seat says who is you, who is a bot, and who is away", async () => {
  const { table } = seated();
  const [mira, ana] = info().seats;
  const [you, bot] = [render(SeatBadge, { table, seat: 0 }), render(SeatBadge, { table, seat: 1 })];
  expect(you.container.textContent).toMatch(/^\s*You/); // whatever name the others see, and no letter of a colour
  expect(you.container.querySelectorAll(".you-sign")).toHaveLength(1);
  expect(bot.container.querySelector(".you-sign")).toBeNull();
  expect(bot.container.textContent).toMatch(/^An\s+Ana\s+bot/);
  table.receive({
    type: "table",
    seq: 3,
    table: info({ seats: [mira!, { ...ana!, who: "person", here: false }] }),
  });
  await tick();
  expect(bot.container.textContent).toMatch(/Ana\s+2 cards\s+away\s*$/);
});

test("a hand without cards says so", () => {
  const { table } = seated();
  render(Hand, { table, cards: [], name: (card: string) => card, face });
  expect(screen.getByRole("group", { name: "Your hand, 0 cards" }).textContent).toContain("No cards");
});

test("the frame shows whose turn it is, announces what happened, and keeps the focus", async () => {
  const { table } = seated();
  render(Frame, { table, View: PlainView, ...ways });
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

test("what is to be chosen opens within the table", async () => {
  const { table } = seated();
  render(Frame, { table, View: PlainView, ...ways });
  table.pick("wild");
  table.pick("wild");
  table.put("discard");
  await tick();
  expect(screen.getByRole("menu").closest("main")).not.toBeNull();
  expect(await faults()).toEqual([]);
});

test("on a phone what others said is counted at the chat, until it is opened", async () => {
  const { table } = seated();
  render(Frame, { table, View: PlainView, ...ways });
  table.receive({ type: "said", seat: 1, name: "Jo", text: "hello" });
  await tick();
  const chat = screen.getByText("Chat", { selector: "button" }); // a wide screen hides it
  expect(chat.textContent?.trim()).toMatch(/^Chat\s+1 new$/);
  await fireEvent.click(chat);
  expect(table.unread).toBe(0);
});

test("H asks for a hint, and where somebody switched the keys off it is a letter like any other", async () => {
  const { table, sent } = seated();
  const { unmount } = render(Frame, { table, View: PlainView, ...ways });
  const button = (): HTMLElement => screen.getByRole("button", { name: "Hint" });
  expect(button().getAttribute("aria-keyshortcuts")).toBe("H");
  await fireEvent.click(screen.getByRole("button", { name: /This table/ }));
  const keys = screen.getByRole("checkbox", { name: /Keys/ });
  await fireEvent.click(keys);
  await fireEvent.keyDown(document.body, { key: "h" });
  expect(sent).toEqual([]);
  expect(button().getAttribute("aria-keyshortcuts")).toBeNull();
  expect(localStorage.getItem("parlour:keys")).toBe("false");
  await fireEvent.click(keys);
  await fireEvent.keyDown(document.body, { key: "h" });
  expect(sent).toMatchObject([{ type: "hint" }]);
  unmount();
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

test("a place where nothing can be done says so, and what would be right", async () => {
  const { table, sent } = seated();
  const face = createRawSnippet(() => ({ render: () => "<b>face</b>" }));
  render(Place, { id: "elsewhere", table, label: "Elsewhere", children: face });
  await fireEvent.click(screen.getByText("face"), { detail: 1, clientX: 30, clientY: 40 });
  expect(table.refusal).toEqual({
    reason: "Nothing can be done there now. Match red.",
    at: { x: 30, y: 40 },
  });
  expect(sent).toHaveLength(0);
});

test("a seat is handed to the bot that is usual in this game", async () => {
  const { table, sent } = seated();
  const [mira, ana] = info().seats;
  const seats = [mira!, { ...ana!, who: "person" as const, name: "Jonas", bot: null }];
  table.receive({ type: "table", seq: 3, table: info({ seats, usual_bot: "bot:good child" }) });
  render(Menu, { table, go: vi.fn(), close: vi.fn() });
  await fireEvent.click(screen.getByText("Hand to a bot"));
  await fireEvent.click(screen.getByText("Yes, to a bot"));
  expect(sent).toEqual([{ type: "seat", seat: 1, who: "bot:good child" }]);
});

test("the host chooses how quickly bots move", async () => {
  const change = vi.fn();
  render(SettingsFields, { settings: info().settings, change });
  const bots = screen.getByLabelText<HTMLSelectElement>("Bots move");
  expect(bots.value).toBe("1400");
  await fireEvent.change(bots, { target: { value: "3000" } });
  expect(change).toHaveBeenCalledWith({ ...info().settings, pause: 3000 });
});

test("the host chooses when a bot plays for a player who is away", async () => {
  const change = vi.fn();
  const settings = { ...info().settings, away_limit: 30 };
  const shown = render(SettingsFields, { settings, change });
  const limit = screen.getByLabelText<HTMLSelectElement>("When a player is away, a bot plays for them");
  expect(limit.selectedOptions[0]?.text).toBe("After 30 seconds");
  for (const [chosen, seconds] of [
    ["After 5 minutes", 300],
    ["Never", 0],
  ] as const) {
    const wanted = [...limit.options].find((one) => one.text === chosen);
    await fireEvent.change(limit, { target: { value: wanted?.value } });
    expect(change).toHaveBeenLastCalledWith({ ...settings, away_limit: seconds });
  }
  shown.unmount();
  render(SettingsFields, { settings, change, away: false });
  expect(screen.queryByLabelText(/who is away/)).toBeNull(); // all share one tablet
});

test("a review is asked for, waited for, and told in a chart and in words", async () => {
  const { table, sent } = seated();
  const fairness = { commitment: "", secret: "", round: 1, words: [], seed: "1" };
  table.receive(state(3, { choices: [], over: { winners: [0], scores: [1, 0], why: "", fairness } }));
  const { container } = render(Review, { table, close: () => undefined });
  expect(sent).toMatchObject([{ type: "review" }]);
  table.receive({ type: "reviewing", done: 3, of: 12 });
  await tick();
  expect(screen.getByRole("progressbar")).toHaveProperty("value", 3);
  table.receive({
    type: "review",
    names: ["Mira", "Ana"],
    moments: [
      { number: 0, seat: null, move: "", told: "The cards are dealt.", chances: [0.5, 0.5] },
      { number: 1, seat: 1, move: "draw", told: "Ana draws a card.", chances: [0.75, 0.25] },
      { number: 2, seat: 0, move: "play red 7", told: "Mira plays red 7.\nMira wins.", chances: [1, 0] },
    ],
    turns: [
      { number: 1, seat: 0, change: 0.25, better: "play wild as blue", why: "You win 8 more games in 100." },
    ],
  });
  await tick();
  const words = container.textContent?.replace(/\s+/g, " ");
  expect(words).toContain("Your chances rise from 50 % to 75 %.");
  expect(words).toContain("Better for Ana: Play wild as blue. You win 8 more games in 100.");
  expect(screen.getByRole("img", { name: /Mira: 50 % at the deal, 100 % at the end/ })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "1: show move 1 in the chart" }));
  expect(screen.getByRole("slider")).toHaveProperty("value", "1");
});

test("a team that wins together has one line", async () => {
  const { table } = seated();
  const { container } = render(Review, { table, close: () => undefined });
  table.receive({
    type: "review",
    names: ["Mira", "Ana"],
    moments: [
      { number: 0, seat: null, move: "", told: "The cards are dealt.", chances: [0.25, 0.25] },
      { number: 1, seat: 1, move: "draw", told: "Ana draws a card.", chances: [0.5, 0.5] },
      { number: 2, seat: 0, move: "play red 7", told: "Mira plays red 7. You all win.", chances: [1, 1] },
    ],
    turns: [{ number: 1, seat: 0, change: 0.25, better: "", why: "Nothing was clearly better." }],
  });
  await tick();
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "Chances to win over 2 moves. You all: 25 % at the deal, 100 % at the end",
  );
  expect(container.querySelectorAll("polyline")).toHaveLength(1);
  expect(container.querySelectorAll(".legend li")).toHaveLength(1);
  const heads = [...container.querySelectorAll("thead th")].map((one) => one.textContent);
  expect(heads).toEqual(["Move", "You all", "What happened"]);
  expect(container.textContent).toContain("Your team's chances rise from 25 % to 50 %.");
});

test("what happened meanwhile is shown once, said aloud once, and can be closed", async () => {
  const { table } = seated();
  table.moves = { ...moves, meanwhile: (lines) => lines.slice(-1) };
  render(Frame, { table, View: PlainView, ...ways });
  table.receive(state(3, { told: ["You pass."], choices: [], moves: [[0, "pass"]] }));
  table.receive(state(4, { told: ["Ana draws."] }));
  await tick();
  const shown = (): HTMLElement | null => screen.queryByRole("region", { name: "Meanwhile" });
  expect(shown()?.textContent).toContain("Ana draws.");
  expect(shown()?.closest("[aria-live], [role=status]")).toBeNull();
  const aloud = [...document.querySelectorAll("[aria-live]")].filter((one) =>
    one.textContent?.includes("Ana draws."),
  );
  expect(aloud).toHaveLength(1);
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: "Close what happened meanwhile" }));
  expect(shown()).toBeNull();
  table.receive(state(5, { told: ["Ana passes."] })); // it goes on: who closed it does not want it
  await tick();
  expect(shown()).toBeNull();
  table.receive(state(6, { told: ["You draw."], choices: [], moves: [[0, "draw"]] }));
  table.receive(state(7, { told: ["Ana wins."] }));
  await tick();
  expect(shown()?.textContent).toMatch(/Meanwhile: Ana wins\./);
  table.receive({ type: "table", seq: 8, table: info({ round: 2 }) }); // another match
  table.receive(state(9));
  await tick();
  expect(shown()).toBeNull();
});

test("of what happened meanwhile whole lines are left out where there is no room, the newest never", async () => {
  // As if there were room for two of them.
  const tall = vi.spyOn(HTMLElement.prototype, "scrollHeight", "get");
  tall.mockImplementation(function (this: HTMLElement) {
    return 20 * (this.textContent?.match(/Ana/g)?.length ?? 0);
  });
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(40);
  const { table } = seated();
  table.moves = { ...moves, meanwhile: (lines) => lines };
  render(Frame, { table, View: PlainView, ...ways });
  table.receive(state(3, { told: ["You pass."], choices: [], moves: [[0, "pass"]] }));
  table.receive(state(4, { told: ["Ana draws.", "Ana plays 7.", "Ana turns play round.", "Ana wins."] }));
  await tick();
  const shown = (): string => screen.getByRole("region", { name: "Meanwhile" }).textContent ?? "";
  await vi.waitFor(() => expect(shown().trim()).toBe("Meanwhile: Ana turns play round. Ana wins."));
  await fireEvent.click(screen.getByRole("button", { name: "All that happened meanwhile" }));
  expect(shown()).toContain("Ana draws. Ana plays 7. Ana turns play round. Ana wins.");
  vi.restoreAllMocks();
});

test("who plays a game for the first time is told how, once", async () => {
  const first = render(FirstTime, { game: "pairs", code: "KDRWTX" });
  const card = await screen.findByRole("dialog", { name: "How to play Pairs", hidden: true });
  const told = document.getElementById(card.getAttribute("aria-describedby") ?? "");
  expect(told?.textContent).toContain("Find the most pairs.");
  expect(asked.map(({ path }) => path)).toEqual(["/api/tables/KDRWTX/rules"]);
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByText("Turn over two cards.")); // anywhere will do
  expect(screen.queryByText("Find the most pairs.")).toBeNull();
  first.unmount();

  render(FirstTime, { game: "pairs", code: "KDRWTX" });
  await tick();
  expect(asked).toHaveLength(1);
  expect(hasPlayed("pairs")).toBe(true);
  expect(hasPlayed("others")).toBe(false);
});

test("the table is told when a newcomer has read how it is played, until it has heard", async () => {
  const { table, sent } = seated();
  table.receive({ type: "table", seq: 3, table: info({ newcomer: 0 }) });
  render(Frame, { table, View: PlainView, ...ways });
  await screen.findByText("Turn over two cards.");
  expect(sent).toEqual([]);
  await fireEvent.click(screen.getByText("Let's play"));
  expect(sent).toEqual([{ type: "read" }]);
  table.receive({ type: "welcome", seq: 3, you: 0, host: true, table: info({ newcomer: 0 }), said: [] });
  await tick();
  expect(sent).toEqual([{ type: "read" }, { type: "read" }]);
  table.receive({ type: "table", seq: 3, table: info() });
  await tick();
  expect(sent).toHaveLength(2);
});

test("the rules open with how to play, and all clauses are one tap further", async () => {
  render(Rules, { code: "KDRWTX" });
  await screen.findByRole("heading", { name: "How to play" });
  expect(screen.getByText("Find the most pairs.")).toBeTruthy();
  const all = screen.getByText("All the rules").closest("details");
  expect(all?.open).toBe(false);
  expect(all?.textContent).toContain("All of them.");
  expect(await faults()).toEqual([]);
});

test("who sits down without a name is asked for it, and may leave it", async () => {
  const { table, sent } = seated();
  table.receive({ type: "table", seq: 0, table: info({ phase: "gathering" }) });
  const again = render(Gathering, { table, tables: [table], here: [0], take: async () => undefined });
  expect(await screen.findByText(/The others see you as/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Call me that" })); // nothing was typed
  expect(sent).toHaveLength(0);
  await fireEvent.input(screen.getByPlaceholderText("Your name"), { target: { value: " Jonas " } });
  await fireEvent.click(screen.getByRole("button", { name: "Call me that" }));
  expect(sent).toEqual([{ type: "name", name: "Jonas" }]);
  again.unmount();
  render(Gathering, { table, tables: [table], here: [0], take: async () => undefined });
  expect(screen.queryByText(/The others see you as/)).toBeNull();
});

test("the result says why the game is over", async () => {
  const { table } = seated();
  const fairness = { commitment: "", secret: "", round: 1, words: [], seed: "1" };
  const over = { winners: [0], scores: [1, 0], why: "The pile is empty.", fairness };
  table.receive(state(3, { choices: [], over }));
  render(Result, { table, close: () => undefined, review: () => undefined });
  expect(screen.getByText("The pile is empty.")).toBeTruthy();
  expect(screen.queryByText(/Won at this table/)).toBeNull();
});

test("a win at this device is a moment, and no other is", async () => {
  const fairness = { commitment: "", secret: "", round: 1, words: [], seed: "1" };
  for (const [winners, burst] of [
    [[0], 1],
    [[0, 1], 1], // a win that is shared, or a team's
    [[1], 0],
    [[], 0],
  ] as const) {
    const { table } = seated();
    table.receive(
      state(3, { choices: [], over: { winners: [...winners], scores: [1, 0], why: "", fairness } }),
    );
    const { container, unmount } = render(Result, {
      table,
      tables: [table],
      close: () => undefined,
      review: () => undefined,
    });
    expect(container.querySelectorAll(".triumph[aria-hidden=true]")).toHaveLength(burst);
    expect(container.querySelectorAll("header.grand h2")).toHaveLength(burst);
    unmount();
  }
});

test("after more than one match the result says who has won how many", async () => {
  const { table } = seated();
  table.receive({ type: "table", seq: 3, table: info({ round: 3, wins: [1, 1] }) });
  const fairness = { commitment: "", secret: "", round: 3, words: [], seed: "1" };
  const over = { winners: [0], scores: [1, 0], why: "The pile is empty.", fairness };
  table.receive(state(4, { choices: [], over }));
  render(Result, { table, close: () => undefined, review: () => undefined });
  expect(screen.getByText("Won at this table, of 3 matches: You 2, Ana 1.")).toBeTruthy();
});

test("on one tablet the host deals again, whoever saw the end", async () => {
  const { table: host, sent } = seated();
  const [mira, ana] = info().seats;
  const seats = [mira!, { ...ana!, who: "person" as const, name: "Jonas", bot: null }];
  const told: unknown[] = [];
  const guest = new Table((message) => told.push(message));
  const fairness = { commitment: "", secret: "", round: 1, words: [], seed: "1" };
  const over = { winners: [1], scores: [0, 1], why: "", fairness };
  const phase = "over" as const;
  host.receive({ type: "table", seq: 3, table: info({ seats, phase }) });
  guest.receive({ type: "welcome", seq: 3, you: 1, host: false, table: info({ seats, phase }), said: [] });
  guest.receive(state(3, { seats, choices: [], over }));
  render(Result, { table: guest, tables: [host, guest], close: () => undefined, review: () => undefined });
  await fireEvent.click(screen.getByRole("button", { name: "Again" }));
  expect(sent).toEqual([{ type: "again" }, { type: "start" }]); // all are here: nobody is waited for
  expect(told).toEqual([]);
});
