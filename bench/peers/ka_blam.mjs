// KA-BLAM!, short game, on boardgame.io: the game that its client, its reducer and its server are measured with.
import { createRequire } from "node:module";

process.env.NODE_ENV ??= "production"; // the library checks and logs more without it, so it must come first
const require = createRequire(import.meta.url);
const { INVALID_MOVE } = require("boardgame.io/core");

export const PLAYERS = 4;
const HAND_SIZE = 5;
export const COLOURS = 6;
const SYMBOLS = 14; // eleven numbers, then the coloured actions
const [MISS, PICK_UP_2, REVERSE] = [11, 12, 13];
const FIRST_WILD = COLOURS * SYMBOLS;
export const EXPLODING = FIRST_WILD + 4;

export const isWild = (card) => card >= FIRST_WILD;
const colourOf = (card) => Math.floor(card / SYMBOLS);
const symbolOf = (card) => (isWild(card) ? null : card % SYMBOLS);
const isWord = (card) => !isWild(card) && symbolOf(card) < MISS;

const COLOUR_NAMES = ["red", "orange", "yellow", "green", "blue", "purple"];
const ACTION_NAMES = { [MISS]: "miss", [PICK_UP_2]: "+2", [REVERSE]: "reverse" };
export const nameOf = (card) =>
  isWild(card)
    ? card === EXPLODING
      ? "ka-blam"
      : "wild"
    : `${COLOUR_NAMES[colourOf(card)]} ${ACTION_NAMES[symbolOf(card)] ?? symbolOf(card) + 1}`;

export function deal(random, players, dealer) {
  let pile = random.Shuffle(Array.from({ length: EXPLODING }, (_, card) => card));
  const hands = Array.from({ length: players }, () => pile.splice(-HAND_SIZE));
  pile = random.Shuffle([...pile, EXPLODING]);
  while (!isWord(pile.at(-1))) pile.unshift(pile.pop());
  const top = pile.pop();
  return {
    hands,
    pile,
    discards: [top],
    colour: colourOf(top),
    dealer,
    direction: 1,
    exploded: null, // there is one Exploding card, so one seat at most
    passes: 0,
    next: (dealer + 1) % players,
    winner: null,
  };
}

const stillIn = (G) => G.hands.length - (G.exploded === null ? 0 : 1);

function after(G, seat) {
  const step = (from) => (from + G.direction + G.hands.length) % G.hands.length;
  return step(seat) === G.exploded ? step(step(seat)) : step(seat);
}

export function fits(G, card) {
  return isWild(card) || colourOf(card) === G.colour || symbolOf(card) === symbolOf(G.discards.at(-1));
}

function take(G, random, seat) {
  if (G.pile.length === 0) G.pile = random.Shuffle(G.discards.splice(0, G.discards.length - 1));
  if (G.pile.length === 0) return false;
  const card = G.pile.pop();
  G.hands[seat].push(card);
  if (card === EXPLODING) {
    G.exploded = seat;
    if (stillIn(G) === 1) G.winner = after(G, seat);
  }
  return true;
}

function play({ G, ctx, random }, card, colour) {
  const seat = Number(ctx.currentPlayer);
  const place = G.hands[seat].indexOf(card);
  if (place < 0 || !fits(G, card)) return INVALID_MOVE;
  G.hands[seat].splice(place, 1);
  G.discards.push(card);
  G.colour = isWild(card) ? colour : colourOf(card);
  G.passes = 0;
  if (G.hands[seat].length === 0) {
    G.winner = seat;
    return;
  }
  const symbol = symbolOf(card);
  const reverseSkips = symbol === REVERSE && stillIn(G) === 2;
  if (symbol === REVERSE && !reverseSkips) G.direction = -G.direction;
  G.next = after(G, seat);
  if (symbol === PICK_UP_2) {
    take(G, random, G.next);
    if (G.exploded !== G.next) take(G, random, G.next);
  }
  if (symbol === MISS || symbol === PICK_UP_2 || reverseSkips) G.next = after(G, G.next);
}

function draw({ G, ctx, random }) {
  const seat = Number(ctx.currentPlayer);
  if (G.hands[seat].some((card) => fits(G, card))) return INVALID_MOVE;
  G.passes = take(G, random, seat) ? 0 : G.passes + 1;
  G.next = after(G, seat);
  if (G.passes === stillIn(G)) Object.assign(G, deal(random, G.hands.length, G.dealer));
}

export const kaBlam = {
  name: "ka-blam",
  disableUndo: true, // or every state of the game is kept
  setup: ({ ctx, random }) => deal(random, ctx.numPlayers, random.Die(ctx.numPlayers) - 1),
  moves: { play, draw },
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.next, next: ({ G }) => G.next } },
  endIf: ({ G }) => (G.winner === null ? undefined : { winner: G.winner }),
};
