/** What every module begins with; the parts below are for modules so small that each length fits into a byte. */
export const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A section of a module: its number, its length, and its items. */
export const section = (id: number, ...items: readonly (readonly number[])[]): number[] => {
  const body = [items.length, ...items.flat()];
  return [id, body.length, ...body];
};

/** A name, as imports and exports have. */
export const text = (name: string): number[] => [name.length, ...Buffer.from(name)];

/** The body of a function without locals. */
export const code = (...instructions: readonly number[]): number[] => [
  instructions.length + 2,
  0,
  ...instructions,
  0x0b,
];
