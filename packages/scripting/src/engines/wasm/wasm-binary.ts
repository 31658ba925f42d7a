/** A position in the bytes of a WebAssembly module. */
export type Cursor = { readonly bytes: Uint8Array; at: number };

export const SECTION = {
  type: 1,
  import: 2,
  function: 3,
  memory: 5,
  global: 6,
  export: 7,
  element: 9,
  code: 10,
} as const;

export type Section = { readonly id: number; readonly whole: Uint8Array; readonly body: Uint8Array };

/** The sections of a module, in order. */
export function* sectionsOf(module: Uint8Array): Generator<Section> {
  const cursor = { bytes: module, at: 8 };
  while (cursor.at < module.length) {
    const from = cursor.at;
    const id = module[cursor.at++]!;
    const length = readNumber(cursor);
    const body = module.subarray(cursor.at, cursor.at + length);
    cursor.at += length;
    yield { id, whole: module.subarray(from, cursor.at), body };
  }
}

/** The module with other bodies in some of its sections. */
export function replaceSections(module: Uint8Array, bodyFor: (section: Section) => Uint8Array | undefined): Uint8Array {
  const parts: Uint8Array[] = [module.subarray(0, 8)];
  for (const section of sectionsOf(module)) {
    const body = bodyFor(section);
    if (body === undefined) parts.push(section.whole);
    else parts.push(Uint8Array.from([section.id, ...number(body.length)]), body);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Encodes an unsigned integer in LEB128: groups of seven bits, lowest first. */
export function number(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const group = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? group + 128 : group);
  } while (rest > 0);
  return bytes;
}

/** Encodes a signed constant of the code in LEB128. */
export function constant(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value | 0; ; ) {
    const group = rest & 127;
    rest >>= 7;
    if ((rest === 0 && group < 64) || (rest === -1 && group >= 64)) return [...bytes, group];
    bytes.push(group | 128);
  }
}

export function readNumber(cursor: Cursor): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.bytes[cursor.at++]!;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}

/** Moves past a LEB128 number, signed or not. */
export function skipNumber(cursor: Cursor): void {
  while (cursor.bytes[cursor.at++]! >= 128);
}

/** The bytes of a function or a name, after their length. */
export const withLength = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.from(number(bytes.length)), bytes]);

/** A section that is a list, with more items. */
export function extend(body: Uint8Array, items: readonly Uint8Array[]): Uint8Array {
  const cursor = { bytes: body, at: 0 };
  const count = readNumber(cursor);
  return Buffer.concat([Uint8Array.from(number(count + items.length)), body.subarray(cursor.at), ...items]);
}
