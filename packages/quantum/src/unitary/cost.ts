import type { QuantumPosition } from './position.js';

/**
 * How many states a move on this position goes through. Judging, viewing and writing down grow with it, and nothing else
 * does; a split or merge may double it.
 */
export const costOf = ({ board }: QuantumPosition): number => board.wave.size;

/**
 * From this cost on a position belongs in a worker. Below it judging, viewing and writing a position down take less than
 * a millisecond each; at the largest state that the server's cap allows, a snapshot takes twenty.
 */
export const COSTLY = 1024;
