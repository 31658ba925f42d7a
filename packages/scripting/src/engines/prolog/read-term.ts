import { LIMITS } from '../../contract/limits.js';
import type { Api } from './instance.js';
import type { ScratchMemory } from './scratch-memory.js';

// Constants of SWI-Prolog.h: the types of terms.
const ATOM = 2;
const INTEGER = 3;
const FLOAT = 5;
const STRING = 6;
const NIL = 8;
const PAIR = 10;
const DICT = 44;

/** Deeper terms are left to Prolog. */
const DEEPEST = 1000;

/**
 * The JSON of a term, read through the C API only; no Prolog code runs. `odd` means that JSON cannot represent it, or
 * that it is very deep or cyclic.
 */
export function readTerm(
  api: Api,
  scratch: ScratchMemory,
  answer: number,
): { readonly json: string } | 'odd' | 'large' {
  const atoms = new Map<number, string>();
  const parts: number[] = [];
  const json: string[] = [];
  let length = 0;

  const say = (text: string): void => {
    json.push(text);
    length += text.length;
    if (length > LIMITS.answerLength) throw new Large();
  };

  const partsAt = (depth: number): number => {
    parts[depth] ??= api.newTerms(2);
    if (parts[depth] === 0) throw new Odd();
    return parts[depth];
  };

  function quoted(term: number): string {
    const text = scratch.textOf(term);
    if (text === undefined) throw new Odd();
    return JSON.stringify(text);
  }

  function atom(term: number): string {
    const handle = scratch.written(
      (at) => api.getAtom(term, at),
      (view, at) => view.getUint32(at, true),
    );
    if (handle === undefined) throw new Odd();
    const known = atoms.get(handle);
    if (known !== undefined) return known;
    const text = quoted(term);
    const written = WORDS.has(text) ? text.slice(1, -1) : text;
    atoms.set(handle, written);
    return written;
  }

  /** Keys are atoms or integers. */
  function keyOf(term: number): string {
    if (api.termType(term) !== ATOM) return quoted(term);
    const text = atom(term);
    return text.startsWith('"') ? text : `"${text}"`;
  }

  function integer(term: number): string {
    const small = scratch.written(
      (at) => api.getInteger(term, at),
      (view, at) => view.getInt32(at, true),
    );
    const text = small === undefined ? scratch.textOf(term) : String(small);
    if (text === undefined) throw new Odd();
    return text;
  }

  function float(term: number): string {
    const value = scratch.written(
      (at) => api.getFloat(term, at),
      (view, at) => view.getFloat64(at, true),
    );
    if (value === undefined || !Number.isFinite(value)) throw new Odd();
    const text = Object.is(value, -0) ? '-0' : String(value);
    return /^-?\d+$/.test(text) ? `${text}.0` : text;
  }

  function list(term: number, depth: number): void {
    const head = partsAt(depth);
    const rest = head + 1;
    say('[');
    let before = '';
    for (let at = term; api.getList(at, head, rest) !== 0; at = rest) {
      say(before);
      write(head, depth + 1);
      before = ',';
    }
    if (api.getNil(rest) === 0) throw new Odd();
    say(']');
  }

  /** A dict is a compound: its tag, then values and keys in turn. */
  function dict(term: number, depth: number): void {
    const arity = scratch.written(
      (at) => api.getNameArity(term, at, at + 4),
      (view, at) => view.getUint32(at + 4, true),
    );
    if (arity === undefined) throw new Odd();
    const part = partsAt(depth);
    const fields: { readonly key: string; readonly index: number }[] = [];
    for (let index = 2; index < arity; index += 2) {
      api.getArg(index + 1, term, part);
      fields.push({ key: keyOf(part), index });
    }
    fields.sort((a, b) => (a.key < b.key ? -1 : 1));
    say('{');
    for (const [i, { key, index }] of fields.entries()) {
      say(`${i === 0 ? '' : ','}${key}:`);
      api.getArg(index, term, part);
      write(part, depth + 1);
    }
    say('}');
  }

  function write(term: number, depth: number): void {
    if (depth > DEEPEST) throw new Odd();
    switch (api.termType(term)) {
      case ATOM:
        say(atom(term));
        return;
      case INTEGER:
        say(integer(term));
        return;
      case FLOAT:
        say(float(term));
        return;
      case STRING:
        say(quoted(term));
        return;
      case NIL:
        say('[]');
        return;
      case PAIR:
        list(term, depth);
        return;
      case DICT:
        dict(term, depth);
        return;
      default:
        throw new Odd();
    }
  }

  try {
    if (api.isAcyclic(answer) === 0) return 'odd';
    write(answer, 0);
    return { json: json.join('') };
  } catch (error) {
    if (error instanceof Odd) return 'odd';
    if (error instanceof Large) return 'large';
    throw error;
  }
}

class Odd extends Error {}
class Large extends Error {}

const WORDS = new Set(['"true"', '"false"', '"null"']);
