/**
 * What travels between the threads. To copy a value from one thread to another costs something for each value and each
 * name of a field, and more for texts than for bytes; so all commits of a batch go as the bytes of one text and one list of
 * numbers, and whatever else there is as it is.
 */

/** @typedef {import('./messages.js').WriteRequest} Order */
/** @typedef {import('./messages.js').PackedRequests} PackedOrders */
/** @typedef {import('./messages.js').WriteResult} Done */
/** @typedef {import('./messages.js').PackedResults} PackedDone */
/** @typedef {import('./messages.js').ListingHead} ListingHead */

/** Numbers per commit: five of its own, and the lengths of its eight texts. */
const NUMBERS = 13;

/** Of one unit of a text. */
const MOST_BYTES = 3;

/** Written on again and again: to join the texts of a batch first, and to ask how many bytes that is, takes longer. */
let page = Buffer.allocUnsafeSlow(128 * 1024);

/** @param {number} bytes */
function enlarged(bytes) {
  const larger = Buffer.allocUnsafeSlow(2 * bytes);
  page.copy(larger);
  return larger;
}

/**
 * @param {readonly Order[]} orders
 * @returns {PackedOrders}
 */
export function packRequests(orders) {
  const numbers = new Float64Array(orders.length * NUMBERS);
  /** @type {[number, Order][]} */
  const others = [];
  let end = 0;
  let i = 0;
  for (let index = 0; index < orders.length; index++) {
    const order = /** @type {Order} */ (orders[index]);
    if (order.kind !== 'append' || order.messages.length > 0) {
      others.push([index, order]);
      continue;
    }
    const { game, actor, key, bodyHash, facts, answer, head, summary } = order;
    const text = game + actor + key + bodyHash + facts + answer + head + summary;
    if (end + MOST_BYTES * text.length > page.length) page = enlarged(end + MOST_BYTES * text.length);
    end += page.write(text, end);
    numbers[i++] = order.expected;
    numbers[i++] = order.factCount;
    numbers[i++] = order.at;
    numbers[i++] = order.active_at;
    numbers[i++] = order.deadline ?? Number.NaN;
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
    bytes: Uint8Array.prototype.slice.call(page, 0, end),
    numbers: i === numbers.length ? numbers : numbers.slice(0, i),
    others,
  };
}

/**
 * @param {PackedOrders} packed
 * @returns {Order[]}
 */
export function unpackRequests({ bytes, numbers, others }) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const orders = new Array(numbers.length / NUMBERS + others.length);
  for (const [index, order] of others) orders[index] = order;
  let end = 0;
  /** @param {number} i where the length of the next text stands */
  const cut = (i) => {
    const start = end;
    end += /** @type {number} */ (numbers[i]);
    return text.slice(start, end);
  };
  for (let index = 0, i = 0; index < orders.length; index++) {
    if (orders[index] !== undefined) continue;
    // One plain object, not put together of several: this runs for every move.
    orders[index] = {
      kind: 'append',
      messages: NO_MESSAGES,
      expected: numbers[i],
      factCount: numbers[i + 1],
      at: numbers[i + 2],
      active_at: numbers[i + 3],
      deadline: Number.isNaN(numbers[i + 4]) ? null : numbers[i + 4],
      game: cut(i + 5),
      actor: cut(i + 6),
      key: cut(i + 7),
      bodyHash: cut(i + 8),
      facts: cut(i + 9),
      answer: cut(i + 10),
      head: cut(i + 11),
      summary: cut(i + 12),
    };
    i += NUMBERS;
  }
  return orders;
}

/** @type {readonly never[]} */
const NO_MESSAGES = [];

/**
 * @param {Done} done
 * @returns {PackedDone}
 */
export function packResults(done) {
  const answer =
    'answer' in done ? /** @type {{ kind?: string, version?: number } | undefined} */ (done.answer) : undefined;
  return answer?.kind === 'appended' ? /** @type {number} */ (answer.version) : done;
}

/**
 * @param {PackedDone} packed
 * @returns {Done}
 */
export function unpackResults(packed) {
  return typeof packed === 'number' ? { answer: { kind: 'appended', version: packed } } : packed;
}

/**
 * What moves leave as it is in a listing, as one text: to compare two of them is to compare texts. What people name
 * stands last, so that it may hold anything.
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
