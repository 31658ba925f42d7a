import { COLORS, type Color } from '../../color.js';
import { FLAG_CASTLE, FLAG_DROP, FLAG_MASK, FLAG_PROMOTE, ROLE_SHIFT, roleOfCode } from '../../compile/codes.js';
import type { Tables } from '../../compile/tables.js';
import { canWin } from '../../engine/material.js';
import { claimsOf } from '../../engine/outcome.js';
import { BOARD, CHECKS, COUNT, OCCUPIED, PLY, type Position } from '../../engine/position.js';
import { legalMoves, type Move, turnOf } from '../../engine.js';
import { formatSquare } from '../../geometry.js';
import { formatFen } from '../../notation/fen.js';
import { formatUci } from '../../notation/uci.js';
import type { Ruleset } from '../../ruleset.js';
import type { Choice, Glance, View, ViewPiece } from '../port.js';
import { boardAt, type ClassicalPosition, checkedAt, outcomeAt, withOtherTurn } from './position.js';

/** The complete view of a position; classical chess has no secrets. */
export function viewOf(position: ClassicalPosition): View {
  const { profile, free } = position.shared.start;
  const glance = glanceOf(position);
  const board = boardAt(position);
  const sides = free ? [board, withOtherTurn(board)] : glance.outcome === null ? [board] : [];
  return {
    ...glance,
    choices: sides.flatMap(choicesOf),
    claims: glance.outcome === null ? claimsOf(board, profile) : [],
    canWin: forBoth((color) => canWin(board, color)),
    notation: formatFen(board),
  };
}

/** The view without its expensive parts: choices and notation. */
export function glanceOf(position: ClassicalPosition): Glance {
  const board = boardAt(position);
  const { tables } = board;
  const glance: Glance = {
    turn: turnOf(board),
    ply: board.cells[PLY]!,
    pieces: piecesOf(board),
    check: checkedAt(position),
    outcome: outcomeAt(position),
  };
  if (!tables.keepsPockets && tables.countsChecks === 0) return glance;
  return {
    ...glance,
    ...(tables.keepsPockets ? { pockets: forBoth((color) => pocketOf(board, color)) } : {}),
    ...(tables.countsChecks > 0 ? { extra: { checksGiven: forBoth((color) => checksGiven(board, color)) } } : {}),
  };
}

const forBoth = <T>(ask: (color: Color) => T): { readonly [color in Color]: T } => ({
  white: ask('white'),
  black: ask('black'),
});

function piecesOf({ tables, cells }: Position): ViewPiece[] {
  const { size, words } = tables;
  const known = knownPieces(tables);
  const pieces = new Array<ViewPiece>(cells[COUNT]! + cells[COUNT + 1]!);
  let at = 0;
  for (let word = OCCUPIED; word < OCCUPIED + words; word++) {
    for (let bits = cells[word]! | cells[word + words]!; bits !== 0; bits &= bits - 1) {
      const square = ((word - OCCUPIED) << 5) + 31 - Math.clz32(bits & -bits);
      const code = cells[BOARD + square]!;
      pieces[at++] = known[code * size + square] ?? makeKnown(known, tables, code, square);
    }
  }
  return pieces;
}

/**
 * One frozen object per piece and square: views are made after every move, so sharing saves memory and speeds up
 * comparison.
 */
type KnownPieces = (ViewPiece | undefined)[];

const knownByRuleset = new WeakMap<Ruleset, KnownPieces>();
let latest: { readonly ruleset: Ruleset; readonly known: KnownPieces } | null = null;

function knownPieces({ ruleset, codes, size }: Tables): KnownPieces {
  if (latest?.ruleset === ruleset) return latest.known;
  const known = knownByRuleset.get(ruleset) ?? new Array(codes * size);
  knownByRuleset.set(ruleset, known);
  latest = { ruleset, known };
  return known;
}

function makeKnown(known: KnownPieces, tables: Tables, code: number, square: number): ViewPiece {
  const piece = Object.freeze({
    square: formatSquare(tables, square),
    role: tables.roles[roleOfCode(code)]!,
    color: COLORS[code & 1]!,
  });
  known[code * tables.size + square] = piece;
  return piece;
}

function pocketOf({ tables, pockets }: Position, color: Color): { readonly [role: string]: number } {
  const first = COLORS.indexOf(color) * tables.roles.length;
  const held = tables.roles.map((role, i) => [role, pockets[first + i]!] as const);
  return Object.fromEntries(held.filter(([, count]) => count > 0));
}

const checksGiven = ({ state }: Position, color: Color): number => state[CHECKS + COLORS.indexOf(color)]!;

/** The legal moves as sets: targets of one square with equal promotion roles form one choice. */
function choicesOf(board: Position): Choice[] {
  const { tables } = board;
  const groups = new Map<string, { choice: Choice; to: string[] }>();
  const add = (key: string, to: string, choice: (to: string[]) => Choice): void => {
    const group = groups.get(key);
    if (group !== undefined) {
      group.to.push(to);
      return;
    }
    const targets = [to];
    groups.set(key, { choice: choice(targets), to: targets });
  };
  const promotions = new Map<number, string[]>();
  for (const move of legalMoves(board)) {
    const from = formatSquare(tables, (move >> 8) & 255);
    const role = tables.roles[move >> ROLE_SHIFT]!;
    const flag = move & FLAG_MASK;
    if (flag === FLAG_DROP) add(`${role}@`, from, (to) => ({ kind: 'drop', role, to }));
    else if (flag === FLAG_PROMOTE) promotions.set(move & 0xffff, [...(promotions.get(move & 0xffff) ?? []), role]);
    else add(from, targetOf(board, move, from), (to) => ({ kind: 'move', from, to }));
  }
  for (const [squares, promote] of promotions) {
    const from = formatSquare(tables, squares >> 8);
    const to = formatSquare(tables, squares & 255);
    add(`${from}=${promote}`, to, (targets) => ({ kind: 'move', from, to: targets, promote }));
  }
  return [...groups.values()].map(({ choice }) => choice);
}

/** The target of castling as its notation writes it: the king's target, or the rook's square in Chess960. */
const targetOf = (board: Position, move: Move, from: string): string =>
  (move & FLAG_MASK) === FLAG_CASTLE
    ? formatUci(board, move).slice(from.length)
    : formatSquare(board.tables, move & 255);
