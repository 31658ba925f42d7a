import { Ahead } from './ahead.js';

/**
 * Knows line and column of a position in text that arrives in pieces. Lines are counted only when somebody asks or a
 * piece is left behind, and no part of the text is searched twice. Positions must be asked for in ascending order.
 */
export class Place {
  line = 1;
  private lineStart = 0;
  private counted = 0;
  private readonly breaks = new Ahead('\n');

  /** Position 0 of `text` is where the last piece was left. */
  enter(text: string): void {
    this.breaks.enter(text);
    this.counted = 0;
  }

  leave(at: number): void {
    this.advance(at);
    this.lineStart -= at;
    this.enter('');
  }

  /** Moves `line` on to the position and gives its column. */
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
