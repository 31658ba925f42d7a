/**
 * `npm run bench attacks [-- facts|views|unread|pongs|outbox|uploads|rulesets|memory …]`: attacks on `chessmith serve` in a process of
 * its own, with its default settings but for what an attack has to raise. All of them take about a quarter of an hour.
 */
import { attackLongGame, LONG_GAME_ATTACKS } from './long-game.js';
import { memory } from './memory.js';
import { outbox } from './outbox.js';
import { rulesets } from './rulesets.js';
import { uploads } from './uploads.js';

const OTHERS: { readonly [name: string]: () => Promise<void> } = { outbox, uploads, rulesets, memory };

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

if (LONG_GAME_ATTACKS.some(isWanted)) await attackLongGame(LONG_GAME_ATTACKS.filter(isWanted));
for (const [name, attack] of Object.entries(OTHERS)) if (isWanted(name)) await attack();
process.exit(0);
