/**
 * `npm run bench server`: the whole server beside boardgame.io, a bare WebSocket relay and a bare Fastify, each in a
 * process of its own, in turns, in one run. Ours stores durably, knows the rules and who may move.
 */
import { boardgameMatches } from './clients/boardgame.js';
import { chessmithMatches, type FrameSizes } from './clients/chessmith.js';
import { relayMatches } from './clients/relay.js';
import { openContestant } from './contestant.js';
import { linesOf } from './lines.js';
import { movesPerSecond } from './moves.js';

const MATCHES = 100;
const PLIES = 60;
const TURNS = 5;

const lines = linesOf(MATCHES, PLIES);
const sizes: FrameSizes = { moves: 0, toMover: 0, toOther: 0 };
const [ours, relay, boardgame] = await Promise.all([
  openContestant('chessmith'),
  openContestant('relay'),
  openContestant('boardgame'),
]);
for (let turn = 0; turn < TURNS; turn++) {
  const a = await movesPerSecond(ours, chessmithMatches(ours.address, sizes), lines);
  const b = await movesPerSecond(relay, relayMatches(relay.address, sizes), lines);
  const c = await movesPerSecond(boardgame, boardgameMatches(boardgame.address), lines);
  console.log({
    turn,
    ours: a,
    relay: b,
    boardgame: c,
    mover: sizes.toMover / sizes.moves,
    other: sizes.toOther / sizes.moves,
  });
}
await Promise.all([ours.stop(), relay.stop(), boardgame.stop()]);
