import type { JsonText } from '../ports/index.js';
import type { Accepted } from '../service.js';

/** A command's yes as JSON: for every move once for the store and once for whoever sent it. */
export function acceptedText({ game, version, at, facts, situation, ply, next }: Accepted): JsonText {
  const rest = next === undefined ? '' : `,"next":"${next}"`;
  return (
    `{"game":"${game}","version":${version},"at":"${at}","facts":["${facts.join('","')}"],` +
    `"situation":"${situation}","ply":${ply}${rest}}`
  );
}
