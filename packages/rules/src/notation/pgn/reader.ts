import {
  BRACE,
  CLOSE,
  CLOSE_BRACE,
  DIGIT,
  DOLLAR,
  DOT,
  endsWord,
  GLYPH,
  isDigit,
  isDot,
  isNameCharacter,
  kindOf,
  LETTER,
  NEWLINE,
  OPEN,
  SEMICOLON,
  SPACE,
  STAR,
} from './characters.js';
import { Chunk } from './chunk.js';
import { GameAssembler, type PgnReading } from './game-assembler.js';
import { internWord, LONGEST_PACKED } from './intern-word.js';
import { DEFAULT_PGN_LIMITS, type PgnLimits } from './limits.js';
import { LongToken } from './long-token.js';
import type { PgnProblem } from './problem.js';
import { EN_PASSANT, glyphOf, resultOf, signOf } from './words.js';

/**
 * Reads PGN that arrives in chunks, split anywhere. Time is linear in the text; memory is bounded by the limits and the
 * current chunk, and games do not keep the chunks they were read from.
 *
 * A game ends with the line of its result. Without a result it ends before the next tags, before a `1.` after an
 * empty line, or at the end of the text.
 */
export class PgnReader {
  private readonly limits: PgnLimits;
  private readonly games: GameAssembler;
  private readonly chunk = new Chunk();
  private readonly long: LongToken;
  /** An unfinished word at the end of the chunk; it is short and is read again with the next chunk. */
  private postponed = '';
  /** Line breaks since the last token: 1 on a new line, 2 or more after an empty line. */
  private breaks = 2;

  constructor(limits: Partial<PgnLimits> = {}) {
    this.limits = { ...DEFAULT_PGN_LIMITS, ...limits };
    this.games = new GameAssembler(this.limits);
    this.long = new LongToken(this.chunk, this.games, this.limits);
  }

  /** The games that this chunk completes. */
  read(chunk: string): PgnReading[] {
    this.chunk.copies = true;
    this.leave(this.scan(chunk, false));
    return this.games.take();
  }

  /** The last game, if the text did not end it. Afterwards the reader can be reused. */
  end(): PgnReading[] {
    return this.readLast('');
  }

  /** Like `read` followed by `end`, but strings in the games may share the memory of the text. */
  readLast(chunk: string): PgnReading[] {
    this.chunk.copies = false;
    this.scan(chunk, true);
    this.long.end();
    this.games.finish();
    this.chunk.restart();
    this.postponed = '';
    this.breaks = 2;
    return this.games.take();
  }

  /** Returns the position of a word that may continue in the next chunk, or the length of the chunk. */
  private scan(chunk: string, last: boolean): number {
    const text = this.postponed + chunk;
    this.chunk.enter(text);
    const { games, long } = this;
    const { maxTokenLength } = this.limits;
    const packable = Math.min(LONGEST_PACKED, maxTokenLength);
    const n = text.length;
    let i = long.isOpen ? long.resume() : 0;
    while (i < n) {
      const code = text.charCodeAt(i);
      switch (kindOf(code)) {
        case LETTER: {
          let low = code;
          let high = 0;
          let all = 0;
          let next = 0;
          let j = i + 1;
          for (; j < n; j++) {
            next = text.charCodeAt(j);
            if (endsWord(next)) break;
            all |= next;
            if (j < i + 4) low = (low << 7) | next;
            else high = (high << 7) | next;
          }
          if (j === n && !last) return i;
          if (j - i <= packable && all < 128) {
            if (low !== PACKED_EN_PASSANT || high !== 0) this.move(internWord(low, high, text, i, j), i);
          } else if (j - i <= maxTokenLength) this.move(this.chunk.cut(i, j), i);
          else j = long.overlongWord(i);
          i = next === 32 ? j + 1 : j;
          break;
        }
        case SPACE:
          i++;
          break;
        case NEWLINE:
          this.breaks++;
          if (games.stage === 'ended') games.finish();
          i++;
          break;
        case DIGIT: {
          let number = code - 48;
          let dots = i + 1;
          for (; dots < n; dots++) {
            const next = text.charCodeAt(dots);
            if (!isDigit(next)) break;
            number = number * 10 + next - 48;
          }
          let j = dots;
          while (j < n && isDot(text.charCodeAt(j))) j++;
          if (j === dots) j = this.chunk.wordEnd(j);
          else if (j < n || last) {
            // The usual case; the move may follow without a space.
            if (j - i > maxTokenLength) j = long.overlongWord(i);
            else this.moveNumber(number, j - dots);
            i = j;
            break;
          }
          if (j === n && !last) return i;
          if (j - i > maxTokenLength) j = long.overlongWord(i);
          else if (j === dots) this.moveNumber(number, 0);
          else this.word(i, j);
          i = j;
          break;
        }
        case BRACE:
          this.breaks = 0;
          i = long.braces(i);
          break;
        case SEMICOLON:
          this.breaks = 0;
          i = long.toLineEnd(i);
          break;
        case OPEN:
          this.open(i);
          i++;
          break;
        case CLOSE:
          this.close(i);
          i++;
          break;
        case DOLLAR: {
          let number = 0;
          let j = i + 1;
          for (; j < n; j++) {
            const next = text.charCodeAt(j);
            if (!isDigit(next)) break;
            number = number * 10 + next - 48;
          }
          if (j === n && !last) return i;
          if (j - i > maxTokenLength) j = long.overlongWord(i);
          else if (j > i + 1 && number <= MAX_NAG) this.nag(number, i);
          i = j;
          break;
        }
        case GLYPH: {
          if (i + 1 === n && !last) return i;
          const second = i + 1 < n ? text.charCodeAt(i + 1) : 0;
          this.nag(signOf(code, second), i);
          i += kindOf(second) === GLYPH ? 2 : 1;
          break;
        }
        case STAR:
          this.word(i, i + 1);
          i++;
          break;
        case DOT:
          this.breaks = 0;
          i++;
          break;
        case CLOSE_BRACE:
          this.breaks = 0;
          this.refuse('pgn/comment-unopened', i);
          i++;
          break;
        default: {
          // The next character decides whether this is a tag, an escaped line or a word.
          if (i + 1 === n && !last) return i;
          if (this.isEscape(code, i)) {
            this.breaks = 0;
            i = long.escaped(i);
            break;
          }
          if (this.isTag(code, i)) {
            if (games.stage !== 'tags') games.finish();
            i = long.tag(i, this.breaks >= 2);
            this.breaks = 0;
            break;
          }
          let j = this.chunk.wordEnd(i + 1);
          if (j === n && !last) return i;
          if (j - i > maxTokenLength) j = long.overlongWord(i);
          else this.word(i, j);
          i = j;
        }
      }
    }
    return i;
  }

  private leave(at: number): void {
    const { chunk, long } = this;
    const isOverlong = chunk.text.length - at > this.limits.maxTokenLength;
    if (isOverlong) long.overlongWord(at);
    this.postponed = isOverlong ? '' : chunk.text.slice(at);
    if (long.isOpen) long.leave();
    chunk.leave(isOverlong ? chunk.text.length : at);
  }

  private isEscape(code: number, at: number): boolean {
    return code === 37 && this.chunk.isLineStart(at);
  }

  /** Among moves, a tag must start a line, so that a stray bracket does not split a game. */
  private isTag(code: number, at: number): boolean {
    const { text } = this.chunk;
    if (code !== 91 || (this.games.stage === 'moves' && this.breaks === 0) || at + 1 >= text.length) return false;
    const next = text.charCodeAt(at + 1);
    return isNameCharacter(next) || next === 32 || next === 9;
  }

  /** A word that is not obviously a move. */
  private word(from: number, to: number): void {
    const word = this.chunk.cut(from, to);
    const result = resultOf(word);
    if (result !== undefined) {
      this.breaks = 0;
      this.games.result(result);
      return;
    }
    const nag = glyphOf(word);
    if (nag !== undefined) {
      this.nag(nag, from);
      return;
    }
    this.move(word, from);
    // At the start of a line these characters mean something else, so such a game could not be written back.
    if (word.startsWith('[') || word.startsWith('%')) this.refuse('pgn/not-a-move', from);
  }

  private moveNumber(number: number, dots: number): void {
    this.games.moveNumber(number, dots, this.breaks >= 2);
    this.breaks = 0;
  }

  private move(move: string, at: number): void {
    this.breaks = 0;
    const problem = this.games.move(move, this.chunk.base + at);
    if (problem !== undefined) this.refuse(problem, at);
  }

  private nag(nag: number, at: number): void {
    this.breaks = 0;
    const problem = this.games.nag(nag, this.chunk.base + at);
    if (problem !== undefined) this.refuse(problem, at);
  }

  private open(at: number): void {
    this.breaks = 0;
    const column = this.chunk.lines.column(at);
    const problem = this.games.open(this.chunk.lines.line, column, this.chunk.base + at);
    if (problem !== undefined) this.refuse(problem, at);
  }

  private close(at: number): void {
    this.breaks = 0;
    const problem = this.games.close();
    if (problem !== undefined) this.refuse(problem, at);
  }

  private refuse(problem: PgnProblem, at: number): void {
    this.games.refuseAt(problem, this.chunk.lines, at);
  }
}

/** Reads the games of a file or a connection one by one; decode bytes first. */
export async function* readPgn(
  chunks: AsyncIterable<string> | Iterable<string>,
  limits: Partial<PgnLimits> = {},
): AsyncGenerator<PgnReading, void, undefined> {
  const reader = new PgnReader(limits);
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

const MAX_NAG = 65_535;
const PACKED_EN_PASSANT = [...EN_PASSANT].reduce((packed, letter) => (packed << 7) | letter.charCodeAt(0), 0);
