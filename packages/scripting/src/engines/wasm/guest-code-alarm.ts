import { readShape } from './module-shape.js';
import type { WasmGlobal } from './wasm.js';
import { extend, number, readNumber, replaceSections, SECTION, withLength } from './wasm-binary.js';

/** The name of the switch that a module with a bell has among its exports: a global, 1 while the bell is to ring. */
export const ALARM_SWITCH = 'bell';

/** Does some work that is not the script's, and tells whether the script's code ran in it all the same. */
export type Quietly = <T>(work: () => T) => { readonly value: T; readonly rang: boolean };

export type GuestCodeAlarm = {
  /** What the import does. */
  readonly ring: () => number;
  /** To be called once, with the switch. */
  attach(at: WasmGlobal): void;
  /** `heard` is called as soon as the script's code runs; the first `own` times somebody else's does. */
  quietly(heard: () => void, own?: number): Quietly;
};

export function openGuestCodeAlarm(): GuestCodeAlarm {
  let on: WasmGlobal;
  let left = 0;
  let heard = (): void => {};
  return {
    ring() {
      if (left-- > 0) return 0;
      on.value = 0;
      heard();
      return 0;
    },
    attach(at) {
      on = at;
    },
    quietly:
      (told, own = 0) =>
      (work) => {
        [left, heard] = [own, told];
        on.value = 1;
        try {
          const value = work();
          return { value, rang: on.value === 0 };
        } finally {
          on.value = 0;
        }
      },
  };
}

const I32 = 0x7f;
const GLOBAL = 3;

/**
 * A module that calls one of its imports, which takes and gives nothing, whenever one of some functions is entered while
 * its switch is on; they are told by their numbers or the names of exports. So one hears whether an interpreter runs any code of a script while it is not meant to.
 */
export function withGuestCodeAlarm(
  module: Uint8Array,
  functions: readonly (number | string)[],
  bell: string,
): Uint8Array {
  const { imported, exported, globals } = readShape(module);
  const outside = imported.indexOf(bell);
  if (outside < 0) throw new Error(`the module does not import ${bell}`);
  const ring = [0x23, ...number(globals), 0x04, 0x40, 0x10, ...number(outside), 0x0b];
  const places = new Set(functions.map((one) => numberOf(one, exported) - imported.length));
  return replaceSections(module, ({ id, body }) => {
    if (id === SECTION.global) return extend(body, [Uint8Array.from([I32, 1, 0x41, 0, 0x0b])]);
    if (id === SECTION.export) {
      const name = Buffer.from(ALARM_SWITCH);
      return extend(body, [Uint8Array.from([...number(name.length), ...name, GLOBAL, ...number(globals)])]);
    }
    return id === SECTION.code ? entered(body, places, ring) : undefined;
  });
}

function numberOf(wanted: number | string, exported: ReadonlyMap<string, number>): number {
  const found = typeof wanted === 'number' ? wanted : exported.get(wanted);
  if (found === undefined) throw new Error(`the module does not export ${wanted}`);
  return found;
}

/** The code with some instructions more at the beginning of some functions. */
function entered(body: Uint8Array, places: ReadonlySet<number>, first: readonly number[]): Uint8Array {
  const cursor = { bytes: body, at: 0 };
  const count = readNumber(cursor);
  const parts: Uint8Array[] = [Uint8Array.from(number(count))];
  for (let i = 0; i < count; i++) {
    const from = cursor.at;
    const length = readNumber(cursor);
    const code = body.subarray(cursor.at, cursor.at + length);
    cursor.at += length;
    if (places.has(i)) parts.push(withLength(afterVariables(code, first)));
    else parts.push(body.subarray(from, cursor.at));
  }
  return Buffer.concat(parts);
}

function afterVariables(code: Uint8Array, first: readonly number[]): Uint8Array {
  const cursor = { bytes: code, at: 0 };
  for (let groups = readNumber(cursor); groups > 0; groups--) {
    readNumber(cursor);
    cursor.at++;
  }
  return Buffer.concat([code.subarray(0, cursor.at), Uint8Array.from(first), code.subarray(cursor.at)]);
}
