import { expect, test } from "vitest";

import { follow, nameOf, withCopies } from "../src/lib/copies";
import type { Moves } from "../src/lib/gestures";
import { origins, type Spots } from "../src/lib/moving";
import type { State } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";

test("equal cards are told apart, and keep their names", () => {
  expect(withCopies(["wild", "red 7", "wild", "wild"])).toEqual(["wild", "red 7", "wild#2", "wild#3"]);
  expect(withCopies(["wild", "wild"]).map(nameOf)).toEqual(["wild", "wild"]);
});

test("the one that was played has gone, and the others stay who they are", () => {
  const held = ["wild", "wild#2", "wild#3"];
  expect(follow(held, ["wild", "wild"], "wild")).toEqual(["wild#2", "wild#3"]);
  expect(follow(held, ["wild", "wild"], "wild#2")).toEqual(["wild", "wild#3"]);
  expect(follow(held, ["wild", "wild"], null)).toEqual(["wild", "wild#2"]);
});

test("a card that comes is a new one", () => {
  expect(follow(["wild#2"], ["red 7", "wild", "wild"], null)).toEqual(["red 7", "wild#2", "wild"]);
});

function dealt(hand: string[], moves: [number, string][] = []): State {
  const choices = [...new Set(hand)].map((card, at): [number, string] => [at, card]);
  const view = { hand };
  return {
    type: "state",
    seq: 1,
    view,
    choices,
    told: [],
    moves,
    talk: [],
    seats: [],
    reading: null,
    live: null,
    track: "",
    answers: null,
    over: null,
  };
}

test("of two equal cards only the one picked up is marked, and is the one that goes", () => {
  const table = new Table(() => undefined);
  table.moves = {
    read: (choices) => choices.map((one) => ({ ...one, card: one.words, place: "discard", label: "Play" })),
    prompt: () => "",
    sort: (hand) => [...hand].sort(),
  } satisfies Moves;
  table.you = 0;
  table.receive(dealt(["wild", "red 7", "wild"]));
  expect(table.hand).toEqual(["red 7", "wild", "wild#2"]);

  table.pick("wild");
  expect(table.picked).toBe("wild");
  expect([...table.lit]).toEqual(["discard"]);
  table.receive(dealt(["wild", "red 7", "wild"], [[1, "draw"]]));
  expect(table.picked).toBe("wild"); // somebody else moved
  table.receive(dealt(["red 7", "wild"], [[0, "wild"]]));
  expect(table.hand).toEqual(["red 7", "wild#2"]);
  expect(table.picked).toBeNull();
});

test("a card glides from where it lay, not from where an equal one stays", () => {
  const lying = (place: string, ...ids: string[]): HTMLElement => {
    const home = document.createElement("div");
    home.dataset["place"] = place;
    for (const id of ids) home.append(Object.assign(document.createElement("i"), { id }));
    for (const card of home.children) (card as HTMLElement).dataset["card"] = card.id;
    return home;
  };
  const spot = (id: string, place: string) => {
    return { id, place, on: undefined, box: new DOMRect(), card: document.createElement("i") };
  };
  const before: Spots = {
    cards: new Map([["wild", [spot("wild#0", "discard"), spot("wild", "hand"), spot("wild#2", "hand")]]]),
    places: new Map(),
  };
  const discard = lying("discard", "wild#1");
  const hand = lying("hand", "wild#2");
  const cards = [...discard.children, ...hand.children] as HTMLElement[];
  const found = origins(before, cards, false, origins(before, cards, true));
  expect([...found].map(([card, from]) => [card.id, from.id])).toEqual([
    ["wild#2", "wild#2"],
    ["wild#1", "wild"],
  ]);
});
