import { readInstruction, type Write } from './instructions.js';
import { type ModuleShape, readShape, readValueType } from './module-shape.js';
import { extend, number, readNumber, replaceSections, SECTION, withLength } from './wasm-binary.js';

/** An instruction that may be replaced: a write to memory, or a call of the function with this index. */
export type Found =
  | { readonly kind: 'write'; readonly write: Write; readonly bytes: Uint8Array }
  | { readonly kind: 'call'; readonly called: number };

/** A function to add to a module, and the instructions to replace by it. */
export type Edit = {
  /** The type index and the code of the added function, without its length. */
  readonly added: { readonly type: number; readonly body: readonly number[] };
  /**
   * The replacement of an instruction, or undefined. `variable` returns the index of a local variable that is added to
   * the current function for a purpose; `own` is the index of the added function.
   */
  replace(found: Found, variable: (purpose: string, type: number) => number[], own: number): number[] | undefined;
};

const CALL = 0x10;

/** The module after one pass over all its code, with one more function per edit. */
export function rewriteCode(module: Uint8Array, makeEdits: readonly ((shape: ModuleShape) => Edit)[]): Uint8Array {
  const shape = readShape(module);
  const edits = makeEdits.map((make, i) => ({ ...make(shape), own: shape.functions.length + i }));
  const replaced = (found: Found, variable: (purpose: string, type: number) => number[]) => {
    for (const edit of edits) {
      const bytes = edit.replace(found, variable, edit.own);
      if (bytes !== undefined) return bytes;
    }
    return undefined;
  };
  return replaceSections(module, ({ id, body }) => {
    if (id === SECTION.function)
      return extend(
        body,
        edits.map(({ added }) => Uint8Array.from(number(added.type))),
      );
    if (id !== SECTION.code) return undefined;
    const added = edits.map((edit) => withLength(Uint8Array.from(edit.added.body)));
    return extend(rewriteFunctions(body, shape, replaced), added);
  });
}

type Replaced = (found: Found, variable: (purpose: string, type: number) => number[]) => number[] | undefined;

function rewriteFunctions(body: Uint8Array, shape: ModuleShape, replaced: Replaced): Uint8Array {
  const cursor = { bytes: body, at: 0 };
  const count = readNumber(cursor);
  const parts: Uint8Array[] = [Uint8Array.from(number(count))];
  for (let i = 0; i < count; i++) {
    const length = readNumber(cursor);
    const type = shape.types[shape.functions[shape.imported.length + i]!]!;
    const code = body.subarray(cursor.at, cursor.at + length);
    parts.push(withLength(rewriteFunction(code, type.parameters.length, replaced)));
    cursor.at += length;
  }
  return Buffer.concat(parts);
}

function rewriteFunction(body: Uint8Array, parameters: number, replaced: Replaced): Uint8Array {
  const cursor = { bytes: body, at: 0 };
  const groups = readNumber(cursor);
  const groupsFrom = cursor.at;
  let variables = parameters;
  for (let i = 0; i < groups; i++) {
    variables += readNumber(cursor);
    readValueType(cursor);
  }
  const codeFrom = cursor.at;
  const added: number[] = [];
  const names = new Map<string, number>();
  const variable = (purpose: string, type: number): number[] => {
    const known = names.get(purpose) ?? variables + added.push(type) - 1;
    names.set(purpose, known);
    return number(known);
  };
  const parts: Uint8Array[] = [];
  let copied = codeFrom;
  while (cursor.at < body.length) {
    const from = cursor.at;
    const write = readInstruction(cursor);
    if (write === undefined && body[from] !== CALL) continue;
    const bytes = body.subarray(from, cursor.at);
    const found: Found =
      write === undefined
        ? { kind: 'call', called: readNumber({ bytes: body, at: from + 1 }) }
        : { kind: 'write', write, bytes };
    const instead = replaced(found, variable);
    if (instead === undefined) continue;
    parts.push(body.subarray(copied, from), Uint8Array.from(instead));
    copied = cursor.at;
  }
  if (parts.length === 0) return body;
  const head = [...number(groups + added.length), ...body.subarray(groupsFrom, codeFrom)];
  const more = added.flatMap((type) => [1, type]);
  return Buffer.concat([Uint8Array.from([...head, ...more]), ...parts, body.subarray(copied)]);
}
