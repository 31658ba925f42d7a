import type { Ruleset } from '../ruleset.js';
import { antichess } from './antichess.js';
import { atomic } from './atomic.js';
import { capablanca } from './capablanca.js';
import { chess960 } from './chess960.js';
import { crazyhouse } from './crazyhouse.js';
import { grand } from './grand.js';
import { horde } from './horde.js';
import { kingOfTheHill } from './king-of-the-hill.js';
import { knightmate } from './knightmate.js';
import { losAlamos } from './los-alamos.js';
import { pawnWar } from './pawn-war.js';
import { racingKings } from './racing-kings.js';
import { standard } from './standard.js';
import { threeCheck } from './three-check.js';

/** Every built-in ruleset, in the order people are shown them. */
export const catalogue: readonly Ruleset[] = [
  standard,
  chess960,
  kingOfTheHill,
  threeCheck,
  antichess,
  atomic,
  crazyhouse,
  horde,
  racingKings,
  capablanca,
  grand,
  losAlamos,
  knightmate,
  pawnWar,
];

/** The built-in ruleset of this name. */
export const rulesetNamed = (name: string): Ruleset | undefined => catalogue.find((ruleset) => ruleset.name === name);
