import { type Random, unwrap } from '@chessmith/std';
import { normalizeMove, type Position as PeerPosition } from 'chessops/chess';
import { makeFen, parseFen as parsePeerFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import { ROLES, type Role, type Rules } from 'chessops/types';
import { makeSquare, makeUci, parseUci, roleToChar } from 'chessops/util';
import { setupPosition } from 'chessops/variant';
import { COLORS } from '../color.js';
import { canWin } from '../engine/material.js';
import { outcomeOf } from '../engine/outcome.js';
import { play } from '../engine/play.js';
import type { Position } from '../engine/position.js';
import { compile, isCheck, legalMoves, positionFromFen, startFen } from '../engine.js';
import { formatFen } from '../notation/fen.js';
import { formatSan } from '../notation/san.js';
import type { Outcome } from '../outcome.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { moveName } from './move-name.js';
import { randomFen } from './random-fen.js';

/** The rulesets that chessops supports, with its names for them. */
export const PEERS: { readonly [ruleset: string]: Rules } = {
  standard: 'chess',
  chess960: 'chess',
  'king-of-the-hill': 'kingofthehill',
  'three-check': '3check',
  antichess: 'antichess',
  atomic: 'atomic',
  crazyhouse: 'crazyhouse',
  horde: 'horde',
  'racing-kings': 'racingkings',
};

/** Counts of the situations in a run, so that a test can check its coverage. */
export type Walk = { plies: number; games: number; ends: { [by: string]: number } };

/**
 * Plays random games of a ruleset alongside chessops until the given number of plies, half of the games from random
 * positions. Throws at the first ply where legal moves, check, FEN, SAN, outcome or winning chances differ.
 */
export function compareWithChessops(name: string, random: Random, plies: number): Walk {
  const ruleset = rulesetNamed(name)!;
  const walk: Walk = { plies: 0, games: 0, ends: {} };
  while (walk.plies < plies) {
    const number = typeof ruleset.start === 'string' ? undefined : random.int(960);
    const randomStart = random.boolean() ? randomFen(compile(ruleset).tables, random) : null;
    const fen = randomStart ?? unwrap(startFen(ruleset, number));
    // The side that has just moved must have a piece. In antichess chessops lets the other side continue without one;
    // we count that as the end.
    if (!/[A-Z].* b/.test(fen) && !/[a-z].* w/.test(fen)) continue;
    compareGame(name, fen, random, randomStart === null ? 140 : 25, walk);
  }
  return walk;
}

/** Plays one such game and adds it to the walk. */
export function compareGame(name: string, fen: string, random: Random, longest: number, walk: Walk): void {
  const ours = unwrap(positionFromFen(compile(rulesetNamed(name)!), fen));
  const theirs = setupPosition(PEERS[name]!, parsePeerFen(fen).unwrap()).unwrap();
  walk.games++;
  for (let ply = 0; ply < longest; ply++) {
    const moves = comparePositions(ours, theirs);
    if (moves.length === 0) break;
    const move = random.pick(moves);
    const peerMove = normalizeMove(theirs, parseUci(moveName(ours, move))!);
    same(ours, 'SAN', formatSan(ours, move), makeSan(theirs, peerMove));
    play(ours, move);
    theirs.play(peerMove);
    walk.plies++;
  }
  const by = outcomeOf(ours, 'lichess')?.by ?? 'unfinished';
  walk.ends[by] = (walk.ends[by] ?? 0) + 1;
}

function comparePositions(ours: Position, theirs: PeerPosition): readonly number[] {
  const moves = legalMoves(ours);
  same(ours, 'FEN', formatFen(ours), makeFen(theirs.toSetup()));
  const names = moves.map((move) => moveName(ours, move));
  same(ours, 'moves', names.sort().join(' '), peerMoves(theirs).sort().join(' '));
  same(ours, 'check', isCheck(ours), theirs.isCheck());
  if (drawsTooEarly(theirs)) return moves;
  same(ours, 'outcome', plain(outcomeOf(ours, 'lichess')), peerOutcome(theirs));
  for (const color of COLORS) {
    same(ours, `${color} can win`, canWin(ours, color), !theirs.hasInsufficientMaterial(color));
  }
  return moves;
}

/**
 * chessops is wrong about atomic bishops on opposite square colours: two bishops can trap their own king, which the
 * enemy bishop then mates (black king a1, bishops a2 and b1, white bishop c3). It calls such games drawn.
 */
const drawsTooEarly = (position: PeerPosition): boolean =>
  position.rules === 'atomic' &&
  position.isInsufficientMaterial() &&
  COLORS.some((color) => position.board.pieces(color, 'bishop').size() > 1);

function same<T>(ours: Position, what: string, mine: T, yours: T): void {
  if (mine !== yours) throw new Error(`${what} in ${formatFen(ours)}\n  ours   ${mine}\n  theirs ${yours}`);
}

function peerMoves(position: PeerPosition): string[] {
  const names: string[] = [];
  const promotions = ROLES.filter((role) => role !== 'pawn' && (role !== 'king' || position.rules === 'antichess'));
  for (const [from, squares] of position.allDests()) {
    for (const to of squares) {
      const promotes = position.board.getRole(from) === 'pawn' && (to < 8 || to >= 56);
      for (const promotion of promotes ? promotions : [undefined]) {
        names.push(makeUci({ from, to, ...(promotion === undefined ? {} : { promotion }) }));
      }
    }
  }
  for (const to of position.dropDests()) {
    for (const role of ROLES) {
      if (!position.isLegal({ role, to })) continue;
      names.push(`${roleToChar(role as Role).toUpperCase()}@${makeSquare(to)}`);
    }
  }
  return names;
}

/** chessops counts neither moves nor repetitions. */
function plain(outcome: Outcome | null): string {
  if (outcome?.kind === 'win') return outcome.winner;
  if (outcome === null || outcome.by === 'fifty-moves' || outcome.by === 'fivefold-repetition') return 'none';
  return 'draw';
}

function peerOutcome(position: PeerPosition): string {
  const outcome = position.outcome();
  return outcome === undefined ? 'none' : (outcome.winner ?? 'draw');
}
