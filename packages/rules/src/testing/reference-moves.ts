import type { Modifiers, Movement, Ruleset, Step } from '../ruleset.js';
import { isOver } from './reference-endings.js';
import {
  atStart,
  effectOf,
  neighbours,
  type Piece,
  playReference,
  type ReferenceGame,
  type ReferenceMove,
  restricts,
  royalsOf,
  type Side,
  shift,
} from './reference-game.js';

/** The legal moves, found by trying everything and dropping what a restriction forbids. */
export function referenceMoves(game: ReferenceGame): readonly ReferenceMove[] {
  return isOver(game, movesBeforeTheEnd) ? [] : movesBeforeTheEnd(game);
}

/** The game after a legal move, including the count of checks. */
export function afterReferenceMove(game: ReferenceGame, move: ReferenceMove): ReferenceGame {
  const after = playReference(game, move);
  const counted = effectOf(game.rules, 'count-checks');
  if (counted === undefined || !isInCheck(after, after.turn)) return after;
  const [white, black] = after.checks;
  const more = (given: number): number => Math.min(counted.upTo, given + 1);
  return { ...after, checks: game.turn === 0 ? [more(white), black] : [white, more(black)] };
}

export function referencePerft(game: ReferenceGame, depth: number): number {
  const moves = referenceMoves(game);
  if (depth === 1) return moves.length;
  return moves.reduce((leaves, move) => leaves + referencePerft(afterReferenceMove(game, move), depth - 1), 0);
}

function movesBeforeTheEnd(game: ReferenceGame): readonly ReferenceMove[] {
  const distinct = [...new Map(anyMoves(game).map((move) => [move.name, move])).values()];
  const kept = distinct.filter((move) => isAllowed(game, move));
  const captures = kept.filter((move) => move.takes !== null);
  return restricts(game.rules, 'must-capture') && captures.length > 0 ? captures : kept;
}

function isAllowed(game: ReferenceGame, move: ReferenceMove): boolean {
  const after = playReference(game, move);
  const us = game.turn;
  const them = after.turn;
  if (restricts(game.rules, 'no-check') && isInCheck(after, them)) return false;
  if (!restricts(game.rules, 'no-self-check')) return true;
  if (royalsOf(after, us).length < royalsOf(game, us).length) return false;
  return royalsOf(after, them).length < royalsOf(game, them).length || !isInCheck(after, us);
}

const isInCheck = (game: ReferenceGame, side: Side): boolean =>
  royalsOf(game, side).some((square) => isThreatened(game, square, side === 0 ? 1 : 0));

/** Whether a side attacks a square without exploding its own king by capturing there. */
function isThreatened(game: ReferenceGame, square: string, by: Side): boolean {
  if (effectOf(game.rules, 'explode')) {
    const near = neighbours(game.rules, square);
    if (royalsOf(game, by).some((royal) => near.includes(royal))) return false;
  }
  return isAttacked(game, square, by);
}

/** Puts a piece on the square and tests whether it can be captured. */
function isAttacked(game: ReferenceGame, square: string, by: Side): boolean {
  const board = new Map(game.board);
  board.set(square, { role: '', side: by === 0 ? 1 : 0 });
  return [...game.board].some(
    ([from, piece]) =>
      piece.side === by &&
      from !== square &&
      flat(game.rules.pieces[piece.role]!.movements).some((movement) =>
        targets({ ...game, board }, from, piece, movement).includes(square),
      ),
  );
}

/** Whether the enemy would not attack a piece that moves there, ignoring captures. */
function isSafeFor(game: ReferenceGame, from: string, piece: Piece, to: string): boolean {
  const board = new Map(game.board);
  board.delete(from);
  return !isAttacked({ ...game, board }, to, piece.side === 0 ? 1 : 0);
}

function anyMoves(game: ReferenceGame): readonly ReferenceMove[] {
  const { rules, board, turn } = game;
  const moves: ReferenceMove[] = [];
  for (const [from, piece] of board) {
    if (piece.side !== turn) continue;
    for (const movement of flat(rules.pieces[piece.role]!.movements)) {
      if (movement.kind === 'castle') moves.push(...castles(game, from, piece, movement));
      else if (movement.kind === 'double-step') moves.push(...doubleSteps(game, from, piece, movement));
      else if (movement.kind === 'en-passant') moves.push(...passingCaptures(game, from, piece, movement));
      else {
        for (const to of targets(game, from, piece, movement)) {
          if ('safe' in movement && movement.safe && !isSafeFor(game, from, piece, to)) continue;
          moves.push(
            ...promotions(game, { name: from + to, from, to, takes: board.has(to) ? to : null, becomes: piece }),
          );
        }
      }
    }
  }
  return [...moves, ...drops(game)];
}

const flat = (movements: readonly Movement[]): readonly Movement[] =>
  movements.flatMap((movement) => (movement.kind === 'group' ? flat(movement.of) : [movement]));

/** Where a slide, leap or table leads. */
function targets(game: ReferenceGame, from: string, piece: Piece, movement: Movement): readonly string[] {
  if (movement.kind !== 'slide' && movement.kind !== 'leap' && movement.kind !== 'table') return [];
  if (!begins(game.rules, from, piece, movement) || (movement.unmoved && !game.unmoved.has(from))) return [];
  const onto = movement.onto ?? 'free';
  return paths(game.rules, from, piece, movement).flatMap((path) => {
    const stop = path.findIndex((square) => game.board.has(square));
    const seen = stop < 0 ? path : path.slice(0, stop + 1);
    return seen.filter((square) => {
      const other = game.board.get(square);
      if (other === undefined) return onto === 'free' || onto === 'empty' || onto === 'any';
      if (other.side !== piece.side) return onto === 'free' || onto === 'enemy' || onto === 'any';
      return (onto === 'ally' || onto === 'any') && !game.rules.pieces[other.role]?.royal;
    });
  });
}

function paths(rules: Ruleset, from: string, piece: Piece, movement: Movement): readonly (readonly string[])[] {
  if (movement.kind === 'leap') return movement.to.map((step) => walk(rules, from, facing(step, piece), 1));
  if (movement.kind === 'slide') {
    return movement.along.map((step) =>
      walk(rules, from, facing(step, piece), movement.upTo ?? Number.POSITIVE_INFINITY),
    );
  }
  if (movement.kind !== 'table') return [];
  const lines = (piece.side === 0 ? movement.white : movement.black)[from] ?? [];
  return movement.shape === 'rays' ? lines : lines.flat().map((square) => [square]);
}

const facing = ([files, ranks]: Step, piece: Piece): Step => [files, piece.side === 0 ? ranks : -ranks];

function walk(rules: Ruleset, from: string, [files, ranks]: Step, upTo: number): readonly string[] {
  const squares: string[] = [];
  for (let to = shift(rules, from, files, ranks); to !== null && squares.length < upTo; ) {
    squares.push(to);
    to = shift(rules, to, files, ranks);
  }
  return squares;
}

function begins(rules: Ruleset, from: string, piece: Piece, movement: Modifiers): boolean {
  return movement.from === undefined || movement.from.includes(ownRank(rules, from, piece.side));
}

const ownRank = (rules: Ruleset, square: string, side: Side): number =>
  side === 0 ? Number(square.slice(1)) : rules.board.ranks + 1 - Number(square.slice(1));

function doubleSteps(
  game: ReferenceGame,
  from: string,
  piece: Piece,
  movement: Extract<Movement, { kind: 'double-step' }>,
): readonly ReferenceMove[] {
  if (!begins(game.rules, from, piece, movement)) return [];
  return movement.along.flatMap((step) => {
    const [passes, to] = walk(game.rules, from, facing(step, piece), 2);
    if (passes === undefined || to === undefined || game.board.has(passes) || game.board.has(to)) return [];
    return [{ name: from + to, from, to, takes: null, becomes: piece, passes }];
  });
}

function passingCaptures(
  game: ReferenceGame,
  from: string,
  piece: Piece,
  movement: Extract<Movement, { kind: 'en-passant' }>,
): readonly ReferenceMove[] {
  const { passed } = game;
  if (passed === null) return [];
  const reached = movement.to.some((step) => walk(game.rules, from, facing(step, piece), 1)[0] === passed.on);
  return reached ? [{ name: from + passed.on, from, to: passed.on, takes: passed.piece, becomes: piece }] : [];
}

function castles(
  game: ReferenceGame,
  from: string,
  piece: Piece,
  movement: Extract<Movement, { kind: 'castle' }>,
): readonly ReferenceMove[] {
  const { rules, board } = game;
  return movement.sides.flatMap((wing) => {
    const right = game.rights.find(
      ({ king, side, wing: name }) => king === from && side === piece.side && name === wing.side,
    );
    if (right === undefined || board.get(right.rook)?.role !== movement.partner) return [];
    const rank = from.slice(1);
    const [kingTo, rookTo] = [wing.to + rank, wing.partnerTo + rank];
    const kingWay = between(rules, from, kingTo);
    const isFree = [...kingWay, ...between(rules, right.rook, rookTo)].every(
      (square) => !board.has(square) || square === from || square === right.rook,
    );
    const lifted = new Map(board);
    lifted.delete(from);
    // The king's final square is tested after the move, with the rook in place.
    const crossed = kingWay.filter((square) => square === from || square !== kingTo);
    const isSafe = crossed.every(
      (square) => !isThreatened({ ...game, board: lifted }, square, piece.side === 0 ? 1 : 0),
    );
    if (!isFree || (restricts(rules, 'no-self-check') && !isSafe)) return [];
    return [
      { name: from + right.rook, from, to: kingTo, takes: null, becomes: piece, castles: { ...right, kingTo, rookTo } },
    ];
  });
}

/** The squares from one to another on a rank, both included. */
function between(rules: Ruleset, a: string, b: string): readonly string[] {
  const files = b.charCodeAt(0) - a.charCodeAt(0);
  return [a, ...walk(rules, a, [Math.sign(files), 0], Math.abs(files))];
}

function promotions(game: ReferenceGame, move: ReferenceMove): readonly ReferenceMove[] {
  const { rules, board } = game;
  const piece = move.becomes;
  const rank = ownRank(rules, move.to, piece.side);
  for (const effect of rules.effects) {
    if (effect.kind !== 'promote' || effect.role !== piece.role) continue;
    const isOptional = effect.optionalOn?.includes(rank) === true;
    if (!isOptional && !effect.on.includes(rank)) continue;
    const lost = (role: string): boolean =>
      [...board.values()].filter((other) => other.role === role && other.side === piece.side).length <
      atStart(rules, role, piece.side);
    const choices = effect.to.filter((role) => !effect.onlyCaptured || lost(role));
    const promoted = choices.map((role) => ({
      ...move,
      name: move.name + rules.pieces[role]!.letter,
      becomes: { role, side: piece.side, was: piece.role },
    }));
    return isOptional ? [move, ...promoted] : promoted;
  }
  return [move];
}

function drops(game: ReferenceGame): readonly ReferenceMove[] {
  const { rules, board, turn } = game;
  const roles = new Set(game.pockets.filter(({ side }) => side === turn).map(({ role }) => role));
  return [...roles].flatMap((role) =>
    flat(rules.pieces[role]!.movements).flatMap((movement) => {
      if (movement.kind !== 'drop') return [];
      return allSquares(rules)
        .filter((to) => !board.has(to) && (movement.ranks?.includes(ownRank(rules, to, turn)) ?? true))
        .map((to) => ({
          name: `${rules.pieces[role]!.letter.toUpperCase()}@${to}`,
          from: null,
          to,
          takes: null,
          becomes: { role, side: turn },
        }));
    }),
  );
}

const allSquares = (rules: Ruleset): readonly string[] =>
  Array.from({ length: rules.board.ranks }, (_, rank) => `a${rank + 1}`).flatMap((square) => [
    square,
    ...walk(rules, square, [1, 0], Number.POSITIVE_INFINITY),
  ]);
