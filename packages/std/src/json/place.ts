/** A place in a text, both counted from 1. */
export type Place = { readonly line: number; readonly column: number };

/** The place of the character at an offset. */
export function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
