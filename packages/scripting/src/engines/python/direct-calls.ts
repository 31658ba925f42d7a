import { I32, type ModuleShape, typeNumber } from '../wasm/module-shape.js';
import type { Edit } from '../wasm/rewrite-code.js';
import { number } from '../wasm/wasm-binary.js';

const GET = 0x20;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const RETURN = 0x0f;
const BLOCK = [0x02, 0x40];
const END = 0x0b;
const BR_TABLE = 0x0e;

/** The most arguments that are passed on. */
const MOST = 3;

/**
 * CPython calls functions of its table through an import with three arguments, because some take fewer and JavaScript
 * ignores extra arguments. The module declares how many each takes, so this replaces the import by direct calls inside
 * the module. Functions of other types still go through the import.
 */
export const directCalls =
  (importName: string) =>
  (shape: ModuleShape): Edit => {
    const outside = shape.imported.indexOf(importName);
    if (outside < 0) throw new Error(`the module does not import ${importName}`);
    const body = dispatch(shape, outside);
    return {
      added: { type: typeNumber(shape, Array(MOST + 1).fill(I32), [I32]), body },
      replace: (found, _, own) =>
        found.kind === 'call' && found.called === outside ? [CALL, ...number(own)] : undefined,
    };
  };

/** Nested blocks for none, one, two, three arguments and anything else; the table selects how many blocks to leave. */
function dispatch(shape: ModuleShape, outside: number): number[] {
  const ways = shape.table.functions.map((index) => wayOf(shape, index));
  const other = MOST + 1;
  const labels = [...Array<number>(shape.table.from).fill(other), ...ways, other];
  const code = [
    0,
    ...Array(other + 1)
      .fill(BLOCK)
      .flat(),
  ];
  code.push(GET, 0, BR_TABLE, ...number(labels.length - 1), ...labels.flatMap(number), END);
  for (let count = 0; count <= MOST; count++) {
    const given = Array.from({ length: count }, (_, i) => [GET, i + 1]).flat();
    const type = typeNumber(shape, Array(count).fill(I32), [I32]);
    code.push(...given, GET, 0, CALL_INDIRECT, ...number(type), 0, RETURN, END);
  }
  return [...code, GET, 0, GET, 1, GET, 2, GET, 3, CALL, ...number(outside), END];
}

function wayOf(shape: ModuleShape, index: number): number {
  const { parameters, results } = shape.types[shape.functions[index]!]!;
  const isPlain = [...parameters, ...results].every((type) => type === I32) && results.length === 1;
  return isPlain && parameters.length <= MOST ? parameters.length : MOST + 1;
}
