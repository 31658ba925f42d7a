import type { Command } from '../command.js';
import { backup } from './backup.js';
import { check } from './check.js';
import { demo } from './demo.js';
import { exportCommand } from './export.js';
import { judge } from './judge.js';
import { perft } from './perft.js';
import { play } from './play.js';
import { replay } from './replay.js';
import { rulesets } from './rulesets.js';
import { serve } from './serve.js';
import { show } from './show.js';
import { verify } from './verify.js';

/** In the order of the help text. */
export const COMMANDS: readonly Command[] = [
  ...[serve, backup, verify, replay, exportCommand, demo],
  ...[rulesets, show, play, check, perft, judge],
];
