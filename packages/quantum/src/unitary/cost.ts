import type { QuantumPosition } from './position.js';

/**
 * The number of states, which determines the cost of judging, viewing and storing a position. A split or merge may
 * double it.
 */
export const costOf = ({ board }: QuantumPosition): number => board.wave.size;

/**
 * From this cost on, a worker should handle the position. Below it, judging, viewing and storing take less than a
 * millisecond each; at the largest state that the server's cap allows, a snapshot takes twenty.
 */
export const COSTLY = 1024;
