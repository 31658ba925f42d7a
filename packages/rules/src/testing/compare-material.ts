import { type Random, unwrap } from '@chessmith/std';
import { Board } from 'chessops/board';
import { makeFen } from 'chessops/fen';
import { Material } from 'chessops/setup';
import { SquareSet } from 'chessops/squareSet';
import { type Color, ROLES, type Role } from 'chessops/types';
import { setupPosition } from 'chessops/variant';
import { COLORS } from '../color.js';
import { canWin } from '../engine/material.js';
import { compile, positionFromFen } from '../engine.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { PEERS } from './compare-with-chessops.js';

/**
 * Sets up small random armies and collects, as `fen colour`, the positions in which chessops disagrees on who can win.
 * Also returns how often a side could not win.
 */
export function compareMaterial(name: string, random: Random, armies: number): { differ: string[]; hopeless: number } {
  const differ: string[] = [];
  let hopeless = 0;
  for (let i = 0; i < armies; i++) {
    const setup = { ...emptySetup(name, random), turn: random.pick(COLORS) };
    const theirs = setupPosition(PEERS[name]!, setup);
    if (theirs.isErr) continue;
    const fen = makeFen(theirs.value.toSetup());
    const ours = unwrap(positionFromFen(compile(rulesetNamed(name)!), fen));
    for (const color of COLORS) {
      const can = canWin(ours, color);
      if (!can) hopeless++;
      if (can === theirs.value.hasInsufficientMaterial(color)) differ.push(`${fen} ${color}`);
    }
  }
  return { differ, hopeless };
}

function emptySetup(name: string, random: Random) {
  const board = Board.empty();
  const put = (role: Role, color: Color, promoted: boolean): void => {
    const square = role === 'pawn' ? 8 + random.int(48) : random.int(64);
    if (!board.has(square)) board.set(square, { role, color, promoted });
  };
  const kings = name === 'antichess' ? [] : name === 'horde' ? (['black'] as const) : COLORS;
  for (const color of kings) put('king', color, false);
  // Use few kinds of pieces, so that armies of bishops or knights alone occur.
  const kinds = random
    .shuffle(ROLES.filter((role) => role !== 'king' || name === 'antichess'))
    .slice(0, 1 + random.int(3));
  const pockets = name === 'crazyhouse' ? Material.empty() : undefined;
  for (const color of COLORS) {
    for (let left = random.int(5); left > 0; left--) {
      if (pockets !== undefined && random.int(3) === 0) pockets[color][random.pick(kinds)]++;
      else put(random.pick(kinds), color, pockets !== undefined && random.int(8) === 0);
    }
  }
  return {
    board,
    pockets,
    castlingRights: SquareSet.empty(),
    epSquare: undefined,
    remainingChecks: undefined,
    halfmoves: 0,
    fullmoves: 1,
  };
}
