import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { play } from './engine/play.js';
import type { Position } from './engine/position.js';
import { compile, positionFromFen, startPosition } from './engine.js';
import { formatSquare, squareIndex } from './geometry.js';
import { historyOfPiece, movesPlayed, unmovedSquares } from './history.js';
import { parseMove } from './notation/move.js';
import { rulesetNamed } from './rulesets/catalogue.js';

function game(moves: string, ruleset = 'standard', fen?: string): Position {
  const engine = compile(rulesetNamed(ruleset)!);
  const position = unwrap(fen === undefined ? startPosition(engine) : positionFromFen(engine, fen));
  for (const move of moves.split(' ')) play(position, unwrap(parseMove(position, move)));
  return position;
}

/** The plies at which the piece now on a square moved. */
const plies = (position: Position, square: string): readonly number[] =>
  historyOfPiece(position, squareIndex(position.tables, square)).map(({ ply }) => ply);

test('each piece has its own history', () => {
  const position = game('Nf3 a6 Nc3 a5 Nd4 a4 Nf3 Ra6');
  expect(plies(position, 'f3')).toEqual([0, 4, 6]);
  expect(plies(position, 'c3')).toEqual([2]);
  expect(plies(position, 'a4')).toEqual([1, 3, 5]);
  expect(plies(position, 'e2')).toEqual([]);
  expect(plies(position, 'e4')).toEqual([]);
  expect(movesPlayed(position)).toHaveLength(8);
});

test('castling is a move of king and rook', () => {
  const position = game('e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 Re1');
  expect(plies(position, 'g1')).toEqual([6]);
  expect(plies(position, 'e1')).toEqual([6, 8]);
});

test('a promoted pawn keeps its history, and so does a capturing piece', () => {
  const position = game('a7b8q Kd7 Qxa8', 'standard', 'rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1');
  expect(plies(position, 'a8')).toEqual([0, 2]);
  expect(plies(position, 'd7')).toEqual([1]);
});

test('a piece captured en passant leaves no history behind', () => {
  const position = game('e4 a6 e5 d5 exd6 a5');
  expect(plies(position, 'd6')).toEqual([0, 2, 4]);
  expect(plies(position, 'd5')).toEqual([]);
});

test('the history of a dropped piece begins with its drop', () => {
  const position = game('e4 d5 exd5 Qxd5 @e4 Qd8 e4e5', 'crazyhouse');
  expect(plies(position, 'e5')).toEqual([4, 6]);
});

test('unmoved pieces are listed by their squares', () => {
  const position = game('e4 d5 exd5 Qxd5 Nc3 Qd8');
  const squares = unmovedSquares(position).map((square) => formatSquare(position.tables, square));
  expect(squares).not.toContain('d8');
  expect(squares).not.toContain('c3');
  expect(squares).not.toContain('d5');
  expect(squares).toContain('a1');
  expect(squares).toHaveLength(28);
});

test('after an explosion only unmoved pieces are listed', () => {
  const position = game('Nf3 a6 Ng5 a5 Nxf7', 'atomic');
  expect(plies(position, 'f7')).toEqual([]);
  expect(unmovedSquares(position)).not.toContain(squareIndex(position.tables, 'f7'));
});
