import { BITS, CELLS, type Position, writeAttacks } from '@chessmith/rules';
import type { EvaluationTables } from './evaluation-tables.js';

// Names in this file are plain constants for V8, imported ones are not; it serves players/nodes.
const {
  turn: TURN,
  occupied: OCCUPIED,
  board: BOARD,
  counts: COUNTS,
  royal: ROYAL,
  royals: ROYALS,
  checks: CHECKS,
} = CELLS;
const { count: COUNT } = CELLS;
const { record: RECORD, attacks: ATTACKS } = BITS;

const TEMPO = 10;
const PAIR = 30;
const MAX_FILES = 18;

const attacks = new Int32Array(2);
/** Squares of the runners (pawns) of both sides, and of the other pieces. */
const runners = new Int32Array(256);
const others = new Int32Array(256);
/** By colour and file + 1: how many runners there are, and the rank of the rearmost; files beside the board are empty. */
const onFile = new Int32Array(2 * MAX_FILES);
const rearmost = new Int32Array(2 * MAX_FILES);
const runnerLow = new Int32Array(2);
const runnerHigh = new Int32Array(2);
const coverLow = new Int32Array(2);
const coverHigh = new Int32Array(2);

/** Centipawns for the side to move, without looking ahead. */
export function evaluate(position: Position, tables: EvaluationTables): number {
  const { cells } = position;
  const { size, words, files, ranks, bitboards, codes } = position.tables;
  const { pieces, phase: phases, runner, zone } = tables;
  let opening = 0;
  let endgame = 0;
  let phase = 0;
  let runnerCount = 0;
  let otherCount = 0;
  onFile.fill(0);
  rearmost.fill(-1, MAX_FILES);
  rearmost.fill(99, 0, MAX_FILES);
  for (let color = 0; color < 2; color++) {
    const sign = color === 0 ? 1 : -1;
    let pawnsLow = 0;
    let pawnsHigh = 0;
    let pawnCoverLow = 0;
    let pawnCoverHigh = 0;
    for (let word = 0; word < words; word++) {
      for (let left = cells[OCCUPIED + color * words + word]!; left !== 0; left &= left - 1) {
        const square = (word << 5) + 31 - Math.clz32(left & -left);
        const code = cells[BOARD + square]!;
        const at = code * size + square;
        opening += sign * pieces[2 * at]!;
        endgame += sign * pieces[2 * at + 1]!;
        phase += phases[code]!;
        if (runner[code] === 1) {
          runners[runnerCount++] = square;
          const file = color * MAX_FILES + (square % files) + 1;
          const rank = (square / files) | 0;
          onFile[file]!++;
          if (color === 0 ? rank < rearmost[file]! : rank > rearmost[file]!) rearmost[file] = rank;
          if (bitboards !== null) {
            if (square < 32) pawnsLow |= 1 << square;
            else pawnsHigh |= 1 << square;
            pawnCoverLow |= bitboards.bits[at * RECORD + ATTACKS]!;
            pawnCoverHigh |= bitboards.bits[at * RECORD + ATTACKS + 1]!;
          }
        } else others[otherCount++] = square;
      }
    }
    runnerLow[color] = pawnsLow;
    runnerHigh[color] = pawnsHigh;
    coverLow[color] = pawnCoverLow;
    coverHigh[color] = pawnCoverHigh;
  }

  if (tables.keepsPieces) {
    for (let i = 0; i < runnerCount; i++) {
      const square = runners[i]!;
      const color = cells[BOARD + square]! & 1;
      const sign = color === 0 ? 1 : -1;
      const file = color * MAX_FILES + (square % files) + 1;
      const rank = (square / files) | 0;
      if (onFile[file]! > 1) {
        opening -= sign * 6;
        endgame -= sign * 12;
      }
      if (onFile[file - 1]! + onFile[file + 1]! === 0) {
        opening -= sign * 10;
        endgame -= sign * 8;
      }
      const enemy = (color ^ 1) * MAX_FILES + (square % files) + 1;
      const free =
        color === 0
          ? rearmost[enemy]! <= rank && rearmost[enemy - 1]! <= rank && rearmost[enemy + 1]! <= rank
          : rearmost[enemy]! >= rank && rearmost[enemy - 1]! >= rank && rearmost[enemy + 1]! >= rank;
      if (free) {
        opening += sign * tables.passed[2 * (color * ranks + rank)]!;
        endgame += sign * tables.passed[2 * (color * ranks + rank) + 1]!;
      }
    }
    for (let code = 2; code < codes; code++) {
      if (tables.pairs[code] === 1 && cells[COUNTS + code]! > 1) {
        opening += (code & 1) === 0 ? PAIR : -PAIR;
        endgame += (code & 1) === 0 ? PAIR : -PAIR;
      }
    }
    if (bitboards !== null) {
      let danger = 0;
      for (let color = 0; color < 2; color++) {
        const them = color ^ 1;
        const sign = color === 0 ? 1 : -1;
        const ownLow = cells[OCCUPIED + 2 * color]!;
        const ownHigh = cells[OCCUPIED + 2 * color + 1]!;
        const barredLow = ~(ownLow | coverLow[them]!);
        const barredHigh = ~(ownHigh | coverHigh[them]!);
        const target = cells[ROYALS + them] === 1 ? cells[ROYAL + them]! : -1;
        const zoneLow = target < 0 ? 0 : zone[2 * (them * size + target)]!;
        const zoneHigh = target < 0 ? 0 : zone[2 * (them * size + target) + 1]!;
        let units = 0;
        let attackers = 0;
        for (let i = 0; i < otherCount; i++) {
          const square = others[i]!;
          const code = cells[BOARD + square]!;
          if ((code & 1) !== color || tables.attack[code] === 0) continue;
          writeAttacks(position, bitboards, square, attacks);
          const low = attacks[0]!;
          const high = attacks[1]!;
          const at = 2 * (code * 64 + bitCount(low & barredLow, high & barredHigh));
          opening += sign * tables.mobility[at]!;
          endgame += sign * tables.mobility[at + 1]!;
          const hits = bitCount(low & zoneLow, high & zoneHigh);
          if (hits > 0) {
            attackers++;
            units += hits * tables.attack[code]!;
          }
        }
        if (attackers > 1) danger += sign * Math.min(400, (units * units * attackers) >> 5);
        const home = cells[ROYALS + color] === 1 ? cells[ROYAL + color]! : -1;
        if (home >= 0) {
          const shield = 2 * (color * size + home);
          opening += sign * 10 * bitCount(zone[shield]! & runnerLow[color]!, zone[shield + 1]! & runnerHigh[color]!);
        }
      }
      opening += danger;
    }
    endgame += mopUp(position, tables, endgame);
  }
  const share = Math.min(1, phase / tables.fullPhase);
  let value = opening * share + endgame * (1 - share);
  if (position.tables.keepsPockets) value += pocketValue(position, tables);
  value += tables.checks[cells[CHECKS]!]! - tables.checks[cells[CHECKS + 1]!]!;
  return ((cells[TURN] === 0 ? value : -value) + TEMPO) | 0;
}

function pocketValue({ pockets, tables: { roles } }: Position, tables: EvaluationTables): number {
  let value = 0;
  for (let role = 0; role < roles.length; role++) {
    value += (pockets[role]! - pockets[roles.length + role]!) * tables.pocket[role]!;
  }
  return value;
}

/** Drives a royal piece without helpers to the edge and the winner's royal piece towards it. */
function mopUp({ cells, tables: { size } }: Position, tables: EvaluationTables, lead: number): number {
  const loser = lead > 0 ? 1 : 0;
  if (Math.abs(lead) < 300 || cells[COUNT + loser]! > 2 || cells[ROYALS] !== 1 || cells[ROYALS + 1] !== 1) return 0;
  const prey = cells[ROYAL + loser]!;
  const hunter = cells[ROYAL + 1 - loser]!;
  const bonus = 12 * tables.edge[prey]! + 6 * (14 - tables.distance[prey * size + hunter]!);
  return lead > 0 ? bonus : -bonus;
}

/** The number of squares in a set. */
function bitCount(low: number, high: number): number {
  low -= (low >>> 1) & 0x55555555;
  high -= (high >>> 1) & 0x55555555;
  low = (low & 0x33333333) + ((low >>> 2) & 0x33333333);
  high = (high & 0x33333333) + ((high >>> 2) & 0x33333333);
  return Math.imul(((low + (low >>> 4)) & 0x0f0f0f0f) + ((high + (high >>> 4)) & 0x0f0f0f0f), 0x01010101) >>> 24;
}
