import type { Color } from '@chessmith/rules';
import type { Board, Role } from './chessman.js';
import type { Square } from './square.js';

/**
 * A board laid out to be played on: men and fragments that know each other and may be changed by the one move that
 * laid them out. `packUp` makes an immutable board of it again.
 */
export type Table = {
  men: Man[];
  readonly at: (Shard | undefined)[];
  pairs: [Shard, Shard][];
  nextFragment: number;
};

export type Man = {
  readonly id: number;
  readonly role: Role;
  readonly color: Color;
  moved: boolean;
  shards: Shard[];
};

/** A fragment on the table. */
export type Shard = { readonly id: number; readonly man: Man; square: Square; probability: number };

export function layOut(board: Board): Table {
  const byId = new Map<number, Shard>();
  const at: (Shard | undefined)[] = new Array(64).fill(undefined);
  const men = board.men.map(({ id, role, color, moved, fragments }) => {
    const man: Man = { id, role, color, moved, shards: [] };
    man.shards = fragments.map((fragment) => {
      const shard: Shard = { ...fragment, man };
      byId.set(shard.id, shard);
      at[shard.square] = shard;
      return shard;
    });
    return man;
  });
  const pairs = board.pairs.map(([a, b]): [Shard, Shard] => [byId.get(a)!, byId.get(b)!]);
  return { men, at, pairs, nextFragment: board.nextFragment };
}

/** The same for looking only: laid out once for each board, and never to be changed. */
export function lookAt(board: Board): Table {
  let table = LOOKED_AT.get(board);
  if (table === undefined) {
    table = layOut(board);
    LOOKED_AT.set(board, table);
  }
  return table;
}

const LOOKED_AT = new WeakMap<Board, Table>();

export function packUp(table: Table): Board {
  return {
    men: table.men.map(({ id, role, color, moved, shards }) => ({
      id,
      role,
      color,
      moved,
      fragments: shards.map((shard) => ({ id: shard.id, square: shard.square, probability: shard.probability })),
    })),
    pairs: table.pairs.map(([a, b]) => [a.id, b.id]),
    nextFragment: table.nextFragment,
  };
}

/** A man in more than one place. */
export const isQuantum = (man: Man): boolean => man.shards.length > 1;

export const isOwn = (shard: Shard | undefined, man: Man): boolean => shard !== undefined && shard.man === man;

/**
 * Rounded parts may add up to a hair more than one. The original keeps that number and answers `invalid probability`
 * to every later split of the man; here it is one.
 */
export const atMostOne = (probability: number): number => Math.min(1, probability);

/** A new fragment of the man, standing on the table but not yet in the man's list: where it goes is the caller's rule. */
export function newShard(table: Table, man: Man, square: Square, probability: number): Shard {
  const shard: Shard = { id: table.nextFragment, man, square, probability };
  table.nextFragment += 1;
  table.at[square] = shard;
  return shard;
}

export function putOn(table: Table, shard: Shard, square: Square): void {
  if (table.at[shard.square] === shard) table.at[shard.square] = undefined;
  shard.square = square;
  table.at[square] = shard;
}

export function liftOff(table: Table, shard: Shard): void {
  if (table.at[shard.square] === shard) table.at[shard.square] = undefined;
  shard.man.shards = shard.man.shards.filter((other) => other !== shard);
}

/** A captured man leaves whole, with everything that was entangled with him. */
export function takeAway(table: Table, man: Man): void {
  for (const shard of man.shards) table.at[shard.square] = undefined;
  table.men = table.men.filter((other) => other !== man);
  table.pairs = table.pairs.filter(([a, b]) => a.man !== man && b.man !== man);
}
