import type { Json } from '@chessmith/rules';
import type { FragmentsPosition } from './position.js';

/** All of the position as plain data, the secret included: it is for the server's own shelf, never for a client. */
export function snapshotPosition(position: FragmentsPosition): Json {
  return JSON.parse(JSON.stringify(position)) as Json;
}

/** Only for what `snapshotPosition` gave. */
export function restorePosition(snapshot: Json): FragmentsPosition {
  return JSON.parse(JSON.stringify(snapshot)) as FragmentsPosition;
}
