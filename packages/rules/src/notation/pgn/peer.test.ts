import { seededRandom, unwrap } from '@chessmith/std';
import { Chess } from 'chessops/chess';
import { type ChildNode, makePgn, type Node, type PgnNodeData, parsePgn as parseWithPeer } from 'chessops/pgn';
import { makeSanAndPlay } from 'chessops/san';
import type { Move } from 'chessops/types';
import { describe, expect, test } from 'vitest';
import { noteAt, type PgnLine } from './game.js';
import { formatPgn, parsePgn } from './pgn.js';

const random = seededRandom(2);

/** Legal random moves in SAN. */
const played = (plies: number): string[] => {
  const position = Chess.default();
  const moves: string[] = [];
  while (moves.length < plies && !position.isEnd()) {
    const choices: Move[] = [...position.allDests()].flatMap(([from, dests]) => [...dests].map((to) => ({ from, to })));
    const choice = random.pick(choices) as Move & { from: number; promotion?: 'queen' };
    const promotes = position.board.get(choice.from)?.role === 'pawn' && (choice.to < 8 || choice.to >= 56);
    moves.push(makeSanAndPlay(position, promotes ? { ...choice, promotion: 'queen' } : choice));
  }
  return moves;
};

const GAMES = Array.from({ length: 30 }, () => played(120));
const number = (ply: number): string => `${(ply >> 1) + 1}${ply % 2 === 0 ? '.' : '...'}`;
const TAGS = '[Event "Rated \\"blitz\\" game"]\n[Site "https://lichess.org/abcd1234"]\n[Result "1-0"]\n\n';

const STYLES: Record<string, (moves: readonly string[]) => string> = {
  bare: (moves) => moves.map((move, ply) => (ply % 2 === 0 ? `${number(ply)}${move}` : move)).join(' '),
  'with clocks': (moves) =>
    moves.map((move, ply) => `${number(ply)} ${move} { [%eval 0.17] [%clk 0:00:${59 - (ply % 50)}] }`).join(' '),
  annotated: (moves) =>
    moves
      .map((move, ply) => {
        const glyph = ply % 5 === 0 ? '!?' : ply % 5 === 1 ? ' $14' : '';
        const comment = ply % 7 === 0 ? ' {keeps the\ntension}' : '';
        const variation = ply % 9 === 8 ? ` (${number(ply)} a6 $2 Bb5 (Bc4 {too}) Nf6) (${number(ply)} h6)` : '';
        return `${number(ply)} ${move}${glyph}${comment}${variation}`;
      })
      .join('\n'),
};

type Sketch = { san: string; nags: readonly number[]; comments: readonly string[]; variations: Sketch[][] };

const ours = (line: PgnLine): Sketch[] =>
  line.moves.map((san, at) => {
    const note = noteAt(line, at);
    return {
      san,
      nags: note?.nags ?? [],
      comments: note?.comments ?? [],
      variations: (note?.variations ?? []).map(ours),
    };
  });

/** The children of a node are the move played and its alternatives. */
const theirs = (parent: Node<PgnNodeData>): Sketch[] => {
  const sketches: Sketch[] = [];
  for (let at: Node<PgnNodeData> = parent; at.children[0] !== undefined; at = at.children[0]) {
    const [{ data }, ...others] = at.children as [ChildNode<PgnNodeData>, ...ChildNode<PgnNodeData>[]];
    const comments = (data.comments ?? []).map((comment) => comment.replace(/\s+/g, ' ').trim());
    const variations = others.map((other) => [sketchOf(other), ...theirs(other)]);
    sketches.push({ san: data.san, nags: data.nags ?? [], comments, variations });
  }
  return sketches;
};
const sketchOf = ({ data }: ChildNode<PgnNodeData>): Sketch => ({
  san: data.san,
  nags: data.nags ?? [],
  comments: data.comments ?? [],
  variations: [],
});

describe.each(Object.entries(STYLES))('games %s', (_, write) => {
  const text = GAMES.map((moves) => `${TAGS}${write(moves)} 1-0\n\n`).join('');

  test('chessops reads the same tree from them', () => {
    const games = parsePgn(text).map(unwrap);
    const peers = parseWithPeer(text);
    expect(games.map(({ line }) => line.moves)).toEqual(GAMES);
    expect(games.map(({ line }) => ours(line))).toEqual(peers.map((peer) => theirs(peer.moves)));
    expect(games.map(({ tags }) => Object.fromEntries(tags.map(({ name, value }) => [name, value])))).toEqual(
      parseWithPeer(text, () => new Map()).map((peer) => Object.fromEntries(peer.headers)),
    );
  });

  test('chessops reads what we write, and we read what it writes', () => {
    const games = parsePgn(text).map(unwrap);
    const ourText = games.map(formatPgn).join('\n');
    expect(parseWithPeer(ourText).map((peer) => theirs(peer.moves))).toEqual(games.map(({ line }) => ours(line)));
    const theirText = parseWithPeer(text).map(makePgn).join('\n\n');
    expect(
      parsePgn(theirText)
        .map(unwrap)
        .map(({ line }) => ours(line)),
    ).toEqual(games.map(({ line }) => ours(line)));
  });
});
