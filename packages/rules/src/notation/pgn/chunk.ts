import { CharacterFinder } from './character-finder.js';
import { endsWord } from './characters.js';
import { LineCounter } from './line-counter.js';

/** The chunk of the text being read. Positions are relative to it. */
export class Chunk {
  text = '';
  /** Offset of the chunk in the whole text. */
  base = 0;
  /** Whether strings are copied, so that they do not keep the chunk in memory. */
  copies = true;
  readonly lines = new LineCounter();
  readonly lineBreaks = new CharacterFinder('\n');
  readonly returns = new CharacterFinder('\r');
  readonly braces = new CharacterFinder('}');
  readonly backslashes = new CharacterFinder('\\');
  private startsLine = true;

  enter(text: string): void {
    this.text = text;
    this.lines.enter(text);
    this.lineBreaks.enter(text);
    this.returns.enter(text);
    this.braces.enter(text);
    this.backslashes.enter(text);
  }

  /** The next chunk begins at this position. */
  leave(at: number): void {
    this.lines.leave(at);
    if (at > 0) this.startsLine = this.text.charCodeAt(at - 1) === 10;
    this.base += at;
    this.enter('');
  }

  /** The next chunk is the first of another text. */
  restart(): void {
    this.enter('');
    this.base = 0;
    this.startsLine = true;
    this.lines.restart();
  }

  isLineStart(at: number): boolean {
    return at === 0 ? this.startsLine : this.text.charCodeAt(at - 1) === 10;
  }

  /** The end of the word at this position; the length of the chunk if it may continue in the next. */
  wordEnd(from: number): number {
    const { text } = this;
    let i = from;
    while (i < text.length && !endsWord(text.charCodeAt(i))) i++;
    return i;
  }

  cut(from: number, to: number): string {
    return this.own(this.text.slice(from, to));
  }

  /** A long slice keeps its whole source string in memory; a copy does not. */
  own(slice: string): string {
    return this.copies && slice.length > LONGEST_COPIED_SLICE ? ` ${slice}`.slice(1) : slice;
  }
}

/** V8 copies slices up to this length anyway. */
const LONGEST_COPIED_SLICE = 12;
