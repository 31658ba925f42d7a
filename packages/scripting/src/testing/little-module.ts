/** The header of every module; the helpers below make modules so small that each length fits into a byte. */
export const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A section of a module: its id, its length, and its items. */
export const section = (id: number, ...items: readonly (readonly number[])[]): number[] => {
  const body = [items.length, ...items.flat()];
  return [id, body.length, ...body];
};

/** A name, as imports and exports have it. */
export const text = (name: string): number[] => [name.length, ...Buffer.from(name)];

/** The body of a function without local variables. */
export const code = (...instructions: readonly number[]): number[] => [
  instructions.length + 2,
  0,
  ...instructions,
  0x0b,
];
