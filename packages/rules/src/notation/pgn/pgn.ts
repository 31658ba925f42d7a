import { endsWord, isDigit, isDot, kindOf, LETTER } from './characters.js';
import { tidyComment } from './comment.js';
import { type PgnGame, type PgnLine, type PgnNote, pgnStartOf, rosterOrder } from './game.js';
import type { PgnReading } from './game-assembler.js';
import type { PgnLimits } from './limits.js';
import { LineWrapper } from './line-wrapper.js';
import { PgnReader } from './reader.js';
import { formatTag } from './tag.js';
import { EN_PASSANT, glyphOf, resultOf } from './words.js';

/** All games of a text in order, each read or refused. Never throws. */
export function parsePgn(text: string, limits: Partial<PgnLimits> = {}): PgnReading[] {
  return new PgnReader(limits).readLast(text);
}

/**
 * One game, ending with a line break; join games with an empty line (`games.map(formatPgn).join('\n')`). Reading it
 * back gives an equal game, except for the order of tags and white space in comments. Throws for content that PGN
 * cannot represent: see `isPgnMove` and `isTagName`.
 */
export function formatPgn(game: PgnGame): string {
  const tags = rosterOrder(game.tags).map(formatTag).join('\n');
  const wrap = new LineWrapper();
  writeMoves(game.line, startNumbering(game), wrap);
  wrap.token(game.result);
  return (tags === '' ? '' : `${tags}\n\n`) + wrap.text();
}

/**
 * Whether the word is read back as one move: not a number, result or glyph, and without characters that end a word.
 */
export function isPgnMove(word: string): boolean {
  if (word === '' || word === EN_PASSANT || resultOf(word) !== undefined || glyphOf(word) !== undefined) return false;
  for (let i = 0; i < word.length; i++) if (endsWord(word.charCodeAt(i))) return false;
  const first = word.charCodeAt(0);
  if (kindOf(first) === LETTER) return true;
  if (isDot(first) || first === 91 || first === 37) return false;
  let digits = 0;
  while (digits < word.length && isDigit(word.charCodeAt(digits))) digits++;
  return digits === 0 || (digits < word.length && !isDot(word.charCodeAt(digits)));
}

/** Plies before the first move: two per full move before it, plus one if black begins. */
function startNumbering(game: PgnGame): number {
  const { fen } = pgnStartOf(game);
  if (fen === undefined) return 0;
  const [, turn, ...rest] = fen.split(/\s+/);
  // Variants put check counters before or after the two move counters.
  const counts = rest.filter((field) => /^\d{1,6}$/.test(field));
  const number = counts.length < 2 ? 1 : Math.max(1, Number(counts[1]));
  return 2 * (number - 1) + (turn === 'b' ? 1 : 0);
}

/** A line being written. Open lines form a stack, so nesting needs no recursion. */
type Writing = {
  readonly line: PgnLine;
  /** The ply of the line's first move. */
  readonly ply: number;
  move: number;
  note: number;
  /** The next variation of the current note. */
  variation: number;
  needsNumber: boolean;
};

function writeMoves(mainline: PgnLine, ply: number, wrap: LineWrapper): void {
  const open: Writing[] = [begin(mainline, ply, wrap)];
  for (let writing = open.at(-1); writing !== undefined; writing = open.at(-1)) {
    const variation = nextVariation(writing);
    if (variation !== undefined) {
      wrap.open();
      open.push(begin(variation, writing.ply + writing.move - 1, wrap));
    } else if (writing.move < writing.line.moves.length) writeMove(writing, wrap);
    else {
      open.pop();
      if (open.length > 0) wrap.close();
    }
  }
}

function begin(line: PgnLine, ply: number, wrap: LineWrapper): Writing {
  for (const comment of line.before) writeComment(comment, wrap);
  return { line, ply, move: 0, note: 0, variation: 0, needsNumber: true };
}

/** The next variation of the move just written. */
function nextVariation(writing: Writing): PgnLine | undefined {
  const note = writing.line.notes[writing.note];
  if (note === undefined || note.at !== writing.move - 1) return undefined;
  const variation = note.variations[writing.variation++];
  if (variation === undefined) {
    writing.note++;
    writing.variation = 0;
  } else writing.needsNumber = true;
  return variation;
}

function writeMove(writing: Writing, wrap: LineWrapper): void {
  const { line, move: at } = writing;
  const ply = writing.ply + at;
  const isWhite = ply % 2 === 0;
  if (isWhite || writing.needsNumber) wrap.token(`${(ply >> 1) + 1}${isWhite ? '.' : '...'}`);
  const move = line.moves[at] as string;
  if (!isPgnMove(move)) throw new RangeError(`PGN cannot represent this move: ${JSON.stringify(move)}`);
  wrap.token(move);
  writing.needsNumber = false;
  writing.move++;
  const note: PgnNote | undefined = line.notes[writing.note];
  if (note?.at !== at) return;
  for (const nag of note.nags) wrap.token(`$${nag}`);
  for (const comment of note.comments) writeComment(comment, wrap);
  if (note.comments.length > 0) writing.needsNumber = true;
}

/** A brace cannot be written within braces, but can in a comment to the end of the line. */
function writeComment(comment: string, wrap: LineWrapper): void {
  const text = tidyComment(comment);
  if (text === '') return;
  if (text.includes('}')) {
    wrap.lineEnd(`;${text}`);
    return;
  }
  const words = unbroken(text);
  words[0] = `{${words[0]}`;
  words[words.length - 1] += '}';
  for (const word of words) wrap.token(word);
}

/**
 * Splits a comment where lines may be broken: at a single space, because several would be read back as one; not inside
 * `[%clk 0:01:00]`; and not before characters with a special meaning at the start of a line.
 */
function unbroken(text: string): string[] {
  const words: string[] = [];
  let start = 0;
  let inCommand = false;
  for (let i = 1; i < text.length - 1; i++) {
    const code = text.charCodeAt(i);
    if (code === 37 && text.charCodeAt(i - 1) === 91) inCommand = true;
    else if (code === 93) inCommand = false;
    if (code !== 32 || inCommand) continue;
    const next = text.charCodeAt(i + 1);
    if (text.charCodeAt(i - 1) <= 32 || next <= 32 || next === 91 || next === 37) continue;
    words.push(text.slice(start, i));
    start = i + 1;
  }
  words.push(text.slice(start));
  return words;
}
