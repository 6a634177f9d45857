import { expect, test } from "vitest";

import type { Seat } from "../src/lib/protocol";
import { info, moves, seated, state } from "./fixtures";

test("a card with one thing to do is picked up by the first tap and played by the second", () => {
  const { table, sent } = seated();
  table.pick("red 7");
  expect(table.picked).toBe("red 7");
  expect(table.lit).toEqual(new Set(["discard"]));
  table.pick("red 7", { x: 5, y: 6 });
  expect(sent).toMatchObject([{ type: "move", move: 7 }]);
  expect(table.waiting).toBe(true);
});

test("a second tap means to play everywhere: with several places it asks for one, and puts nothing back", () => {
  const { table, sent } = seated();
  const places = ["row-1", "row-2"];
  table.moves = {
    prompt: () => "",
    read: () => places.map((place, number) => ({ number, words: place, card: "red 7", place, label: place })),
  };
  table.pick("red 7");
  table.pick("red 7", { x: 5, y: 6 });
  expect(table.picked).toBe("red 7");
  expect(table.refusal).toEqual({
    reason: expect.stringContaining("places that are lit"),
    at: { x: 5, y: 6 },
  });
  expect(sent).toHaveLength(0);
  table.put("row-2");
  expect(sent).toMatchObject([{ type: "move", move: 1 }]);
});

test("several meanings open the chooser; escape puts the card back", () => {
  const { table, sent } = seated();
  table.pick("wild");
  expect(table.put("discard")).toBe(true);
  expect(table.choosing?.gestures.map((one) => one.label)).toEqual(["red", "blue"]);
  table.drop();
  expect([table.picked, table.choosing, sent.length]).toEqual([null, null, 0]);
});

test("what costs something is asked first", () => {
  const { table, sent } = seated();
  const convert = { number: 90, words: "convert", label: "Convert", sure: "Give up sun 3 for good?" };
  table.press(convert);
  expect([table.choosing?.gestures, sent.length]).toEqual([[convert], 0]);
  table.drop();
  expect([table.choosing, sent.length]).toEqual([null, 0]);
  table.press({ number: 90, words: "draw", label: "Draw" });
  expect(sent).toMatchObject([{ move: 90 }]);
});

test("the host hears once that somebody has come who can only watch", () => {
  const { table } = seated();
  const watched = (watching: number, seats = info().seats): string | null => {
    table.left = null;
    table.receive({ type: "table", seq: 1, table: info({ watching, seats }) });
    return table.left;
  };
  const people = info().seats.map((seat) => ({ ...seat, who: "person" as const }));
  expect(watched(2, people)).toBe("Ana has sat down, and plays on for Ana.");
  expect(watched(1, people)).toBeNull();
  watched(1);
  expect(watched(2)).toContain("free a bot's seat");
  expect(watched(3)).toBeNull();
});

test("who keeps all waiting and is not here is said, and how the game will go on", () => {
  const { table } = seated();
  const [mira, ana] = info().seats as [Seat, Seat];
  const gone = { ...ana, who: "person" as const, here: false };
  const asks = (seats: Seat[], away_limit = 60): string => {
    table.receive({
      type: "table",
      seq: 1,
      table: info({ seats, settings: { ...info().settings, away_limit } }),
    });
    return table.prompt;
  };
  table.receive(state(2, { view: { ...table.view, to_act: [1] }, choices: [] }));
  expect(asks([mira, gone])).toBe("Ana is away. A bot plays on a minute after they left.");
  expect(asks([mira, gone], 90)).toBe("Ana is away. A bot plays on 90 seconds after they left.");
  expect(asks([mira, gone], 0)).toBe("Ana is away. The host can let a bot play on.");
  const nobody = "Ana is away. The game waits until one of the players is back.";
  expect(asks([{ ...mira, here: false }, gone])).toBe(nobody);
  expect(asks([mira, { ...gone, standing_in: true }])).not.toContain("away");
  expect(asks([mira, { ...gone, here: true }])).not.toContain("away");
});

test("the rules say why a card does not go where it was put, and it stays in the fingers", () => {
  const { table, sent } = seated();
  table.moves = {
    read: () => [],
    prompt: () => "Your turn.",
    tried: () => ({ move: "play red 7 on row 2" }),
  };
  table.picked = "red 7";
  table.whyNot("row-2", "Nothing can be done there now.", { x: 1, y: 2 });
  const asked = sent[0] as { type: "why"; id: string; move: string };
  expect(sent).toMatchObject([{ type: "why", move: "play red 7 on row 2" }]);
  table.receive({ type: "refusal", id: asked.id, reason: "It shares nothing with the last card.", seq: 1 });
  expect(table.refusal).toEqual({ reason: "It shares nothing with the last card.", at: { x: 1, y: 2 } });
  expect(table.picked).toBe("red 7");
  table.link = "lost";
  table.whyNot("row-2", "Nothing can be done there now.");
  expect(table.refusal?.reason).toBe("Nothing can be done there now. Your turn.");
  expect(sent).toHaveLength(1);
});

test("a place that a card in the hand would fit asks for the card first", () => {
  const { table } = seated();
  table.whyNot("discard", "Nothing can be done there now.", { x: 1, y: 2 });
  expect(table.refusal).toEqual({ reason: "First pick up the card that goes there.", at: { x: 1, y: 2 } });
  table.whyNot("seat-1", "Nothing can be done there now.");
  expect(table.refusal?.reason).toContain("Nothing can be done there now.");
  table.pick("blue 2"); // fits nowhere, and stays in the hand
  table.pick("red 7");
  table.whyNot("seat-1", "Nothing can be done there now.");
  expect(table.refusal?.reason).toContain("Nothing can be done there now.");
});

test("cards that have come since we last moved are new, but not a whole hand", () => {
  const { table } = seated();
  const hand = table.hand;
  const heard = (seq: number, cards: string[], moves: [number, string][]): string[] => {
    table.receive(state(seq, { view: { ...table.view, hand: cards }, moves }));
    return [...table.fresh].sort();
  };
  expect([...table.fresh]).toEqual([]);
  expect(heard(3, [...hand, "blue 8"], [[0, "draw"]])).toEqual(["blue 8"]);
  expect(heard(4, [...hand, "blue 8", "blue 9"], [[1, "make you draw"]])).toEqual(["blue 8", "blue 9"]);
  expect(heard(5, [...hand, "blue 8"], [[0, "play blue 9"]])).toEqual([]);
  expect(heard(6, ["green 1", "green 2"], [[1, "pass"]])).toEqual([]);
});

test("a place is tapped with a bare finger, never with a card that cannot go there", () => {
  const { table, sent } = seated();
  table.pick("red 7");
  expect(table.put("pile")).toBe(false);
  table.drop();
  expect(table.put("pile")).toBe(true);
  expect(sent).toMatchObject([{ move: 90 }]);
});

test("nothing more is sent until the move is acknowledged", () => {
  const { table, sent } = seated();
  table.play(91);
  table.play(90);
  table.pick("red 7");
  expect(sent).toHaveLength(1);
  const [move] = sent;
  if (move?.type === "move") table.receive({ type: "ack", id: move.id, seq: 3 });
  expect(table.waiting).toBe(false);
  table.play(90);
  const next = sent.at(-1);
  expect(table.waiting).toBe(true);
  if (next?.type === "move") table.receive(state(4, { answers: next.id }));
  expect(table.waiting).toBe(false);
});

test("a move says in which state it was chosen", () => {
  const { table, sent } = seated();
  table.receive(state(17));
  table.play(90);
  expect(sent).toMatchObject([{ type: "move", move: 90, seq: 17 }]);
});

test("what became of a move of the last match is not told in the next", () => {
  const { table, sent } = seated();
  table.play(90);
  table.receive({ type: "table", seq: 30, table: info({ round: 2 }) });
  expect(table.waiting).toBe(false);
  const [move] = sent;
  if (move?.type === "move") table.receive({ type: "refusal", id: move.id, reason: "Too late.", seq: 30 });
  expect([table.refusal, table.problem]).toEqual([null, null]);
});

test("what cannot be done is explained where the finger was", () => {
  const { table, sent } = seated();
  table.pick("red 8", { x: 40, y: 50 });
  expect(sent).toHaveLength(0);
  expect(table.refusal?.at).toEqual({ x: 40, y: 50 });
  expect(table.refusal?.reason).toBe("That card cannot be played now. Match red.");
  expect(table.prompt).not.toBe("");
  table.pick("red 7");
  expect(table.refusal).toBeNull();
  table.receive(state(9, { choices: [], view: { ...state(9).view, to_act: [1] } }));
  table.pick("red 7", { x: 1, y: 2 });
  expect(table.refusal?.reason).toBe(table.prompt); // it is not our turn: nothing is wrong with the card
});

test("a refusal is shown where the finger was", () => {
  const { table, sent } = seated();
  table.play(90, { x: 40, y: 50 });
  const [move] = sent;
  if (move?.type === "move") table.receive({ type: "refusal", id: move.id, reason: "Red 7 fits.", seq: 2 });
  expect(table.refusal).toEqual({ reason: "Red 7 fits.", at: { x: 40, y: 50 } });
  table.pick("red 7");
  expect(table.refusal).toBeNull();
});

test("what is held is put back when it can no longer be played", () => {
  const { table } = seated();
  table.pick("red 7");
  table.receive(state(3, { choices: [[90, "draw"]] }));
  expect(table.picked).toBeNull();
});

test("the log grows, and starts anew when everything is told again or another match begins", () => {
  const { table } = seated();
  table.receive(state(3));
  expect(table.told).toEqual(["line 2", "line 3"]);
  table.forget();
  table.receive(state(3, { told: ["all of it"] }));
  expect(table.told).toEqual(["all of it"]);
  table.receive({ type: "table", seq: 9, table: info({ round: 2, phase: "gathering" }) });
  expect([table.told, table.view, table.seq]).toEqual([[], null, -1]);
});

test("choices are buttons while nobody has read them", () => {
  const { table } = seated();
  table.moves = null;
  expect(table.gestures[0]).toEqual({ number: 7, words: "play red 7", label: "Play red 7" });
});

test("a hint is asked for once, thought about, and marked until one moves", () => {
  const { table, sent } = seated();
  table.askHint();
  table.askHint();
  expect(sent).toMatchObject([{ type: "hint" }]);
  expect([table.thinking, table.hinted]).toEqual([true, []]);
  const id = table.hint?.id ?? "";
  table.receive({ type: "hinting", id, ready: false });
  expect(table.hint?.is).toBe("made ready");
  table.receive({ type: "hint", id: "another", move: 90, words: "draw", reason: "No." });
  expect(table.hinted).toEqual([]);
  table.receive({ type: "hint", id, move: 61, words: "play wild as blue", reason: "You win." });
  expect(table.hint).toMatchObject({ is: "given", words: "Play wild as blue", reason: "You win." });
  expect(table.hinted.map((one) => one.card)).toEqual(["wild"]);
  table.receive(state(3, { moves: [[1, "draw"]] }));
  expect(table.hint?.is).toBe("given"); // somebody else moved, and it can still be done
  table.receive(state(4, { moves: [[0, "play red 7"]] }));
  expect(table.hint).toBeNull();
});

test("a hint that was promised, and lost because one played on: it is said when hints are ready", () => {
  const { table } = seated();
  table.askHint();
  const id = table.hint?.id ?? "";
  table.receive({ type: "hinting", id, ready: false });
  table.receive(state(3, { moves: [[0, "play red 7"]], choices: [] }));
  expect(table.hint).toBeNull();
  table.receive({ type: "hinting", id: "another", ready: true });
  expect(table.hint).toBeNull();
  table.receive({ type: "hinting", id, ready: true });
  expect([table.hint?.is, table.thinking]).toEqual(["ready", false]);
  table.receive({ type: "refusal", id, reason: "the game went on meanwhile", seq: 3 });
  table.receive(state(4, { moves: [[1, "draw"]] }));
  expect(table.hint?.is).toBe("ready"); // until one has done something
  table.receive(state(5, { moves: [[0, "draw"]] }));
  expect(table.hint).toBeNull();
});

test("a hint that was promised comes after all where it is one's turn again", () => {
  const { table } = seated();
  table.askHint();
  const id = table.hint?.id ?? "";
  table.receive({ type: "hinting", id, ready: false });
  table.receive(state(3, { moves: [[0, "draw"]] }));
  expect(table.hint).toBeNull();
  table.receive({ type: "hinting", id, ready: true });
  expect(table.hint?.is).toBe("thought about");
  table.receive({ type: "hint", id, move: 7, words: "play red 7", reason: "It fits." });
  expect(table.hint).toMatchObject({ is: "given", reason: "It fits." });
});

test("a reason calls other moves as the page does", () => {
  const { table } = seated();
  table.askHint();
  const reason = "You win 8 more games in 100 than with 'play wild as blue', Ada's idea.";
  table.receive({ type: "hint", id: table.hint?.id ?? "", move: 7, words: "play red 7", reason });
  expect(table.hint?.reason).toBe(
    "You win 8 more games in 100 than with \u201cPlay wild as blue\u201d, Ada's idea.",
  );
});

test("a hint for what can no longer be done is forgotten, and so is one that another connection asked for", () => {
  const { table } = seated();
  table.askHint();
  table.receive({ type: "hint", id: table.hint?.id ?? "", move: 7, words: "play red 7", reason: "It fits." });
  table.receive(state(3, { choices: [[90, "draw"]] }));
  expect(table.hint).toBeNull();
  table.askHint();
  table.receive({ type: "welcome", seq: 3, you: 0, host: true, table: info(), said: [] });
  expect(table.hint).toBeNull();
});

test("why there is no hint is said as a sentence; where the host wants none, none is asked for", () => {
  const { table, sent } = seated();
  table.askHint();
  table.receive({ type: "refusal", id: table.hint?.id ?? "", reason: "too fast: wait", seq: 2 });
  expect(table.hint).toMatchObject({ is: "refused", reason: "Too fast: wait." });
  const settings = { ...info().settings, hints: false };
  table.receive({ type: "table", seq: 2, table: info({ settings }) });
  table.askHint();
  expect(sent).toHaveLength(1);
});

test("what happened meanwhile is what was told after one had done one's part", () => {
  const { table } = seated();
  table.moves = { ...moves, meanwhile: (lines) => lines };
  table.receive(state(3, { told: ["Ana passes."] }));
  expect(table.meanwhile).toEqual([]); // nothing was done yet
  table.receive(
    state(4, { told: ["Ana draws.", "You pass.", "Ana plays."], choices: [], moves: [[0, "pass"]] }),
  );
  table.receive(state(5, { told: ["Ana wins."] }));
  expect(table.meanwhile).toEqual(["Ana plays.", "Ana wins."]);
  table.receive(state(6, { told: ["You draw."], moves: [[0, "draw"]] })); // and there is more to do
  expect(table.meanwhile).toEqual(["Ana plays.", "Ana wins.", "You draw."]);
  table.forget();
  expect(table.meanwhile).toEqual([]);
});

test("lines that tell what is still to be seen are kept back", () => {
  const { table } = seated();
  table.receive(state(3, { told: ["Ana rolls 5.", "Ana wins."] }));
  table.keepBack(2);
  table.receive(state(4, { told: ["Ana passes."] }));
  expect(table.lines).toEqual(["line 2"]);
  table.keepBack(0);
  expect(table.lines).toEqual(["line 2", "Ana rolls 5.", "Ana wins.", "Ana passes."]);
});

test("a card that is picked up says where it may go", () => {
  const { table } = seated();
  table.moves = { ...moves, holding: (card, found) => `${card}: ${found.length}` };
  expect(table.prompt).toBe("Your turn: match red.");
  table.pick("wild");
  expect(table.prompt).toBe("wild: 2");
});

test("who sits down and who leaves for good is told, once, until one plays on", () => {
  const { table } = seated();
  const [mira, ana] = info().seats;
  const jo = { ...ana!, who: "person" as const, name: "Jo", bot: null };
  table.receive({ type: "table", seq: 3, table: info({ seats: [mira!, jo] }) });
  expect(table.left).toBe("Jo has sat down, and plays on for Ana.");
  table.receive({ type: "table", seq: 4, table: info() });
  expect(table.left).toBe("Jo is no longer at the table. Ana, a bot, plays on.");
  expect(table.told.at(-1)).toBe(table.left);
  table.receive({ type: "table", seq: 5, table: info() });
  expect(table.told.filter((line) => line.includes("Jo is no longer"))).toHaveLength(1);
  table.receive(state(6, { moves: [[0, "pass"]] }));
  expect(table.left).toBeNull();
});

test("who is followed by us as the host is told, and we decide from then on", () => {
  const { table } = seated();
  const [mira, ana] = info().seats;
  const jo = { ...ana!, who: "person" as const, name: "Jo", bot: null, host: true };
  const before = info({ seats: [{ ...mira!, host: false }, jo] });
  table.receive({ type: "welcome", seq: 3, you: 0, host: false, table: before, said: [] });
  expect([table.host, table.deals]).toEqual([false, false]);
  table.receive({ type: "table", seq: 4, table: info({ seats: [mira!, ana!] }) });
  expect(table.left).toBe("You are the host now. Jo is no longer at the table. Ana, a bot, plays on.");
  expect([table.host, table.deals]).toEqual([true, true]);
});

test("while no host is here we may deal again, but not the first match", () => {
  const { table } = seated();
  const [mira, ana] = info().seats;
  const guests = [{ ...mira!, host: false }, ana!];
  const heard = (changes: object): boolean => {
    const now = info({ seats: guests, ...changes });
    table.receive({ type: "welcome", seq: 3, you: 0, host: false, table: now, said: [] });
    return table.deals;
  };
  expect(heard({ host_here: false })).toBe(false);
  expect(heard({ host_here: false, phase: "over" })).toBe(true);
  expect(heard({ host_here: true, phase: "over" })).toBe(false);
});

test("what others say is counted until it has been looked at", () => {
  const { table } = seated();
  table.receive({ type: "said", seat: 1, name: "Jo", text: "hello" });
  table.receive({ type: "said", seat: 0, name: "Mira", text: "hello" });
  expect([table.unread, table.said.length]).toEqual([1, 2]);
});

test("another match waits until the review of the last one has been read", () => {
  const { table } = seated();
  table.read(true);
  const gathering = info({ phase: "gathering", round: 2 });
  const playing = info({ phase: "playing", round: 2 });
  for (const one of [gathering, playing]) table.receive({ type: "table", seq: 9, table: one });
  table.receive(state(10));
  table.receive({ type: "said", seat: 1, name: "Jo", text: "come" });
  expect([table.another, table.info?.round, table.seq, table.unread]).toEqual([true, 1, 2, 1]);
  table.receive({ type: "welcome", seq: 11, you: 0, host: true, table: playing, said: [] }); // the line was lost
  table.receive(state(11, { told: ["line 10", "line 11"] }));
  table.read(false);
  expect([table.another, table.info?.round, table.seq]).toEqual([false, 2, 11]);
  expect(table.told).toEqual(["line 10", "line 11"]);
});

test("what bots say to their team stands in the log once, and is nothing that happened", () => {
  const { table } = seated();
  table.moves = { ...moves, meanwhile: (lines) => lines };
  table.since = table.told.length;
  const said = (seq: number, words: string): string[] => {
    const talk: [number, string][] = words ? [[1, words]] : [];
    const next = state(seq, { talk });
    const fresh = table.newTalk(next);
    table.receive(next);
    return fresh;
  };
  expect(said(5, "I'd redraw.")).toEqual(["Ana: I'd redraw."]);
  expect(table.talk).toEqual({ 1: "I'd redraw." });
  expect(said(6, "I'd redraw.")).toEqual([]);
  expect(table.told.slice(-3)).toEqual(["line 5", "Ana: I'd redraw.", "line 6"]);
  expect(table.meanwhile).toEqual(["line 5", "line 6"]);
  expect(said(7, "")).toEqual([]);
  expect(table.talk).toEqual({});
  expect(said(8, "I'd redraw.")).toEqual(["Ana: I'd redraw."]); // another round
  table.receive({ type: "table", seq: 9, table: info({ round: 2, phase: "gathering" }) });
  expect([table.talk, table.heardSay]).toEqual([{}, []]);
});
