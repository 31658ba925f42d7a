/** How much of a script's output is kept, in UTF-16 code units. */
export const PRINTED = 10_000;

/** The export under which a module exposes the functions that it did not export. */
export const UNEXPORTED = '__unexported';

/**
 * Runs before the script in its context and returns the one function through which the host calls it. It saves the
 * built-ins it needs before a script can replace them. The host itself calls `JSON.parse` for arguments and
 * `JSON.stringify` for answers.
 */
export const PRELUDE = `(() => {
  'use strict';
  const { stringify } = JSON;
  const { apply } = Reflect;
  const { defineProperty: define, keys } = Object;
  const { isArray } = Array;
  const { slice } = String.prototype;
  const text = String, number = parseInt, isPromise = (value) => value instanceof Promise;
  const global = globalThis, evaluate = eval, Problem = TypeError;
  let printed = '', exported = {}, answer, a = 1, b = 2, c = 3, d = 4;
  const cut = (value, length) => { try { return apply(slice, text(value), [0, length]); } catch { return ''; } };
  const show = (value) => { if (typeof value === 'string') return value; try { return stringify(value) ?? text(value); } catch { return cut(value, 100) || '?'; } };
  const print = (...values) => {
    for (let i = 0; i < values.length && printed.length < ${PRINTED}; i++) printed += (i > 0 ? ' ' : '') + cut(show(values[i]), ${PRINTED});
    printed = cut(printed + '\\n', ${PRINTED});
  };
  global.console = { log: print, info: print, warn: print, error: print, debug: print };
  // JSON would convert or drop these values silently.
  let isStrict = false, culprit;
  const refuse = (prototype, advice, isAlways) => {
    const usual = prototype.toJSON ?? function () { return this; };
    const value = function toJSON(key) {
      'use strict';
      if (!isAlways && !isStrict) return apply(usual, this, [key]);
      culprit = this;
      throw new Problem(advice);
    };
    define(prototype, 'toJSON', { value, writable: true, configurable: true });
  };
  refuse(Map.prototype, 'a Map; make it an object, or a list of pairs', true);
  refuse(Set.prototype, 'a Set; make it a list', true);
  refuse(BigInt.prototype, 'a BigInt; make it a number, or a text', true);
  refuse(Function.prototype, 'a function; leave it out', false);
  refuse(Date.prototype, 'a Date; make it a number, or a text', false);
  refuse(RegExp.prototype, 'a regular expression; make it a text', false);
  refuse(Error.prototype, 'an Error; make it a text', false);
  refuse(ArrayBuffer.prototype, 'an ArrayBuffer; make it a list', false);
  refuse(Object.getPrototypeOf(Uint8Array.prototype), 'a typed array; make it a list', false);
  const pathTo = (value, path, left) => {
    if (value === culprit) return path;
    if (typeof value !== 'object' || value === null || left === 0) return undefined;
    for (const name of keys(value)) {
      const step = isArray(value) ? '[' + name + ']' : (path === '' ? '' : '.') + name;
      const found = pathTo(value[name], path + step, left - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  // For seeds that are strings: ChaCha with eight rounds, whose outputs reveal nothing about each other. Numeric seeds,
  // and draws before a call, keep the older generator, so that recorded games stay valid.
  const key = new Int32Array(16), block = new Int32Array(16);
  let drawn = -1;
  const mix = (i, j, k, l) => {
    let p = block[i], q = block[j], r = block[k], s = block[l];
    p = (p + q) | 0; s ^= p; s = (s << 16) | (s >>> 16);
    r = (r + s) | 0; q ^= r; q = (q << 12) | (q >>> 20);
    p = (p + q) | 0; s ^= p; s = (s << 8) | (s >>> 24);
    r = (r + s) | 0; q ^= r; q = (q << 7) | (q >>> 25);
    block[i] = p; block[j] = q; block[k] = r; block[l] = s;
  };
  const refill = () => {
    for (let i = 0; i < 16; i++) block[i] = key[i];
    for (let i = 0; i < 4; i++) {
      mix(0, 4, 8, 12); mix(1, 5, 9, 13); mix(2, 6, 10, 14); mix(3, 7, 11, 15);
      mix(0, 5, 10, 15); mix(1, 6, 11, 12); mix(2, 7, 8, 13); mix(3, 4, 9, 14);
    }
    for (let i = 0; i < 16; i++) block[i] += key[i];
    key[12]++;
    drawn = 0;
  };
  const secure = (seed) => {
    key[0] = 0x61707865; key[1] = 0x3320646e; key[2] = 0x79622d32; key[3] = 0x6b206574;
    for (let i = 0; i < 8; i++) key[4 + i] = number(apply(slice, seed, [8 * i, 8 * i + 8]), 16);
    drawn = 16;
  };
  global.Math.random = function random() {
    if (drawn === 16) refill();
    if (drawn >= 0) return (block[drawn++] >>> 0) / 4294967296;
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t | 0;
    return (t >>> 0) / 4294967296;
  };
  const random = global.Math.random;
  const pick = (from, name) => typeof from?.[name] === 'function' ? from[name] : undefined;
  const find = (name) => pick(exported, name) ?? pick(exported.default, name) ?? pick(exported.${UNEXPORTED}, name)
    ?? evaluate('typeof ' + name + ' === "function" ? ' + name + ' : undefined');
  const explain = (error) => {
    const isObject = typeof error === 'object' && error !== null;
    const read = (name) => { try { return isObject ? error[name] : undefined; } catch { return undefined; } };
    return { __proto__: null, name: cut(read('name') ?? '', 60), message: cut(isObject ? read('message') ?? '' : show(error), 400), stack: cut(read('stack') ?? '', 4000) };
  };
  const call = (name, args, seed) => {
    if (typeof seed === 'string') secure(seed);
    else {
      a = seed | 0; b = (seed / 4294967296) | 0; c = 0x5bd1e995; d = 1;
      for (let i = 0; i < 12; i++) random();
    }
    const found = find(name);
    if (found === undefined) return { missing: true };
    answer = found(...args);
    return isPromise(answer) ? { odd: 'a promise; the functions must not be async' } : {};
  };
  const unwritable = (error) => {
    if (error === undefined || typeof answer === 'function') return { odd: answer === undefined ? 'nothing; add a "return"' : 'a ' + typeof answer };
    if (!(error instanceof Problem)) throw error;
    const where = culprit === undefined ? undefined : pathTo(answer, '', 20);
    return { odd: 'something that JSON cannot represent: ' + cut(where ? where + ' is ' : '', 200) + cut(error.message, 200) };
  };
  return (request, first, args, seed) => {
    let reply;
    try {
      if (request === 'adopt') { exported = first; reply = {}; }
      else if (request === 'find') reply = { found: find(first) !== undefined };
      else if (request === 'explain') reply = { error: explain(first) };
      else if (request === 'answer') { isStrict = first; return answer; }
      else if (request === 'unwritable') reply = unwritable(first);
      else reply = request === 'call' ? call(first, args, seed) : {};
    } catch (error) {
      reply = { error: explain(error) };
    }
    // No prototype, because the script may have changed it.
    return stringify({ __proto__: null, ...reply, printed });
  };
})()`;
