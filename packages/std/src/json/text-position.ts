/** A position in a text; both count from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

/** The position of the character at an offset. */
export function textPositionAt(text: string, at: number): TextPosition {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
