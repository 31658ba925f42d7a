import { END, FLAG_CASTLE, pieceCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { RIGHTS, ROYAL } from '../engine/position.js';
import { setUp } from '../engine/set-up.js';
import { fileOf, formatSquare, rankOf } from '../geometry.js';
import { parseFen } from './fen.js';
import { type PairTable, pairTableOf } from './pair-table.js';

/** Tables for the notations, built once per compiled ruleset when the first move is read or written. */
export type Lookups = {
  readonly tables: Tables;
  /** At (code * size + target) * words: the squares, as bits, from which the piece might reach the target. */
  readonly origins: Int32Array;
  readonly ways: PairTable | null;
  /** At file * words and rank * words: their squares as bits. */
  readonly fileBits: Int32Array;
  readonly rankBits: Int32Array;
  readonly names: readonly string[];
  /** Upper-case letters, by role. */
  readonly letters: readonly string[];
  /** Role by the character code of its upper-case letter; -1 without one. */
  readonly roles: Int8Array;
  /** The role that SAN writes without a letter; -1 without one. */
  readonly pawn: number;
  /**
   * At colour * 2 + side: the castling move from the start position, which UCI writes with the king's target; 0 without
   * one.
   */
  readonly usualCastles: Int32Array;
};

const made = new WeakMap<Tables, Lookups>();
let latest: Lookups | null = null;

export function lookupsOf(tables: Tables): Lookups {
  if (latest !== null && latest.tables === tables) return latest;
  let lookups = made.get(tables);
  if (lookups === undefined) {
    lookups = makeLookups(tables);
    made.set(tables, lookups);
  }
  latest = lookups;
  return lookups;
}

function makeLookups(tables: Tables): Lookups {
  const letters = tables.letters.map((letter) => letter.toUpperCase());
  const roles = new Int8Array(128).fill(-1);
  letters.forEach((letter, role) => {
    roles[letter.charCodeAt(0)] = role;
  });
  const origins = originsByTarget(tables);
  return {
    tables,
    origins,
    ways: pairTableOf(tables),
    fileBits: bitsBy(tables, tables.files, (square) => fileOf(tables, square)),
    rankBits: bitsBy(tables, tables.ranks, (square) => rankOf(tables, square)),
    names: Array.from({ length: tables.size }, (_, square) => formatSquare(tables, square)),
    letters,
    roles,
    pawn: tables.roles.findIndex((role) => tables.ruleset.pieces[role]!.pawn === true),
    usualCastles: usualCastles(tables, origins),
  };
}

/** Inverts the move program: from (piece, target) to origins. */
function originsByTarget(tables: Tables): Int32Array {
  const { size, words, codes, program, programAt } = tables;
  const origins = new Int32Array(codes * size * words);
  for (let code = 2; code < codes; code++) {
    for (let from = 0; from < size; from++) {
      for (let i = programAt[code * size + from]!; program[i] !== END; i += 2 + program[i + 1]!) {
        for (let k = i + 2; k < i + 2 + program[i + 1]!; k++)
          origins[(code * size + program[k]!) * words + (from >> 5)]! |= 1 << from;
      }
    }
  }
  return origins;
}

function bitsBy({ size, words }: Tables, groups: number, groupOf: (square: number) => number): Int32Array {
  const bits = new Int32Array(groups * words);
  for (let square = 0; square < size; square++) bits[groupOf(square) * words + (square >> 5)]! |= 1 << square;
  return bits;
}

/** Rulesets with shuffled starts have no usual castling. A king that can walk to its castling target needs the other form (king takes rook). */
function usualCastles(tables: Tables, origins: Int32Array): Int32Array {
  const castles = new Int32Array(4);
  const { start } = tables.ruleset;
  const fields = typeof start === 'string' ? parseFen(tables, start) : null;
  if (fields === null || !fields.ok) return castles;
  const position = setUp(tables, fields.value);
  for (let right = 0; right < 4; right++) {
    const way = tables.castles[right];
    if (!way || (position.state[RIGHTS]! & (1 << right)) === 0) continue;
    const from = position.state[ROYAL + (right >> 1)]!;
    const code = pieceCode(way.role, right >> 1);
    const walks = (origins[(code * tables.size + way.to) * tables.words + (from >> 5)]! & (1 << from)) !== 0;
    if (!walks) castles[right] = (from << 8) | position.partnerFrom[right]! | FLAG_CASTLE;
  }
  return castles;
}
