import { type ListedFunction, listModule } from './list-module.js';
import { type KnownEdits, stripEdits } from './strip-edits.js';

/** How a rewritten module differs from its original, apart from the known edits. */
export type ModuleDifference = {
  readonly isValid: boolean;
  /** Declarations that only one of the two has. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly addedFunctions: readonly ListedFunction[];
  /** One line for each function that is not the original after the edits are stripped. */
  readonly changed: readonly string[];
};

export function compareModules(original: Uint8Array, rewritten: Uint8Array, edits: KnownEdits): ModuleDifference {
  const [before, after] = [listModule(original), listModule(rewritten)];
  const changed: string[] = [];
  const rest = after.functions[Symbol.iterator]();
  for (const one of before.functions) {
    const next = rest.next();
    const why = next.done === true ? `${one.name} is missing` : changeOf(one, next.value, edits);
    if (why !== undefined) changed.push(why);
  }
  return {
    isValid: before.isValid && after.isValid,
    removed: without(before.declarations, after.declarations),
    added: without(after.declarations, before.declarations),
    addedFunctions: [...{ [Symbol.iterator]: () => rest }],
    changed,
  };
}

function changeOf(before: ListedFunction, after: ListedFunction, edits: KnownEdits): string | undefined {
  const { name, signature, locals } = before;
  if (after.name !== name || after.signature !== signature) return `${name} ${signature}: now ${after.name}`;
  if (locals.some((type, i) => type !== after.locals[i])) return `${name}: other variables`;
  try {
    const stripped = stripEdits(after, before, edits);
    const at = stripped.findIndex((one, i) => one !== before.code[i]);
    if (at < 0 && stripped.length === before.code.length) return undefined;
    return `${name}, instruction ${at}: ${before.code[at]} is now ${stripped[at]}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line)).map((line) => line.trim());
}
