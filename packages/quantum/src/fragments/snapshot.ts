import type { Json } from '@chessmith/rules';
import type { FragmentsPosition } from './position.js';

/** The whole position as plain data, including the secret: for the server's own storage, never for a client. */
export function snapshotPosition(position: FragmentsPosition): Json {
  return JSON.parse(JSON.stringify(position)) as Json;
}

/** Only for output of `snapshotPosition`. */
export function restorePosition(snapshot: Json): FragmentsPosition {
  return JSON.parse(JSON.stringify(snapshot)) as FragmentsPosition;
}
