import type { Outcome } from '@chessmith/rules';
import { START_FEN } from './qfen.js';

/*
 * A game of this ruleset in PGN: `[Variant "Quantum"]`, moves in our notation, `{blocked}` after a move that was measured
 * and not played, `{collapsed <occupancy>}` after one at which the fifty-move rule measured everything.
 */

/** The tags this ruleset adds to those of every game; `start` is the QFEN or FEN of the first position. */
export function quantumTags(start: string): { readonly [tag: string]: string } {
  return start === START_FEN ? { Variant: 'Quantum' } : { Variant: 'Quantum', SetUp: '1', FEN: start };
}

export const isQuantumGame = (tags: { readonly [tag: string]: string }): boolean =>
  tags.Variant?.toLowerCase() === 'quantum';

export type Movetext = {
  /** As in a game's records: `b1wc3.m0`, and with `~<occupancy>` where everything was measured. */
  readonly moves: readonly string[];
  readonly result: string;
};

/** `first` is the number of the first move, and whether black makes it. */
export function formatMovetext(game: Movetext, first = { number: 1, black: false }): string {
  const words: string[] = [];
  let { number, black } = first;
  let again = true;
  for (const record of game.moves) {
    if (!black || again) words.push(black ? `${number}...` : `${number}.`);
    const [move = '', occupancy] = record.split('~');
    words.push(move);
    again = false;
    if (move.endsWith('.m0')) words.push('{blocked}');
    if (occupancy !== undefined) words.push(`{collapsed ${occupancy}}`);
    // After a comment, black's number is written again.
    if (!black) again = move.endsWith('.m0') || occupancy !== undefined;
    if (black) number++;
    black = !black;
  }
  return [...words, game.result].join(' ');
}

export function parseMovetext(text: string): Movetext {
  const moves: string[] = [];
  let result = '*';
  let depth = 0;
  for (const [word] of text.matchAll(/\{[^}]*\}|;[^\n]*|[()]|[^\s(){}]+/g)) {
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth > 0 || word.startsWith(';') || word.startsWith('$')) continue;
    else if (word.startsWith('{')) {
      const occupancy = /^\{collapsed ([0-9a-f]{16})\}$/.exec(word)?.[1];
      if (occupancy !== undefined && moves.length > 0) moves.push(`${moves.pop()}~${occupancy}`);
    } else if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) result = word;
    else {
      const move = word.replace(/^\d+\.+/, '');
      if (move !== '') moves.push(move.replace(/[!?]+$/, ''));
    }
  }
  return { moves, result };
}

export function resultOf(outcome: Outcome | null): string {
  if (outcome === null) return '*';
  return outcome.kind === 'draw' ? '1/2-1/2' : outcome.winner === 'white' ? '1-0' : '0-1';
}
