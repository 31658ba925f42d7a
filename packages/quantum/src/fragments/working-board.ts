import type { Color } from '@chessmith/rules';
import type { Board, Role } from './chessman.js';
import type { Square } from './square.js';

/**
 * A mutable copy of a board with linked chessmen and fragments, used while one move is played. `toBoard` converts it
 * back.
 */
export type WorkingBoard = {
  men: WorkingChessman[];
  readonly at: (WorkingFragment | undefined)[];
  pairs: [WorkingFragment, WorkingFragment][];
  nextFragment: number;
};

export type WorkingChessman = {
  readonly id: number;
  readonly role: Role;
  readonly color: Color;
  moved: boolean;
  shards: WorkingFragment[];
};

/** A fragment on a working board. */
export type WorkingFragment = {
  readonly id: number;
  readonly man: WorkingChessman;
  square: Square;
  probability: number;
};

export function workingCopy(board: Board): WorkingBoard {
  const byId = new Map<number, WorkingFragment>();
  const at: (WorkingFragment | undefined)[] = new Array(64).fill(undefined);
  const men = board.men.map(({ id, role, color, moved, fragments }) => {
    const man: WorkingChessman = { id, role, color, moved, shards: [] };
    man.shards = fragments.map((fragment) => {
      const shard: WorkingFragment = { ...fragment, man };
      byId.set(shard.id, shard);
      at[shard.square] = shard;
      return shard;
    });
    return man;
  });
  const pairs = board.pairs.map(([a, b]): [WorkingFragment, WorkingFragment] => [byId.get(a)!, byId.get(b)!]);
  return { men, at, pairs, nextFragment: board.nextFragment };
}

/** A read-only view of a board, created once per board; it must not be changed. */
export function readOnlyBoard(board: Board): WorkingBoard {
  let working = READ_ONLY.get(board);
  if (working === undefined) {
    working = workingCopy(board);
    READ_ONLY.set(board, working);
  }
  return working;
}

const READ_ONLY = new WeakMap<Board, WorkingBoard>();

export function toBoard(working: WorkingBoard): Board {
  return {
    men: working.men.map(({ id, role, color, moved, shards }) => ({
      id,
      role,
      color,
      moved,
      fragments: shards.map((shard) => ({ id: shard.id, square: shard.square, probability: shard.probability })),
    })),
    pairs: working.pairs.map(([a, b]) => [a.id, b.id]),
    nextFragment: working.nextFragment,
  };
}

/** Whether a chessman has more than one fragment. */
export const isQuantum = (man: WorkingChessman): boolean => man.shards.length > 1;

export const isOwn = (shard: WorkingFragment | undefined, man: WorkingChessman): boolean =>
  shard !== undefined && shard.man === man;

/**
 * Rounded parts may add up to slightly more than one. The original keeps that value and refuses every later split of
 * the chessman with `invalid probability`; we clamp it.
 */
export const atMostOne = (probability: number): number => Math.min(1, probability);

/** Creates a fragment on the board; the caller inserts it into the chessman's list. */
export function addFragment(
  working: WorkingBoard,
  man: WorkingChessman,
  square: Square,
  probability: number,
): WorkingFragment {
  const shard: WorkingFragment = { id: working.nextFragment, man, square, probability };
  working.nextFragment += 1;
  working.at[square] = shard;
  return shard;
}

export function placeFragment(working: WorkingBoard, shard: WorkingFragment, square: Square): void {
  if (working.at[shard.square] === shard) working.at[shard.square] = undefined;
  shard.square = square;
  working.at[square] = shard;
}

export function removeFragment(working: WorkingBoard, shard: WorkingFragment): void {
  if (working.at[shard.square] === shard) working.at[shard.square] = undefined;
  shard.man.shards = shard.man.shards.filter((other) => other !== shard);
}

/** Removes a captured chessman with all fragments and entanglements. */
export function removeChessman(working: WorkingBoard, man: WorkingChessman): void {
  for (const shard of man.shards) working.at[shard.square] = undefined;
  working.men = working.men.filter((other) => other !== man);
  working.pairs = working.pairs.filter(([a, b]) => a.man !== man && b.man !== man);
}
