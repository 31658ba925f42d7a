import type { Client } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import type { Color, ViewPiece } from '@chessmith/rules';

/** A move of the game that a fork started from; `turn` is its ply in that game. */
export type EarlierMove = api.MoveView & { readonly game: string; readonly turn: number };

type Position = { readonly pieces: readonly ViewPiece[]; readonly active: Color };
type Queries = Pick<Client, 'view' | 'query'>;

/** Limit for forks of forks. */
const MOST_FORKS = 20;

/** All moves before a forked game, through all forks; none if the original game has changed since. */
export async function earlierMoves(
  client: Queries,
  game: string,
  { configuration }: Pick<api.GameView, 'configuration'>,
  most = MOST_FORKS,
): Promise<readonly EarlierMove[]> {
  const origin = configuration?.origin;
  if (origin?.kind !== 'fork' || most === 0) return [];
  const positionIn = (game: string, turn: number) => client.query<Position>({ name: 'BoardStateAtTurn', game, turn });
  const [before, left, start] = await Promise.all([
    client.view(origin.of),
    positionIn(origin.of, origin.ply),
    positionIn(game, 0),
  ]);
  // A takeback in the original game may have replaced these moves, so the positions are compared.
  if (!before.ok || !left.ok || !start.ok || textOf(left.value) !== textOf(start.value)) return [];
  const moves = before.value.moves.slice(0, origin.ply).map((move, i) => ({ ...move, game: origin.of, turn: i + 1 }));
  return [...(await earlierMoves(client, origin.of, before.value, most - 1)), ...moves];
}

const textOf = ({ pieces, active }: Position): string =>
  [active, ...pieces.map(({ square, color, role }) => `${square} ${color} ${role}`).toSorted()].join();
