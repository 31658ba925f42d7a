import type { Command } from '../command.js';

/** In the order in which help lists them. */
export const COMMANDS: readonly Command[] = [];
