/**
 * The messages between the main thread and the writer thread. Structured clone costs time for each value and each field
 * name, and more for strings than for bytes. So all commits of a batch are packed into one byte array and one array of
 * numbers; other requests are sent as they are.
 */

/** @typedef {import('./messages.js').WriteRequest} WriteRequest */
/** @typedef {import('./messages.js').PackedRequests} PackedRequests */
/** @typedef {import('./messages.js').WriteResult} WriteResult */
/** @typedef {import('./messages.js').PackedResult} PackedResult */
/** @typedef {import('./messages.js').ListingHead} ListingHead */

/** Numbers per commit: five fields, and the lengths of its eight strings. */
const NUMBERS_PER_COMMIT = 13;

/** UTF-8 bytes of one UTF-16 code unit. */
const MAX_BYTES_PER_CHAR = 3;

/** Reused for all batches: faster than joining the strings first and asking for their length in bytes. */
let buffer = Buffer.allocUnsafeSlow(128 * 1024);

/** @param {number} bytes */
function enlarged(bytes) {
  const larger = Buffer.allocUnsafeSlow(2 * bytes);
  buffer.copy(larger);
  return larger;
}

/**
 * @param {readonly WriteRequest[]} requests
 * @returns {PackedRequests}
 */
export function packRequests(requests) {
  const numbers = new Float64Array(requests.length * NUMBERS_PER_COMMIT);
  /** @type {[number, WriteRequest][]} */
  const others = [];
  let end = 0;
  let i = 0;
  for (let index = 0; index < requests.length; index++) {
    const request = /** @type {WriteRequest} */ (requests[index]);
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

/**
 * @param {PackedRequests} packed
 * @returns {WriteRequest[]}
 */
export function unpackRequests({ bytes, numbers, others }) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const requests = new Array(numbers.length / NUMBERS_PER_COMMIT + others.length);
  for (const [index, request] of others) requests[index] = request;
  let end = 0;
  /** @param {number} i the index of the next string's length */
  const nextString = (i) => {
    const start = end;
    end += /** @type {number} */ (numbers[i]);
    return text.slice(start, end);
  };
  for (let index = 0, i = 0; index < requests.length; index++) {
    if (requests[index] !== undefined) continue;
    // One plain object literal without spreads, for speed: this runs for every move.
    requests[index] = {
      kind: 'append',
      outboxMessages: NO_MESSAGES,
      expected: numbers[i],
      factCount: numbers[i + 1],
      at: numbers[i + 2],
      active_at: numbers[i + 3],
      deadline: Number.isNaN(numbers[i + 4]) ? null : numbers[i + 4],
      game: nextString(i + 5),
      actor: nextString(i + 6),
      key: nextString(i + 7),
      bodyHash: nextString(i + 8),
      facts: nextString(i + 9),
      answer: nextString(i + 10),
      head: nextString(i + 11),
      summary: nextString(i + 12),
    };
    i += NUMBERS_PER_COMMIT;
  }
  return requests;
}

/** @type {readonly never[]} */
const NO_MESSAGES = [];

/**
 * @param {WriteResult} result
 * @returns {PackedResult}
 */
export function packResult(result) {
  const value =
    'value' in result ? /** @type {{ kind?: string, version?: number } | undefined} */ (result.value) : undefined;
  return value?.kind === 'appended' ? /** @type {number} */ (value.version) : result;
}

/**
 * @param {PackedResult} packed
 * @returns {WriteResult}
 */
export function unpackResult(packed) {
  return typeof packed === 'number' ? { value: { kind: 'appended', version: packed } } : packed;
}

/**
 * The part of a listing that moves do not change, as one string, so that two heads compare as strings. The alias comes last,
 * since it may contain any character.
 * @param {Omit<ListingHead, 'created_at'>} row
 * @param {string} createdAt
 * @returns {string}
 */
export function headOf({ situation, ruleset, is_private, host, white, black, join_code, alias }, createdAt) {
  const seats = `${host ?? ''}\n${white ?? ''}\n${black ?? ''}`;
  const name = alias === null ? '' : `=${alias}`;
  return `${situation}\n${ruleset}\n${is_private}\n${createdAt}\n${seats}\n${join_code ?? ''}\n${name}`;
}

/**
 * @param {ListingHead} row
 * @returns {string}
 */
export const headOfRow = (row) => headOf(row, new Date(row.created_at).toISOString());

/**
 * @param {string} head
 * @returns {ListingHead}
 */
export function parseHead(head) {
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
