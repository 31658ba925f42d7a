/** What a field holds, and where its selection starts and ends. */
export type Field = { readonly text: string; readonly start: number; readonly end: number };
/** A part of the text that is to be replaced; afterwards `select` is selected, or the cursor stands behind it. */
export type Edit = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select?: readonly [start: number, end: number];
};

export const INDENT = '    ';

/** Where a line and a column, both counted from 1, are in a text; the end of the line where it is shorter. */
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

/** What the Enter key does: the new line begins as deep as this one, and deeper behind what opens a block. */
export function newLine({ text, start, end }: Field): Edit {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const depth = /^[ \t]*/.exec(line)![0];
  const isOpen = /(?:[:{[(]|:-)\s*$/.test(line);
  return { from: start, to: end, insert: `\n${depth}${isOpen ? INDENT : ''}` };
}

/** What the Tab key does: it goes on to the next step, or moves all lines of a selection. */
export function indent(field: Field): Edit {
  const { text, start, end } = field;
  if (text.slice(start, end).includes('\n')) return shift(field, (line) => (line === '' ? '' : INDENT + line));
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  return { from: start, to: end, insert: ' '.repeat(INDENT.length - (column % INDENT.length)) };
}

/** What Tab does with Shift: the lines go one step back. */
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
