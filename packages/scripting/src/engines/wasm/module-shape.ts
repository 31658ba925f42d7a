import { type Cursor, readNumber, SECTION, sectionsOf } from './wasm-binary.js';

export const I32 = 0x7f;

export type FunctionType = { readonly parameters: readonly number[]; readonly results: readonly number[] };

/** What must be known of a module to add functions to it. */
export type ModuleShape = {
  readonly types: readonly FunctionType[];
  /** The names of the imported functions, which have the first indices. */
  readonly imported: readonly string[];
  /** The type indices of all functions, the imported ones first. */
  readonly functions: readonly number[];
  /** The number of globals, the imported ones included. */
  readonly globals: number;
  /** The indices of the exported functions, by name. */
  readonly exported: ReadonlyMap<string, number>;
  /** The function indices in the table, from its first filled slot. */
  readonly table: { readonly from: number; readonly functions: readonly number[] };
};

export function readShape(module: Uint8Array): ModuleShape {
  const types: FunctionType[] = [];
  const imported: string[] = [];
  const functions: number[] = [];
  const exported = new Map<string, number>();
  let globals = 0;
  let table: ModuleShape['table'] = { from: 0, functions: [] };
  for (const { id, body } of sectionsOf(module)) {
    const cursor = { bytes: body, at: 0 };
    if (id === SECTION.type) types.push(...readList(cursor, readType));
    else if (id === SECTION.import) globals += readImports(cursor, imported, functions);
    else if (id === SECTION.global) globals += readNumber(cursor);
    else if (id === SECTION.export) readList(cursor, () => readExport(cursor, exported));
    else if (id === SECTION.function) functions.push(...readList(cursor, readNumber));
    else if (id === SECTION.element) table = readTable(cursor);
  }
  return { types, imported, functions, globals, exported, table };
}

/** The index of a function type; throws if the module has no such type. */
export function typeNumber({ types }: ModuleShape, parameters: readonly number[], results: readonly number[]): number {
  const found = types.findIndex(
    (type) => String(type.parameters) === String(parameters) && String(type.results) === String(results),
  );
  if (found < 0) throw new Error(`the module has no function from ${parameters.length} to ${results.length} numbers`);
  return found;
}

function readList<T>(cursor: Cursor, read: (cursor: Cursor) => T): T[] {
  return Array.from({ length: readNumber(cursor) }, () => read(cursor));
}

function readType(cursor: Cursor): FunctionType {
  if (cursor.bytes[cursor.at++] !== 0x60) throw new Error('a type that is not a function');
  return { parameters: readList(cursor, readValueType), results: readList(cursor, readValueType) };
}

export function readValueType(cursor: Cursor): number {
  const type = cursor.bytes[cursor.at++]!;
  if (type !== 0x6f && type !== 0x70 && (type < 0x7b || type > I32)) throw new Error('a type that is not known');
  return type;
}

/** Reads the imported functions, and returns the number of imported globals. */
function readImports(cursor: Cursor, imported: string[], functions: number[]): number {
  let globals = 0;
  readList(cursor, () => {
    readName(cursor);
    const name = readName(cursor);
    const kind = cursor.bytes[cursor.at++]!;
    if (kind === FUNCTION) {
      imported.push(name);
      functions.push(readNumber(cursor));
    } else if (kind === MEMORY) {
      const hasMaximum = readNumber(cursor) % 2 === 1;
      for (let i = hasMaximum ? 2 : 1; i > 0; i--) readNumber(cursor);
    } else if (kind === GLOBAL) {
      cursor.at += 2;
      globals++;
    } else throw new Error('an import of an unknown kind');
  });
  return globals;
}

const FUNCTION = 0;
const MEMORY = 2;
const GLOBAL = 3;

function readExport(cursor: Cursor, exported: Map<string, number>): void {
  const name = readName(cursor);
  const kind = cursor.bytes[cursor.at++]!;
  const index = readNumber(cursor);
  if (kind === FUNCTION) exported.set(name, index);
}

function readName(cursor: Cursor): string {
  const length = readNumber(cursor);
  cursor.at += length;
  return Buffer.from(cursor.bytes.subarray(cursor.at - length, cursor.at)).toString();
}

/** Reads a single list of functions from one offset on, which is how linkers fill the table. */
function readTable(cursor: Cursor): ModuleShape['table'] {
  const [lists, kind, constant] = [readNumber(cursor), readNumber(cursor), cursor.bytes[cursor.at++]];
  if (lists !== 1 || kind !== 0 || constant !== 0x41) throw new Error('a table that is filled in an unknown way');
  const from = readNumber(cursor);
  cursor.at++;
  return { from, functions: readList(cursor, readNumber) };
}
