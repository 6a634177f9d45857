// KA-BLAM! on a boardgame.io server, kept in memory: tables under load are measured against it (python -m bench.tables).
import { createRequire } from "node:module";
import { EXPLODING, deal, kaBlam, nameOf } from "./ka_blam.mjs"; // before the library itself: see there

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");

// A round that is won is followed by the next, as in our long game: a match outlasts the measurement.
const endless = (move) => (context, ...args) => {
  const { G, random } = context;
  const answer = move(context, ...args);
  if (G.winner !== null) Object.assign(G, deal(random, G.hands.length, G.dealer));
  return answer;
};

// Each seat is shown what our view shows: its own hand, how many cards the others hold, and all that was discarded;
// nothing of the pile.
const NAMES = Array.from({ length: EXPLODING + 1 }, (_, card) => nameOf(card));
const playerView = ({ G: { hands, pile, discards, ...open }, playerID }) => ({
  ...open,
  hand: hands[Number(playerID)] ?? [],
  held: hands.map((hand) => hand.length),
  left: pile.length,
  top: discards.at(-1),
  discard: discards.map((card) => NAMES[card]),
});

const game = {
  ...kaBlam,
  moves: { play: endless(kaBlam.moves.play), draw: endless(kaBlam.moves.draw) },
  endIf: undefined,
  playerView,
};
const server = Server({ games: [game], origins: [/.*/] }); // in memory, where no other storage is named
const { appServer } = await server.run({ port: Number(process.argv[2] ?? 0), lobbyConfig: undefined });
console.log(`boardgame.io is at http://localhost:${appServer.address().port}`);
