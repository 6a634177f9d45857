// KA-BLAM!, short game, on boardgame.io with random players: through its client, and on the bare reducer under it.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

process.env.NODE_ENV ??= "production"; // the library checks and logs more without it, so it must come first
const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { version } = require("boardgame.io/package.json");

const PLAYERS = 4;
const HAND_SIZE = 5;
const COLOURS = 6;
const SYMBOLS = 14; // eleven numbers, then the coloured actions
const [MISS, PICK_UP_2, REVERSE] = [11, 12, 13];
const FIRST_WILD = COLOURS * SYMBOLS;
const EXPLODING = FIRST_WILD + 4;

const isWild = (card) => card >= FIRST_WILD;
const colourOf = (card) => Math.floor(card / SYMBOLS);
const symbolOf = (card) => (isWild(card) ? null : card % SYMBOLS);
const isWord = (card) => !isWild(card) && symbolOf(card) < MISS;

function deal(random, players, dealer) {
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

function fits(G, card) {
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

const kaBlam = {
  name: "ka-blam",
  disableUndo: true, // or every state of the game is kept
  setup: ({ ctx, random }) => deal(random, ctx.numPlayers, random.Die(ctx.numPlayers) - 1),
  moves: { play, draw },
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.next, next: ({ G }) => G.next } },
  endIf: ({ G }) => (G.winner === null ? undefined : { winner: G.winner }),
};

function randomMove({ G, ctx }) {
  const fitting = G.hands[Number(ctx.currentPlayer)].filter((card) => fits(G, card));
  const choices = fitting.filter((card) => !isWild(card)).map((card) => [card]);
  const wild = fitting.find(isWild); // several Wilds are the same choice
  if (wild !== undefined) for (let colour = 0; colour < COLOURS; colour++) choices.push([wild, colour]);
  if (choices.length === 0) return ["draw", []];
  return ["play", choices[Math.floor(Math.random() * choices.length)]];
}

function checkCounted(state, moves) {
  // A refused move changes nothing and would be counted all the same.
  if (state._stateID !== moves) throw new Error(`${moves} moves made, ${state._stateID} accepted`);
  return moves;
}

function playOnClient() {
  const client = Client({ game: kaBlam, numPlayers: PLAYERS, debug: false });
  client.start();
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const [move, args] = randomMove(state);
    client.moves[move](...args);
    moves++;
  }
  const counted = checkCounted(client.getState(), moves);
  client.stop();
  return counted;
}

const reduce = CreateGameReducer({ game: kaBlam });

function playOnReducer() {
  let state = InitializeGame({ game: kaBlam, numPlayers: PLAYERS });
  let moves = 0;
  while (!state.ctx.gameover) {
    const [type, args] = randomMove(state);
    state = reduce(state, { type: "MAKE_MOVE", payload: { type, args, playerID: state.ctx.currentPlayer } });
    moves++;
  }
  return checkCounted(state, moves);
}

function rates(playGame, seconds, repeats) {
  const rate = () => {
    const start = performance.now();
    let moves = 0;
    do moves += playGame();
    while (performance.now() - start < seconds * 1000);
    return (moves * 1000) / (performance.now() - start);
  };
  rate(); // one stretch for the just-in-time compiler
  return Array.from({ length: repeats }, () => Number(rate().toFixed(1)));
}

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "2" }, repeats: { type: "string", default: "5" } },
});
const rows = Object.entries({ client: playOnClient, "bare reducer": playOnReducer }).map(([path, playGame]) => {
  const row = { peer: "boardgame.io", path, game: `ka-blam, ${PLAYERS} players`, version };
  console.error(`boardgame.io: ${path}`);
  try {
    return { ...row, moves_per_second: rates(playGame, Number(values.seconds), Number(values.repeats)) };
  } catch (error) {
    return { ...row, absent: String(error) };
  }
});
console.log(JSON.stringify(rows));
