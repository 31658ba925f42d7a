import { HASH_HIGH, HASH_LOW, type Position, RIGHTS } from './position.js';

/** Removes castling rights and updates the hash; at least one of `lost` must still exist. */
export function loseRights(position: Position, lost: number): void {
  const { state, tables } = position;
  const rights = state[RIGHTS]!;
  const left = rights & ~lost;
  const keys = tables.keys.rights;
  state[RIGHTS] = left;
  state[HASH_LOW]! ^= keys[2 * rights]! ^ keys[2 * left]!;
  state[HASH_HIGH]! ^= keys[2 * rights + 1]! ^ keys[2 * left + 1]!;
}
