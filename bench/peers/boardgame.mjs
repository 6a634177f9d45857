// KA-BLAM!, short game, on boardgame.io with random players: through its client, and on the bare reducer under it.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { COLOURS, PLAYERS, fits, isWild, kaBlam } from "./ka_blam.mjs"; // before the library itself: see there

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { version } = require("boardgame.io/package.json");

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
