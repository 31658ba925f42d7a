/**
 * The messages between the main thread and the writer thread. Structured clone costs time for each value and each field
 * name, and more for strings than for bytes. So all commits of a batch are packed into one byte array and one array of
 * numbers; other requests are sent as they are.
 */
import type { Version } from '@chessmith/game';
import type { AppendResult, ListingHead, PackedRequests, PackedResult, WriteRequest, WriteResult } from './messages.js';

/** Numbers per commit: five fields, and the lengths of its eight strings. */
const NUMBERS_PER_COMMIT = 13;

/** UTF-8 bytes of one UTF-16 code unit. */
const MAX_BYTES_PER_CHAR = 3;

/** Reused for all batches: faster than joining the strings first and asking for their length in bytes. */
let buffer = Buffer.allocUnsafeSlow(128 * 1024);

function enlarged(bytes: number): typeof buffer {
  const larger = Buffer.allocUnsafeSlow(2 * bytes);
  buffer.copy(larger);
  return larger;
}

export function packRequests(requests: readonly WriteRequest[]): PackedRequests {
  const numbers = new Float64Array(requests.length * NUMBERS_PER_COMMIT);
  const others: [number, WriteRequest][] = [];
  let end = 0;
  let i = 0;
  for (let index = 0; index < requests.length; index++) {
    const request = requests[index]!;
    if (request.kind !== 'append' || request.outboxMessages.length > 0) {
      others.push([index, request]);
      continue;
    }
    const { game, actor, key, bodyHash, facts, answer, head, summary } = request;
    const text = game + actor + key + bodyHash + facts + answer + head + summary;
    if (end + MAX_BYTES_PER_CHAR * text.length > buffer.length)
      buffer = enlarged(end + MAX_BYTES_PER_CHAR * text.length);
    end += buffer.write(text, end);
    numbers[i++] = request.expected;
    numbers[i++] = request.factCount;
    numbers[i++] = request.at;
    numbers[i++] = request.active_at;
    numbers[i++] = request.deadline ?? Number.NaN;
    numbers[i++] = game.length;
    numbers[i++] = actor.length;
    numbers[i++] = key.length;
    numbers[i++] = bodyHash.length;
    numbers[i++] = facts.length;
    numbers[i++] = answer.length;
    numbers[i++] = head.length;
    numbers[i++] = summary.length;
  }
  return {
    bytes: Uint8Array.prototype.slice.call(buffer, 0, end),
    numbers: i === numbers.length ? numbers : numbers.slice(0, i),
    others,
  };
}

export function unpackRequests({ bytes, numbers, others }: PackedRequests): WriteRequest[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const requests = new Array<WriteRequest>(numbers.length / NUMBERS_PER_COMMIT + others.length);
  for (const [index, request] of others) requests[index] = request;
  let end = 0;
  const nextString = (length: number): string => {
    const start = end;
    end += length;
    return text.slice(start, end);
  };
  for (let index = 0, i = 0; index < requests.length; index++) {
    if (requests[index] !== undefined) continue;
    // One plain object literal without spreads, for speed: this runs for every move.
    requests[index] = {
      kind: 'append',
      outboxMessages: NO_MESSAGES,
      expected: numbers[i]!,
      factCount: numbers[i + 1]!,
      at: numbers[i + 2]!,
      active_at: numbers[i + 3]!,
      deadline: Number.isNaN(numbers[i + 4]) ? null : numbers[i + 4]!,
      game: nextString(numbers[i + 5]!),
      actor: nextString(numbers[i + 6]!),
      key: nextString(numbers[i + 7]!),
      bodyHash: nextString(numbers[i + 8]!),
      facts: nextString(numbers[i + 9]!),
      answer: nextString(numbers[i + 10]!),
      head: nextString(numbers[i + 11]!),
      summary: nextString(numbers[i + 12]!),
    };
    i += NUMBERS_PER_COMMIT;
  }
  return requests;
}

const NO_MESSAGES: readonly never[] = [];

export function packResult(result: WriteResult): PackedResult {
  const value = 'value' in result ? (result.value as AppendResult | undefined) : undefined;
  return value?.kind === 'appended' ? value.version : result;
}

export function unpackResult(packed: PackedResult): WriteResult {
  if (typeof packed !== 'number') return packed;
  return { value: { kind: 'appended', version: packed as Version } satisfies AppendResult };
}

/**
 * The part of a listing that moves do not change, as one string, so that two heads compare as strings. The alias comes last,
 * since it may contain any character.
 */
export function headOf(row: Omit<ListingHead, 'created_at'>, createdAt: string): string {
  const { situation, ruleset, is_private, host, white, black, join_code, alias } = row;
  const seats = `${host ?? ''}\n${white ?? ''}\n${black ?? ''}`;
  const name = alias === null ? '' : `=${alias}`;
  return `${situation}\n${ruleset}\n${is_private}\n${createdAt}\n${seats}\n${join_code ?? ''}\n${name}`;
}

export const headOfRow = (row: ListingHead): string => headOf(row, new Date(row.created_at).toISOString());

export function parseHead(head: string): ListingHead {
  const [situation = '', ruleset = '', isPrivate, createdAt = '', host, white, black, joinCode, ...name] =
    head.split('\n');
  const alias = name.join('\n');
  return {
    situation,
    ruleset,
    is_private: isPrivate === '1' ? 1 : 0,
    host: host || null,
    white: white || null,
    black: black || null,
    alias: alias === '' ? null : alias.slice(1),
    join_code: joinCode || null,
    created_at: Date.parse(createdAt),
  };
}
