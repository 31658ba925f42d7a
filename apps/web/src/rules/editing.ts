/** The text of a field and its selection. */
export type Field = { readonly text: string; readonly start: number; readonly end: number };
/** A replacement; afterwards `select` is selected, or the cursor follows the inserted text. */
export type Edit = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select?: readonly [start: number, end: number];
};

export const INDENT = '    ';

/** The offset of a line and column, both counted from 1; at most the end of the line. */
export function offsetOf(text: string, line: number, column = 1): number {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + Math.max(0, column - 1), end === -1 ? text.length : end);
}

/** Enter: the new line keeps the indentation, and is indented further after an opened block. */
export function newLine({ text, start, end }: Field): Edit {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const depth = /^[ \t]*/.exec(line)![0];
  const isOpen = /(?:[:{[(]|:-)\s*$/.test(line);
  return { from: start, to: end, insert: `\n${depth}${isOpen ? INDENT : ''}` };
}

/** Tab: moves to the next tab stop, or indents all selected lines. */
export function indent(field: Field): Edit {
  const { text, start, end } = field;
  if (text.slice(start, end).includes('\n')) return shift(field, (line) => (line === '' ? '' : INDENT + line));
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  return { from: start, to: end, insert: ' '.repeat(INDENT.length - (column % INDENT.length)) };
}

/** Shift-Tab: unindents the selected lines. */
export const outdent = (field: Field): Edit => shift(field, (line) => line.replace(/^(?:\t| {1,4})/, ''));

function shift({ text, start, end }: Field, change: (line: string) => string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, end - 1));
  const to = next === -1 ? text.length : next;
  const insert = text.slice(from, to).split('\n').map(change).join('\n');
  if (start !== end) return { from, to, insert, select: [from, from + insert.length] };
  const cursor = Math.max(from, start - (to - from - insert.length));
  return { from, to, insert, select: [cursor, cursor] };
}
