import { crc32 } from 'node:zlib';

/**
 * The checksum of a commit's row. It detects flipped bits, torn pages and rows of another game or version.
 * @param {{ n: number, first: number, last: number, actor: string, key: string, body_hash: string, at: number, facts: string,
 *   answer: string }} row
 * @returns {number}
 */
export function checksumOf({ n, first, last, actor, key, body_hash, at, facts, answer }) {
  return crc32(`${n}\n${first}\n${last}\n${actor}\n${key}\n${body_hash}\n${at}\n${answer}\n${facts}`);
}
