import type { Refusal } from '@chessmith/rules';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import { formatProtocolSquare, formatSquare, parseSquare, type Square } from './square.js';

/** `measure` is allowed in free analysis only. */
export type FragmentsMove =
  | { readonly kind: 'move'; readonly from: Square; readonly to: Square }
  | { readonly kind: 'split'; readonly from: Square; readonly to: readonly [Square, Square] }
  | { readonly kind: 'merge'; readonly from: readonly [Square, Square]; readonly to: Square }
  | { readonly kind: 'measure'; readonly on: Square };

/** Reads the protocol's `m E2 E4`, `s B8 A6 C6`, `h A6 C6 B8`, `q E4`, and our `e2e4`, `b8^a6c6`, `a6c6^b8`. */
export function parseFragmentsMove(text: string): Result<FragmentsMove, Refusal> {
  for (const [shape, read] of SHAPES) {
    const match = shape.exec(text.trim());
    if (match !== null) return ok(read(match.slice(1).map((square) => parseSquare(square)!)));
  }
  const move = text.slice(0, 40);
  const message = `"${move}" is not a move here. Write both squares: e2e4, or e1g1 to castle; b8^a6c6 splits a piece, a6c6^b8 merges its parts.`;
  return err({ code: 'quantum/unreadable-move', message, facts: { move } });
}

/** Formats a move in our own notation: `e2e4`. */
export function formatFragmentsMove(move: FragmentsMove): string {
  switch (move.kind) {
    case 'move':
      return `${formatSquare(move.from)}${formatSquare(move.to)}`;
    case 'split':
      return `${formatSquare(move.from)}^${formatSquare(move.to[0])}${formatSquare(move.to[1])}`;
    case 'merge':
      return `${formatSquare(move.from[0])}${formatSquare(move.from[1])}^${formatSquare(move.to)}`;
    case 'measure':
      return `q ${formatProtocolSquare(move.on)}`;
    default:
      return assertNever(move);
  }
}

/** Formats a move in the notation of the Quantum Chess TCP protocol: `m E2 E4`. */
export function formatProtocolMove(move: FragmentsMove): string {
  switch (move.kind) {
    case 'move':
      return `m ${formatProtocolSquare(move.from)} ${formatProtocolSquare(move.to)}`;
    case 'split':
      return `s ${formatProtocolSquare(move.from)} ${move.to.map(formatProtocolSquare).join(' ')}`;
    case 'merge':
      return `h ${move.from.map(formatProtocolSquare).join(' ')} ${formatProtocolSquare(move.to)}`;
    case 'measure':
      return `q ${formatProtocolSquare(move.on)}`;
    default:
      return assertNever(move);
  }
}

type Read = (squares: Square[]) => FragmentsMove;

const moveOf: Read = ([from, to]) => ({ kind: 'move', from: from!, to: to! });
const splitOf: Read = ([from, to1, to2]) => ({ kind: 'split', from: from!, to: [to1!, to2!] });
const mergeOf: Read = ([from1, from2, to]) => ({ kind: 'merge', from: [from1!, from2!], to: to! });
const measureOf: Read = ([on]) => ({ kind: 'measure', on: on! });

const SQUARE = '([a-hA-H][1-8])';
const shape = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('@', SQUARE)}$`);

const SHAPES: readonly (readonly [RegExp, Read])[] = [
  [shape('@@'), moveOf],
  [shape('@\\^@@'), splitOf],
  [shape('@@\\^@'), mergeOf],
  [shape('m +@ +@'), moveOf],
  [shape('s +@ +@ +@'), splitOf],
  [shape('h +@ +@ +@'), mergeOf],
  [shape('q +@'), measureOf],
];
