/**
 * `npm run bench server [-- moves|least|rest|paced|memory …]`: the whole server compared with boardgame.io, a bare
 * WebSocket relay and a bare Fastify, each in a process of its own, alternating in one run. Ours stores durably, knows
 * the rules and checks permissions; the relay only sends frames of the same size to both players. `least` is a server
 * with nothing but rules, turns and durable rows: how close to the relay any server could come.
 */
import type { FrameSizes } from '../games/clients/chessmith.js';
import { CHESSMITH, openContestant } from '../games/contestant.js';
import { benchMemory } from './memory.js';
import { benchLeast, benchMoves } from './moves.js';
import { benchPaced } from './paced.js';
import { benchRest } from './rest.js';

/** Initial values, until they are measured. */
const sizes: FrameSizes = { moves: 1, toMover: 3822, toOther: 3665 };
const wanted = process.argv.slice(2);
const peer = (name: 'relay' | 'boardgame' | 'echo' | 'least'): URL =>
  new URL(`./contestants/${name}.js`, import.meta.url);
const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part);

const [ours, relay, boardgame, echo] = await Promise.all([
  openContestant(CHESSMITH),
  openContestant(peer('relay')),
  openContestant(peer('boardgame')),
  openContestant(peer('echo')),
]);
if (isWanted('moves')) await benchMoves({ ours, relay, boardgame }, sizes);
if (isWanted('least')) {
  const least = await openContestant(peer('least'));
  await benchLeast(least, relay, sizes);
  await least.stop();
}
if (isWanted('rest')) await benchRest(ours, echo);
if (isWanted('paced')) await benchPaced(ours, relay, sizes);
await Promise.all([ours.stop(), relay.stop(), boardgame.stop(), echo.stop()]);
if (isWanted('memory')) await benchMemory(sizes);
process.exit(0);
