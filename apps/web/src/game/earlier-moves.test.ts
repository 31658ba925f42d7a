import { ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import { earlierMoves } from './earlier-moves.js';

const games: { readonly [id: string]: { readonly moves: readonly string[]; readonly origin: object | null } } = {
  root: { moves: ['e4', 'e5', 'Nf3'], origin: null },
  fork: { moves: ['d4', 'd5'], origin: { kind: 'fork', of: 'root', ply: 2 } },
  again: { moves: [], origin: { kind: 'fork', of: 'fork', ply: 1 } },
  rematch: { moves: [], origin: { kind: 'rematch', of: 'root' } },
};

/** A fake client that names a position by the moves that led to it. */
function client(changed?: string) {
  const line = (game: string, turn: number): readonly string[] => {
    const { moves, origin } = games[game]!;
    const { of, ply } = (origin ?? {}) as { of?: string; ply?: number };
    return [...(of === undefined || ply === undefined ? [] : line(of, ply)), ...moves.slice(0, turn)];
  };
  return {
    view: async (game: string) =>
      ok({
        configuration: { origin: games[game]!.origin },
        moves: games[game]!.moves.map((notation) => ({ notation })),
      }),
    query: async ({ game, turn }: { game?: string; turn?: number }) =>
      ok({
        active: 'white',
        pieces: [{ square: game === changed ? '' : line(game!, turn!).join(), role: '', color: '' }],
      }),
  } as never;
}

const before = async (game: string, changed?: string) => {
  const moves = await earlierMoves(client(changed), game, { configuration: { origin: games[game]!.origin } } as never);
  return moves.map(({ game, turn, notation }) => `${game} ${turn} ${notation}`);
};

test('a forked game has the moves before it, through all forks', async () => {
  expect(await before('fork')).toEqual(['root 1 e4', 'root 2 e5']);
  expect(await before('again')).toEqual(['root 1 e4', 'root 2 e5', 'fork 1 d4']);
  expect(await before('root')).toEqual([]);
  expect(await before('rematch')).toEqual([]);
});

test('the moves are left out if a takeback has changed the original game', async () => {
  expect(await before('fork', 'root')).toEqual([]);
});
