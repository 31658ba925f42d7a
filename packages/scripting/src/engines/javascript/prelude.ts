/** How much of what a script prints is kept, in UTF-16 code units. */
export const PRINTED = 10_000;

/** Under this name a module gives the functions that it has not exported. */
export const UNEXPORTED = '__unexported';

/**
 * Runs before the script, in its context, and gives the one function through which it is called. What it needs later it
 * takes hold of now, before a script can put something else in its place. Arguments are read and answers are written by
 * \`JSON.parse\` and \`JSON.stringify\` themselves, which are called from outside.
 */
export const PRELUDE = `(() => {
  'use strict';
  const { stringify } = JSON;
  const { apply } = Reflect;
  const { slice } = String.prototype;
  const text = String, isPromise = (value) => value instanceof Promise;
  const global = globalThis, evaluate = eval, Problem = TypeError;
  let printed = '', exported = {}, answer, a = 1, b = 2, c = 3, d = 4;
  const cut = (value, length) => { try { return apply(slice, text(value), [0, length]); } catch { return ''; } };
  const show = (value) => { if (typeof value === 'string') return value; try { return stringify(value) ?? text(value); } catch { return cut(value, 100) || '?'; } };
  const print = (...values) => {
    for (let i = 0; i < values.length && printed.length < ${PRINTED}; i++) printed += (i > 0 ? ' ' : '') + cut(show(values[i]), ${PRINTED});
    printed = cut(printed + '\\n', ${PRINTED});
  };
  global.console = { log: print, info: print, warn: print, error: print, debug: print };
  // JSON would make empty objects of them.
  for (const [kind, advice] of [[Map, 'a Map: make it an object, or a list of pairs'], [Set, 'a Set: make it a list']]) {
    const toJSON = { value() { throw new Problem(advice); }, writable: true, configurable: true };
    Object.defineProperty(kind.prototype, 'toJSON', toJSON);
  }
  global.Math.random = function random() {
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
    a = seed | 0; b = (seed / 4294967296) | 0; c = 0x5bd1e995; d = 1;
    for (let i = 0; i < 12; i++) random();
    const found = find(name);
    if (found === undefined) return { missing: true };
    answer = found(...args);
    return isPromise(answer) ? { odd: 'a promise; the functions must not be async' } : {};
  };
  const unwritable = (error) => {
    if (error === undefined) return { odd: answer === undefined ? 'nothing' : 'a ' + typeof answer };
    if (!(error instanceof Problem)) throw error;
    return { odd: 'something that JSON cannot say: ' + cut(error.message, 200) };
  };
  return (order, first, args, seed) => {
    let told;
    try {
      if (order === 'adopt') { exported = first; told = {}; }
      else if (order === 'find') told = { found: find(first) !== undefined };
      else if (order === 'explain') told = { error: explain(first) };
      else if (order === 'answer') return answer;
      else if (order === 'unwritable') told = unwritable(first);
      else told = order === 'call' ? call(first, args, seed) : {};
    } catch (error) {
      told = { error: explain(error) };
    }
    // Without a prototype, which the script may have changed.
    return stringify({ __proto__: null, ...told, printed });
  };
})()`;
