import {
  compile,
  formatUci,
  legalMoves,
  perft,
  play,
  positionFromFen,
  standard,
  startPosition,
} from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleSource, loadExample, playRandomly, winnerOf } from '../../testing/example.js';
import type { Engine } from '../engine.js';
import { python } from './python.js';

let engine: Engine;
beforeAll(async () => {
  engine = await python.open(await python.prepare());
});
const open = (name: string) => loadExample(engine, exampleSource(name));

describe('chess in Python', () => {
  const PERFT = `
def from_fen(fen):
    placement, turn, rights, passed, quiet = fen.split()[:5]
    board = []
    for rank in reversed(placement.split("/")):
        for letter in rank:
            board += [0] * int(letter) if letter.isdigit() else [LETTERS.index(letter.upper()) * (1 if letter.isupper() else -1)]
    passed = None if passed == "-" else "abcdefgh".index(passed[0]) + 8 * (int(passed[1]) - 1)
    data = {"rights": rights.replace("-", ""), "passed": passed, "quiet": int(quiet), "seen": []}
    return _state(board, 1 if turn == "w" else -1, data)

def leaves(fen, depth):
    return count(from_fen(fen), "white" if " w " in fen else "black", depth)

def count(state, turn, depth):
    if depth == 1:
        return len(state["possible_moves"])
    other = "black" if turn == "white" else "white"
    return sum(
        count(make_move(state["pieces"], move, other, state["additional_data"]), other, depth - 1)
        for move in state["possible_moves"]
    )
`;
  const load = () => loadExample(engine, exampleSource('chess.py') + PERFT);

  test.each([
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 3],
    ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3],
    ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 3],
    ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 3],
    ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 3],
    ['n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1', 3],
  ])('has the same perft as the built-in rules from %s in %i plies', (fen, depth) => {
    load();
    const outcome = engine.call('leaves', JSON.stringify([fen, depth]), 0);
    expect(outcome).toMatchObject({ value: String(perft(unwrap(positionFromFen(compile(standard), fen)), depth)) });
  });

  test('offers the moves of the built-in rules, and ends when they end, in whole games', () => {
    const chess = open('chess.py');
    const random = seededRandom(3);
    for (let game = 0; game < 2; game++) {
      const position = unwrap(startPosition(compile(standard)));
      for (let state = chess.start(), ply = 0; ply < 120; ply++) {
        const legal = legalMoves(position);
        const byName = new Map(legal.map((move) => [formatUci(position, move), move]));
        if (state.status !== 'running') break;
        expect(state.moves.map(asUci).sort()).toEqual([...byName.keys()].sort());
        const move = random.pick(state.moves);
        state = chess.play(state, move);
        play(position, byName.get(asUci(move))!);
        if (legalMoves(position).length === 0) expect(state.status).not.toBe('running');
      }
    }
  });
  const LETTERS: { readonly [choice: string]: string } = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' };
  const asUci = (move: string) => move.replace(/=(\w+)$/, (_, choice) => LETTERS[choice]!);

  test.each([
    ['f2f3 e7e5 g2g4 d8h4', 'black won', 'checkmate'],
    [
      'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6',
      'draw',
      'stalemate',
    ],
    ['g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8', 'draw', 'the third time in this position'],
  ])('%s is %s by %s', (moves, status, reason) => {
    const chess = open('chess.py');
    const end = moves.split(' ').reduce((state, move) => chess.play(state, move), chess.start());
    expect(end).toMatchObject({ status, reason, moves: [] });
  });

  test.each([
    ['8/8/4k3/8/8/3K4/8/8 w - - 0 1', 'neither side can mate'],
    ['8/8/4k3/8/8/3KN3/8/8 w - - 0 1', 'neither side can mate'],
    ['8/2b5/4k3/8/8/3KB3/8/8 w - - 0 1', 'neither side can mate'],
    ['8/8/4k3/8/8/3KR3/8/8 w - - 100 90', "fifty moves without a capture or a pawn's move"],
    ['8/1b6/4k3/8/8/3KB3/8/8 w - - 0 1', undefined],
    ['8/8/4k3/8/8/3KNN2/8/8 w - - 99 90', undefined],
  ])('%s is drawn because %s', (fen, reason) => {
    load();
    const outcome = engine.call('from_fen', JSON.stringify([fen]), 0);
    expect(outcome.ok && JSON.parse(outcome.value).reason).toBe(reason);
  });
});

test.each(['breakthrough.py', 'pawn-war.py', 'dice-chess.py', 'chess.py', 'templates/template.py'])(
  '%s fulfils the contract in random games, which are repeatable',
  (name) => {
    const example = open(name);
    const games = [1, 2, 3].map((seed) => playRandomly(example, seed));
    expect([1, 2, 3].map((seed) => playRandomly(example, seed))).toEqual(games);
  },
);

test('breakthrough has no draws, and runs as a script of version 1', () => {
  const breakthrough = open('breakthrough.py');
  expect(breakthrough.card.version).toBe(1);
  expect(breakthrough.start().moves).toHaveLength(22);
  const ends = [1, 2, 3].map((seed) => playRandomly(breakthrough, seed).at(-1)!);
  for (const end of ends) expect(winnerOf(end)).toBe(end.turn === 'white' ? 'black' : 'white');
});

test('pawn war is won by the first pawn that arrives', () => {
  const war = open('pawn-war.py');
  expect(war.card).toMatchObject({ files: 5, ranks: 5, plyCap: 60 });
  let state = war.start();
  for (const move of ['a1a2', 'b5b4', 'a2a3', 'e5e4', 'a3b4', 'e4e3', 'b4a5']) {
    if (!state.moves.includes(move)) throw new Error(`${move} is not among ${state.moves}`);
    state = war.play(state, move);
  }
  expect(state).toMatchObject({ status: 'white won', reason: 'a pawn has arrived' });
});

test('dice chess offers only moves of the rolled pieces, and other seeds roll other dice', () => {
  const dice = open('dice-chess.py');
  expect(dice.card.random).toBe(true);
  const rolls = Array.from({ length: 12 }, (_, seed) => dice.start(seed));
  for (const { message, moves, pieces } of rolls) {
    const rolled: readonly string[] = /^white rolled (\w+) and (\w+)\.$/.exec(message ?? '')!.slice(1);
    const roleOn = new Map(pieces.map(({ square, role }) => [square, role]));
    expect(moves.filter((move) => !rolled.includes(roleOn.get(move.slice(0, 2))!))).toEqual([]);
  }
  expect(new Set(rolls.map(({ message }) => message)).size).toBeGreaterThan(3);
});
