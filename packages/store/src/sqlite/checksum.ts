import { crc32 } from 'node:zlib';

/** The columns of a commit's row that its checksum covers. */
export type ChecksummedRow = {
  readonly n: number;
  readonly first: number;
  readonly last: number;
  readonly actor: string;
  readonly key: string;
  readonly body_hash: string;
  readonly at: number;
  readonly facts: string;
  readonly answer: string;
};

/** The checksum of a commit's row. It detects flipped bits, torn pages and rows of another game or version. */
export function checksumOf({ n, first, last, actor, key, body_hash, at, facts, answer }: ChecksummedRow): number {
  return crc32(`${n}\n${first}\n${last}\n${actor}\n${key}\n${body_hash}\n${at}\n${answer}\n${facts}`);
}
