import type { Api } from './instance.js';
import { type ScratchMemory, STRING, UTF8 } from './scratch-memory.js';

/** No honest value is nested deeper. */
const DEEPEST = 1000;

/**
 * Builds terms from JSON values: objects become dicts, arrays lists, strings atoms. The strings "true", "false" and
 * "null" stay strings, so that they differ from the values. It calls the C API only; no Prolog code runs.
 */
export function termBuilder(
  api: Api,
  scratch: ScratchMemory,
): (value: unknown, term: number) => 'built' | 'deep' | 'full' {
  const atoms = new Map<string, number>();
  /** Per depth, a row of term references for the parts of the value there. */
  const parts: { from: number; count: number }[] = [];

  function partsAt(depth: number, count: number): number {
    const known = parts[depth];
    if (known !== undefined && known.count >= count) return known.from;
    const from = api.newTerms(count);
    if (from === 0) throw new Full();
    parts[depth] = { from, count };
    return from;
  }

  const must = (isDone: number): void => {
    if (isDone === 0) throw new Full();
  };

  function atomOf(text: string): number {
    const known = atoms.get(text);
    if (known !== undefined) return known;
    const { at, length } = scratch.copy(text);
    const atom = at === 0 ? 0 : api.newAtom(UTF8, length, at);
    must(atom);
    atoms.set(text, atom);
    return atom;
  }

  function putNumber(value: number, term: number): number {
    if ((value | 0) === value) return api.putInteger(term, value);
    if (!Number.isInteger(value) || Math.abs(value) >= 1e21) return api.putFloat(term, value);
    if (Math.abs(value) < 2 ** 63) return api.putInt64(term, BigInt(value));
    return api.parseTerm(scratch.copy(`${value}\0`).at, term);
  }

  function putText(text: string, term: number): number {
    if (!WORDS.has(text)) return api.putAtom(term, atomOf(text));
    const { at, length } = scratch.copy(text);
    return at === 0 ? 0 : api.putChars(term, STRING | UTF8, length, at);
  }

  function putList(items: readonly unknown[], term: number, depth: number): void {
    const head = partsAt(depth, 1);
    must(api.putNil(term));
    for (let i = items.length - 1; i >= 0; i--) {
      put(items[i], head, depth + 1);
      must(api.consList(term, head, term));
    }
  }

  function putDict(object: object, term: number, depth: number): void {
    const fields = Object.entries(object);
    const values = partsAt(depth, Math.max(1, fields.length));
    for (const [i, [, value]] of fields.entries()) put(value, values + i, depth + 1);
    const keys = fields.map(([key]) => atomOf(key));
    must(api.putDict(term, 0, keys.length, scratch.copyNumbers(keys), values));
  }

  function put(value: unknown, term: number, depth: number): void {
    if (depth > DEEPEST) throw new Deep();
    if (typeof value === 'number') must(putNumber(value, term));
    else if (typeof value === 'string') must(putText(value, term));
    else if (Array.isArray(value)) putList(value, term, depth);
    else if (typeof value === 'object' && value !== null) putDict(value, term, depth);
    else must(api.putAtom(term, atomOf(String(value))));
  }

  return (value, term) => {
    try {
      put(value, term, 0);
      return 'built';
    } catch (error) {
      if (error instanceof Deep) return 'deep';
      if (error instanceof Full) return 'full';
      throw error;
    }
  };
}

class Deep extends Error {}
class Full extends Error {}

const WORDS = new Set(['true', 'false', 'null']);
