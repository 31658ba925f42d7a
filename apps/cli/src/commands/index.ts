import type { Command } from '../command.js';
import { judge } from './judge.js';
import { perft } from './perft.js';
import { rulesets } from './rulesets.js';
import { serve } from './serve.js';
import { show } from './show.js';

/** In the order in which help lists them. */
export const COMMANDS: readonly Command[] = [serve, rulesets, show, perft, judge];
