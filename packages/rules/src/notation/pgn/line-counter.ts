import { CharacterFinder } from './character-finder.js';

/**
 * Line and column of a position in text that arrives in chunks. Lines are counted on demand or when a chunk ends, and
 * each part of the text is scanned once. Positions must ascend.
 */
export class LineCounter {
  line = 1;
  private lineStart = 0;
  private counted = 0;
  private readonly breaks = new CharacterFinder('\n');

  /** Position 0 of `text` is where the last chunk ended. */
  enter(text: string): void {
    this.breaks.enter(text);
    this.counted = 0;
  }

  leave(at: number): void {
    this.advance(at);
    this.lineStart -= at;
    this.enter('');
  }

  /** Advances `line` to the position and returns its column. */
  column(at: number): number {
    this.advance(at);
    return at - this.lineStart + 1;
  }

  restart(): void {
    this.line = 1;
    this.lineStart = 0;
    this.enter('');
  }

  private advance(at: number): void {
    for (let next = this.breaks.from(this.counted); next < at; next = this.breaks.from(this.counted)) {
      this.line++;
      this.counted = next + 1;
      this.lineStart = next + 1;
    }
  }
}
