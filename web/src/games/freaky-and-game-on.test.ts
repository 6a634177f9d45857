import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { GameView } from "../lib/games";
import type { Moves } from "../lib/gestures";
import type { FromPage, State, TableInfo } from "../lib/protocol";
import { Table } from "../lib/table.svelte";
import * as freaky from "./freaky/moves";
import FreakyTaken from "./freaky/Taken.svelte";
import FreakyView from "./freaky/View.svelte";
import * as gameOn from "./game-on/moves";
import GameOnView from "./game-on/View.svelte";
import * as coop from "./game-on-coop/moves";
import CoopView from "./game-on-coop/View.svelte";

let sent: FromPage[] = [];
beforeEach(() => (sent = []));
const played = () => sent.flatMap((message) => (message.type === "move" ? [message.move] : []));

/** A view as seat 0 sees it, with these choices; and how more is told there. */
function show(
  View: GameView,
  moves: unknown,
  view: object,
  choices: [number, string][],
): { table: Table; tell: (...told: string[]) => Promise<void>; next: (view: object) => Promise<void> } {
  const table = new Table((message) => sent.push(message));
  const seats = ["Mira", "Ana"].map((name, seat) => ({
    seat,
    name,
    who: "person" as const,
    bot: null,
    here: true,
    standing_in: false,
    host: seat === 0,
    left_ms: null,
    runs: false,
  }));
  const info = {
    code: "TESTS",
    seats,
    players: 2,
    options: {},
    phase: "playing",
    round: 1,
    wins: [0, 0, 0, 0],
    meanings: { points: "Cards cost points.", redraw: "A new hand.", "Black Card": "All goes." },
  } as unknown as TableInfo;
  table.receive({ type: "welcome", seq: 0, you: 0, host: true, table: info, said: [] });
  const state = {
    type: "state",
    seq: 1,
    choices,
    told: [],
    moves: [],
    talk: [],
    seats,
    reading: null,
    over: null,
  };
  const common = { players: 2, seat: 0, to_act: [0], winners: [] };
  table.moves = moves as Moves;
  const first = { ...state, view: { ...common, ...view } };
  table.receive(first as unknown as State);
  render(View, { table });
  const tell = async (...told: string[]): Promise<void> => {
    table.receive({ ...first, told, seq: table.seq + 1 } as unknown as State);
    await tick();
  };
  const next = async (more: object): Promise<void> => {
    table.receive({
      ...first,
      view: { ...first.view, ...more },
      seq: table.seq + 1,
    } as unknown as State);
    await tick();
  };
  return { table, tell, next };
}
afterEach(() => vi.restoreAllMocks());

const rows = [["red/blue/1"], ["green/blue/4", "green/red/4"]];
const onTable = { stage: "play", hand: ["red/green/4"], hand_sizes: [1, 3], rows, taken: [0, 0], pile: 50 };

test("Freaky: who spots for themselves may claim any row, and none is pointed out", async () => {
  show(FreakyView, freaky, { ...onTable, taking: "spot" }, [
    [1, "play red/green/4 on row 1"],
    [2, "play red/green/4 on row 2"],
    [3, "take row 1"],
    [4, "take row 2"],
    [5, "finish"],
  ]);
  expect(document.querySelectorAll(".helped")).toHaveLength(0);
  await fireEvent.click(screen.getByRole("button", { name: /^Take the row that ends with the green 4/ }));
  expect(played()).toEqual([4]);
});

test("Freaky: where help is wanted, only the rows that can be taken have a claim", () => {
  show(FreakyView, freaky, { ...onTable, taking: "help" }, [
    [4, "take row 2"],
    [5, "finish"],
  ]);
  expect(document.querySelectorAll(".helped")).toHaveLength(1);
  expect(screen.getAllByRole("button", { name: /^Take the row/ })).toHaveLength(1);
});

test("Freaky: a new row is begun in one place, and a row that was taken leaves its own empty", async () => {
  const { table } = show(FreakyView, freaky, { ...onTable, taking: "spot" }, [[1, "new row red/green/4"]]);
  const fresh = document.querySelector(".fresh");
  table.view = { ...table.view, rows: rows.slice(1) };
  await tick();
  expect(document.querySelector(".fresh")).toBe(fresh);
  expect(fresh?.closest(".rows")).toBeNull();
  expect([...document.querySelectorAll(".rows > *")].map((one) => one.classList[0])).toEqual(["gap", "row"]);
});

test("Freaky: a row that was taken is shown, and a tap sends it on its way", async () => {
  const going = { cancel: vi.fn(), onfinish: (): void => {} };
  Element.prototype.animate = vi.fn(() => going as unknown as Animation);
  const gone = vi.fn();
  const told = "Ana takes the row with four 4s: 5 cards, 5 points!";
  render(FreakyTaken, { taken: { seat: 1, cards: ["red/blue/4"], told }, gone });
  expect(screen.getByText(told)).toBeTruthy();
  expect(Element.prototype.animate).not.toHaveBeenCalled();
  await fireEvent.pointerDown(document.body);
  await fireEvent.pointerDown(document.body);
  expect(Element.prototype.animate).toHaveBeenCalledOnce();
  going.onfinish();
  expect(gone).toHaveBeenCalledOnce();
});

test("Freaky: a card goes to a row by key alone", async () => {
  show(FreakyView, freaky, { ...onTable, taking: "spot" }, [
    [1, "play red/green/4 on row 1"],
    [2, "play red/green/4 on row 2"],
  ]);
  await fireEvent.click(screen.getByRole("button", { name: "red 4 with green circles; can be played" }));
  const row = screen.getByRole("button", { name: /^A row of 2 cards; .*: Lay it on the green 4 with red/ });
  await fireEvent.keyDown(row, { key: "Enter" });
  expect(played()).toEqual([2]);
});

const sun = "sun: red square, yellow circle, blue triangle; 2 points; chevron";
const area = [
  {
    card: sun,
    name: "sun 2",
    covers: [
      [null, null, null],
      ["red square", null, null],
    ],
  },
  null,
  null,
  null,
];
const round = {
  stage: "act",
  round: 1,
  types: ["sun", "moon"],
  hand: ["red square", "red square"],
  hand_sizes: [2, 3],
  known: [[], []],
  piles: [30, 30],
  deck: 40,
  area,
  oldest_first: [1],
  control: [[], [{ card: sun.replace("sun", "moon"), name: "moon 2", locked: false }]],
  attacks: [],
  beaten: [[], []],
  deeds: ["nothing", "played"],
  contest: null,
  points: [-2, 0],
  competition: "dice",
  timer: 0,
  black_out: 0,
};

test("Game-On: a shape says who covers it with what, and the second copy of a card covers it, too", async () => {
  show(GameOnView, gameOn, round, [
    [1, "cover square of card 1 with red square"],
    [2, "steal moon 2 with red square"],
    [3, "finish"],
  ]);
  expect(screen.getByLabelText("red square of sun 2, covered by Ana with red square")).toBeTruthy();
  const copies = screen.getAllByRole("button", { name: "red square; can be played" });
  await fireEvent.click(copies[1] as HTMLElement);
  await fireEvent.click(
    screen.getByRole("button", { name: /^red square of sun 2, .*: Cover the square of card 1$/ }),
  );
  expect(played()).toEqual([1]);
});

test("Game-On: rock, paper and scissors are offered once, as pictures", async () => {
  const contest = { for: "area", card: "sun 2", rivals: [0, 1], undecided: 0, choice: null };
  show(GameOnView, gameOn, { ...round, stage: "compete", competition: "rock-paper-scissors", contest }, [
    [1, "show rock"],
    [2, "show paper"],
    [3, "show scissors"],
  ]);
  await fireEvent.click(screen.getByRole("button", { name: "paper" }));
  expect(played()).toEqual([2]);
});

test("Game-On: what a button does and how points come about stands there", async () => {
  show(GameOnView, gameOn, round, [
    [1, "redraw"],
    [2, "show rock"],
  ]);
  expect(screen.getByText("Cards cost points.")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Redraw\s*:\s*A new hand\.$/ })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Signs and words" }));
  expect(screen.getByRole("dialog").textContent).toContain("A new hand.");
});

test("Game-On: dice lie still before anything says how they fell", async () => {
  let still: () => void = () => undefined;
  const finished = new Promise<Animation>((resolve) => (still = () => resolve({} as Animation)));
  vi.spyOn(Element.prototype, "getAnimations").mockReturnValue([{ finished } as unknown as Animation]);
  const { table, tell } = show(GameOnView, gameOn, round, [[3, "finish"]]);
  await tell("You and Ana compete for sun 2. You roll 5, Ana 3. You take sun 2.");
  const outcome = screen.getByText("You take sun 2.");
  expect(outcome.classList).toContain("waits");
  expect(table.lines).toEqual([]);
  await tell("Ana finishes."); // meanwhile
  expect(table.lines).toEqual([]);
  still();
  await vi.waitFor(() => expect(outcome.classList).not.toContain("waits"));
  expect(table.lines).toHaveLength(2);
});

test("Game-On: what is asked stands before how something else came out", async () => {
  const attacks = [{ by: 1, on: "sun 9", shape: "square", with: "red square" }];
  const control = [[{ card: sun, name: "sun 9", locked: false }], []];
  const { tell } = show(GameOnView, gameOn, { ...round, stage: "defend", attacks, control }, [
    [1, "do not defend"],
  ]);
  await tell("You and Ana compete for sun 2. You roll 5, Ana 3. You take sun 2.");
  const asked = screen.getByRole("region", { name: "A steal" });
  const past = screen.getByRole("region", { name: "How it was decided" });
  expect(asked.compareDocumentPosition(past) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("Game-On: a new round is called out, once what came before it has been read", async () => {
  vi.useFakeTimers();
  const { tell, next } = show(GameOnView, gameOn, round, [[3, "finish"]]);
  expect(screen.queryByText("Round 2")).toBeNull();
  await next({ round: 2 });
  expect(document.querySelector(".begun")?.textContent).toContain("Round 2");
  vi.advanceTimersByTime(2000);
  await tick();
  expect(document.querySelector(".begun")).toBeNull();
  await tell("You and Ana compete for sun 2. You roll 5, Ana 3. You take sun 2.");
  await next({ round: 2 });
  await next({ round: 3 });
  expect(document.querySelector(".begun")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(document.querySelector(".begun")?.textContent).toContain("Round 3");
  vi.useRealTimers();
});

test("Game-On: a card that is taken is marked at its taker, for whom it is seen to be taken", async () => {
  const { next } = show(GameOnView, gameOn, round, [[3, "finish"]]);
  const marked = (): string[] =>
    [...document.querySelectorAll<HTMLElement>(".just-taken")].map((one) => one.dataset["card"] ?? "");
  expect(marked()).toEqual([]);
  await next({ control: [[{ card: sun, name: "sun 9", locked: false }], round.control[1]] });
  expect(marked()).toEqual(["sun 9"]);
});

test("Game-On: a card that cannot be played says why", async () => {
  const { table } = show(GameOnView, gameOn, { ...round, hand: ["white square"] }, [[3, "finish"]]);
  await fireEvent.click(screen.getByRole("button", { name: "white square; cannot be played now" }));
  expect(table.refusal?.reason).toContain("takes a white square now");
  expect(table.prompt).toBe("None of your cards fits now: say when you are done.");
});

const team = {
  ...round,
  hands: [round.hand, ["omni 1"]],
  track: [
    { card: sun, name: "sun 2", covers: [null, null, null], covered_by: [null, null, null], scuttled: false },
  ],
  team: [],
  house: [{ card: sun.replace("sun", "moon"), name: "moon 2" }],
  commitments: [null, null],
  committed: [[], []],
  team_points: 0,
  house_points: 2,
  target: 20,
  pace: "printed",
  open_hands: true,
  black: 2,
};

test("Cooperative Game-On: a Black Card stays until it has been read", async () => {
  const { tell } = show(CoopView, coop, team, [[2, "finish"]]);
  const card = (): HTMLElement | null => screen.queryByRole("region", { name: "A Black Card" });
  expect(card()).toBeNull();
  await tell("A Black Card wipes the track! The House takes sun 2. New on the track: sun 4. Round 3 begins.");
  expect(card()?.textContent).toMatch(/All goes\.\s*The House takes sun 2\.\s*Go on$/);
  await tell("Ana finishes.");
  expect(card()).not.toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(card()).toBeNull();
});

test("Cooperative Game-On: what is said of a Black Card goes with its round, not under a finger on its way", async () => {
  const { table, tell } = show(CoopView, coop, team, [[1, "steal moon 2 by square"]]);
  const card = (): HTMLElement | null => screen.queryByRole("region", { name: "A Black Card" });
  await tell("A Black Card wipes the track! New on the track: sun 4.");
  table.pick("red square");
  await tick();
  expect(card()).not.toBeNull();
  table.view = { ...table.view, round: table.view.round + 1 };
  await tick();
  expect(card()).toBeNull();
});

test("Cooperative Game-On: what the team wins is marked for a moment", async () => {
  const { next } = show(CoopView, coop, { ...team, team_points: 3 }, [[2, "finish"]]);
  expect(document.querySelector(".just-taken")).toBeNull();
  await next({ team_points: 3, house_points: 5 });
  expect(document.querySelector(".just-taken")).toBeNull();
  await next({ team_points: 5 });
  expect(document.querySelector(".just-taken .gained")?.textContent).toBe("+2");
});

test("Cooperative Game-On: a card may be committed to a card of the House", async () => {
  show(CoopView, coop, { ...team, hands: [round.hand, ["red square"]], to_act: [0, 1] }, [
    [1, "steal moon 2 by square"],
    [2, "finish"],
  ]);
  expect(screen.getByLabelText("House: 2 of 20 points, 1 card")).toBeTruthy();
  await fireEvent.click(
    screen.getAllByRole("button", { name: "red square; can only steal" })[0] as HTMLElement,
  );
  await fireEvent.click(screen.getByRole("button", { name: /^moon 2: .*: Commit it to steal moon 2$/ }));
  expect(played()).toEqual([1]);
});

test("Cooperative Game-On: what is in vain is not offered, and asked about before it is done", async () => {
  const { table } = show(CoopView, coop, team, [
    [1, "steal moon 2 by square"],
    [2, "finish"],
  ]);
  expect(document.querySelector(".tag, .playable")).toBeNull();
  const called = /^red square; can be played, but nothing would come of it/;
  await fireEvent.click(screen.getAllByRole("button", { name: called })[0] as HTMLElement);
  expect(table.prompt).toContain("to steal or scuttle with it, and Ana is done for this round.");
  expect(document.querySelector(".lit")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^moon 2: .*: Commit it to steal moon 2$/ }));
  expect(played()).toEqual([]);
  expect(table.choosing?.gestures[0]?.sure).toContain("your card is spent for this round");
});

test("Cooperative Game-On: a card of the House shows who has committed to steal it", () => {
  const steal = { to: "steal", card: "moon 2", shape: "square" };
  show(CoopView, coop, { ...team, commitments: [null, steal], committed: [[], ["red square"]] }, [
    [1, "steal moon 2 by square"],
  ]);
  expect(screen.getByLabelText(/^moon 2: .*; committed to steal it: Ana/)).toBeTruthy();
});
