import { readShape } from './module-shape.js';
import type { WasmGlobal } from './wasm.js';
import { extend, number, readNumber, replaceSections, SECTION, withLength } from './wasm-binary.js';

/** The exported global that arms the alarm: 1 while it is armed. */
export const ALARM_SWITCH = 'guest_code_alarm';

/** Runs work of the host, and tells whether it ran code of the script all the same. */
export type WithAlarm = <T>(work: () => T) => { readonly value: T; readonly rang: boolean };

export type GuestCodeAlarm = {
  /** The import that the module calls. */
  readonly ring: () => number;
  /** Call this once, with the exported global. */
  attach(at: WasmGlobal): void;
  /**
   * `onGuestCode` is called as soon as code of the script runs; the first `own` calls are the host's and do not count.
   */
  withAlarm(onGuestCode: () => void, own?: number): WithAlarm;
};

export function guestCodeAlarm(): GuestCodeAlarm {
  let armed: WasmGlobal;
  let left = 0;
  let onGuestCode = (): void => {};
  return {
    ring() {
      if (left-- > 0) return 0;
      armed.value = 0;
      onGuestCode();
      return 0;
    },
    attach(at) {
      armed = at;
    },
    withAlarm:
      (listener, own = 0) =>
      (work) => {
        [left, onGuestCode] = [own, listener];
        armed.value = 1;
        try {
          const value = work();
          return { value, rang: armed.value === 0 };
        } finally {
          armed.value = 0;
        }
      },
  };
}

const I32 = 0x7f;
const GLOBAL = 3;

/**
 * A module that calls one of its imports, a function without parameters and result, whenever one of some functions is
 * entered while the alarm is armed. The functions are given by index or export name. So the host notices whether an
 * interpreter runs code of a script when it should not.
 */
export function withGuestCodeAlarm(
  module: Uint8Array,
  functions: readonly (number | string)[],
  alarm: string,
): Uint8Array {
  const { imported, exported, globals } = readShape(module);
  const outside = imported.indexOf(alarm);
  if (outside < 0) throw new Error(`the module does not import ${alarm}`);
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

/** The code section with extra instructions at the beginning of some functions. */
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
