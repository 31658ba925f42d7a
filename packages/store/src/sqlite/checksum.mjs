import { crc32 } from 'node:zlib';

/**
 * Tells whether a commit is read as it was written: a flipped bit, a torn page or a row in the wrong place shows.
 * @param {{ n: number, first: number, last: number, actor: string, key: string, body_hash: string, at: number, facts: string,
 *   answer: string }} row
 * @returns {number}
 */
export function checksumOf({ n, first, last, actor, key, body_hash, at, facts, answer }) {
  return crc32(`${n}\n${first}\n${last}\n${actor}\n${key}\n${body_hash}\n${at}\n${answer}\n${facts}`);
}
