import { assertNever } from '@chessmith/std';
import { Ahead } from './ahead.js';
import { Assembly, type PgnReading } from './assembly.js';
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
import { tidyComment } from './comment.js';
import type { PgnTag } from './game.js';
import { internedWord, LONGEST_PACKED } from './interned.js';
import { DEFAULT_PGN_LIMITS, type PgnLimits } from './limits.js';
import { AT_TAG, IN_COMMENT, LOST_BRACE, stepLostBrace } from './lost-brace.js';
import { Place } from './place.js';
import type { PgnProblem } from './problem.js';
import { mayEndTag, parseTag, stepTag, TAG_END, TAG_NAME, TAG_VALUE } from './tag.js';
import { EN_PASSANT, glyphOf, resultOf, signOf } from './words.js';

/**
 * Reads PGN that arrives in pieces, cut anywhere. Time is linear in the text; memory is bounded by the limits and the
 * piece at hand, and games do not keep the pieces alive that they were read from.
 *
 * A game ends with the line of its result; without a result, before the next tags, before a `1.` that follows an
 * empty line, or at the end of the text.
 */
export class PgnReader {
  private readonly limits: PgnLimits;
  private readonly games: Assembly;
  private readonly place = new Place();
  private readonly lineBreaks = new Ahead('\n');
  private readonly braces = new Ahead('}');
  private readonly backslashes = new Ahead('\\');

  /** The piece at hand. Positions are relative to it; `base` is its offset in the whole text. */
  private text = '';
  private base = 0;
  private copies = true;
  private startsLine = true;
  /** Line breaks since the last token: 1 on a new line, 2 or more after an empty one. */
  private breaks = 2;

  private mode: Mode = MOVETEXT;
  /** Of the token in an unfinished mode: what earlier pieces had of it and how long that was, and where it began. */
  private pending = '';
  private pendingLength = 0;
  private tokenAt = 0;
  private tokenLine = 0;
  private tokenColumn = 0;
  /** Of the automaton that looks for the token's end. */
  private state = 0;
  /** Length of what may be a tag inside a comment. */
  private tagInside = 0;
  private afterEmptyLine = false;

  constructor(limits: Partial<PgnLimits> = {}) {
    this.limits = { ...DEFAULT_PGN_LIMITS, ...limits };
    this.games = new Assembly(this.limits);
  }

  /** The games that this piece completes. */
  read(piece: string): PgnReading[] {
    this.copies = true;
    this.scan(piece, false);
    return this.games.take();
  }

  /** The last game, if the text did not say that it was over. The reader is then as new. */
  end(): PgnReading[] {
    return this.readLast('');
  }

  /** The same as `read` and then `end`, but strings in the games may share the memory of the text. */
  readLast(piece: string): PgnReading[] {
    this.copies = false;
    this.scan(piece, true);
    this.endToken();
    this.games.finish();
    this.text = '';
    this.base = 0;
    this.place.restart();
    this.startsLine = true;
    this.breaks = 2;
    return this.games.take();
  }

  private scan(piece: string, last: boolean): void {
    // What was postponed is short and read again from its start.
    const text = this.mode === MOVETEXT && this.pending !== '' ? this.pending + piece : piece;
    if (this.mode === MOVETEXT) this.pending = '';
    this.text = text;
    this.place.enter(text);
    this.lineBreaks.enter(text);
    this.braces.enter(text);
    this.backslashes.enter(text);
    const { games } = this;
    const n = text.length;
    const packable = Math.min(LONGEST_PACKED, this.limits.maxTokenLength);
    let i = this.mode === MOVETEXT ? 0 : this.resume();
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
          if (j === n && !last) {
            this.postpone(i);
            return;
          }
          if (j - i <= packable && all < 128) {
            if (low !== PACKED_EN_PASSANT || high !== 0) this.move(internedWord(low, high, text, i, j), i);
          } else if (j - i <= this.limits.maxTokenLength) this.move(this.cut(i, j), i);
          else j = this.skipWord(i);
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
          if (j === dots) j = this.wordEnd(j);
          else if (j < n || last) {
            // The usual case: the move may follow without a space.
            if (j - i > this.limits.maxTokenLength) j = this.skipWord(i);
            else this.moveNumber(number, j - dots);
            i = j;
            break;
          }
          if (j === n && !last) {
            this.postpone(i);
            return;
          }
          if (j - i > this.limits.maxTokenLength) j = this.skipWord(i);
          else if (j === dots) this.moveNumber(number, 0);
          else this.word(i, j);
          i = j;
          break;
        }
        case BRACE:
          this.beginToken(IN_BRACES, i);
          i = this.readBraces(i + 1);
          break;
        case SEMICOLON:
          this.beginToken(TO_LINE_END, i);
          i = this.readToLineEnd(i + 1);
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
          if (j === n && !last) {
            this.postpone(i);
            return;
          }
          if (j - i > this.limits.maxTokenLength) j = this.skipWord(i);
          else if (j > i + 1 && number <= MAX_NAG) this.nag(number, i);
          i = j;
          break;
        }
        case GLYPH: {
          if (i + 1 === n && !last) {
            this.postpone(i);
            return;
          }
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
          // What stands here decides with the next character: a tag, an escaped line or a word.
          if (i + 1 === n && !last) {
            this.postpone(i);
            return;
          }
          if (this.isEscape(code, i)) {
            this.beginToken(ESCAPED, i);
            i = this.readEscaped(i);
            break;
          }
          if (this.isTag(code, i)) {
            if (games.stage !== 'tags') games.finish();
            this.afterEmptyLine = this.breaks >= 2;
            this.beginToken(IN_TAG, i);
            i = this.readPlainTag(i);
            break;
          }
          let j = this.wordEnd(i + 1);
          if (j === n && !last) {
            this.postpone(i);
            return;
          }
          if (j - i > this.limits.maxTokenLength) j = this.skipWord(i);
          else this.word(i, j);
          i = j;
        }
      }
    }
    if (!last) this.leave(n);
  }

  private isEscape(code: number, at: number): boolean {
    return code === 37 && (at === 0 ? this.startsLine : this.text.charCodeAt(at - 1) === 10);
  }

  /** Among moves only at the start of a line, so that a stray bracket does not cut a game in two. */
  private isTag(code: number, at: number): boolean {
    if (code !== 91 || (this.games.stage === 'moves' && this.breaks === 0) || at + 1 >= this.text.length) return false;
    const next = this.text.charCodeAt(at + 1);
    return isNameCharacter(next) || next === 32 || next === 9;
  }

  private wordEnd(from: number): number {
    const { text } = this;
    let i = from;
    while (i < text.length && !endsWord(text.charCodeAt(i))) i++;
    return i;
  }

  /** A word that is not plainly a move. */
  private word(from: number, to: number): void {
    const word = this.cut(from, to);
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
    // At the start of a line they would mean something else, so a game with them could not be written.
    if (word.startsWith('[') || word.startsWith('%')) this.refuse('pgn/not-a-move', from);
  }

  private moveNumber(number: number, dots: number): void {
    this.games.moveNumber(number, dots, this.breaks >= 2);
    this.breaks = 0;
  }

  private move(move: string, at: number): void {
    this.breaks = 0;
    const problem = this.games.move(move, this.base + at);
    if (problem !== undefined) this.refuse(problem, at);
  }

  private nag(nag: number, at: number): void {
    this.breaks = 0;
    const problem = this.games.nag(nag, this.base + at);
    if (problem !== undefined) this.refuse(problem, at);
  }

  private open(at: number): void {
    this.breaks = 0;
    const column = this.place.column(at);
    const problem = this.games.open(this.place.line, column, this.base + at);
    if (problem !== undefined) this.refuse(problem, at);
  }

  private close(at: number): void {
    this.breaks = 0;
    const problem = this.games.close();
    if (problem !== undefined) this.refuse(problem, at);
  }

  private refuse(problem: PgnProblem, at: number): void {
    const column = this.place.column(at);
    this.games.refuse(problem, this.place.line, column);
  }

  private refuseToken(problem: PgnProblem): void {
    if (this.tokenAt >= 0) this.refuse(problem, this.tokenAt);
    else this.games.refuse(problem, this.tokenLine, this.tokenColumn);
  }

  /** A long slice keeps its whole piece in memory; a copy does not. */
  private cut(from: number, to: number): string {
    return this.own(this.text.slice(from, to));
  }

  private own(slice: string): string {
    return this.copies && slice.length > LONGEST_COPIED_SLICE ? ` ${slice}`.slice(1) : slice;
  }

  /** Keeps a word that the next piece may continue. */
  private postpone(at: number): void {
    const length = this.text.length - at;
    if (length > this.limits.maxTokenLength) {
      this.skipWord(at);
      this.leave(this.text.length);
    } else {
      const word = this.text.slice(at);
      this.leave(at);
      this.pending = word;
    }
  }

  private skipWord(at: number): number {
    this.refuse('pgn/token-too-long', at);
    this.beginToken(IN_LONG_WORD, at);
    return this.readLongWord(at + 1);
  }

  /** Goes on to the next piece, which begins at this position. */
  private leave(at: number): void {
    if (this.mode !== MOVETEXT && this.tokenAt >= 0) {
      this.tokenColumn = this.place.column(this.tokenAt);
      this.tokenLine = this.place.line;
      this.tokenAt = NOT_HERE;
    }
    this.place.leave(at);
    if (at > 0) this.startsLine = this.text.charCodeAt(at - 1) === 10;
    this.base += at;
    if (this.mode === MOVETEXT) this.pending = '';
    this.text = '';
  }

  private beginToken(mode: Mode, at: number): void {
    this.mode = mode;
    this.breaks = 0;
    this.pending = '';
    this.pendingLength = 0;
    this.tokenAt = at;
    this.state = 0;
  }

  private resume(): number {
    switch (this.mode) {
      case IN_BRACES:
        return this.readBraces(0);
      case TO_LINE_END:
        return this.readToLineEnd(0);
      case IN_TAG:
        return this.readTag(0, 0);
      case ESCAPED:
        return this.readEscaped(0);
      case IN_LONG_WORD:
        return this.readLongWord(0);
      case MOVETEXT:
        return 0;
      default:
        return assertNever(this.mode);
    }
  }

  /** The text is over, whatever it was in. */
  private endToken(): void {
    const { mode, state, pending } = this;
    this.mode = MOVETEXT;
    this.pending = '';
    if (mode === IN_BRACES) this.refuseToken('pgn/comment-unclosed');
    else if (mode === TO_LINE_END) this.addComment(tidyComment(pending), this.text.length);
    else if (mode === IN_TAG) this.addTag(mayEndTag(state) ? parseTag(pending) : undefined, this.text.length);
  }

  private readBraces(from: number): number {
    const { text, limits } = this;
    const n = text.length;
    const close = this.braces.from(from);
    let { state } = this;
    for (let i = from; i < n; i++) {
      // Within a line nothing but the closing brace matters.
      if (state === IN_COMMENT) i = Math.min(close, this.lineBreaks.from(i), n);
      if (i === close) {
        this.mode = MOVETEXT;
        this.finishComment(from, i);
        return i + 1;
      }
      if (i === n) break;
      state = stepLostBrace(state, text.charCodeAt(i));
      if (state === LOST_BRACE) return this.leaveComment(from, i);
      if (state === AT_TAG) this.tagInside = 1;
      else if (state > AT_TAG && ++this.tagInside > LONGEST_TAG_INSIDE) state = IN_COMMENT;
    }
    this.state = state;
    this.pendingLength += n - from;
    if (this.pendingLength > limits.maxCommentLength) this.refuseToken('pgn/comment-too-long');
    if (!this.games.isRefused) this.pending += text.slice(from);
    else this.pending = state < AT_TAG ? '' : (this.pending + text.slice(from)).slice(-this.tagInside);
    return n;
  }

  /** A comment whose brace was lost: its game is over at the tag inside, up to whose first quote we have read. */
  private leaveComment(from: number, quote: number): number {
    const length = this.pendingLength + quote - from;
    this.refuseToken(length > this.limits.maxCommentLength ? 'pgn/comment-too-long' : 'pgn/comment-unclosed');
    this.games.finish();
    const inEarlier = this.tagInside - (quote - from);
    const tag =
      (inEarlier > 0 ? this.pending.slice(-inEarlier) : '') +
      this.text.slice(Math.max(from, quote - this.tagInside), quote + 1);
    this.beginToken(IN_TAG, NOT_HERE);
    this.tokenColumn = this.place.column(quote) - this.tagInside;
    this.tokenLine = this.place.line;
    this.pending = tag;
    this.pendingLength = tag.length;
    this.state = TAG_VALUE;
    this.afterEmptyLine = true;
    return this.readTag(quote + 1, quote + 1);
  }

  private readToLineEnd(from: number): number {
    const { text } = this;
    const end = this.lineBreaks.from(from);
    if (end < text.length) {
      this.mode = MOVETEXT;
      this.finishComment(from, end);
      return end;
    }
    this.pendingLength += text.length - from;
    if (this.pendingLength > this.limits.maxCommentLength) this.refuseToken('pgn/comment-too-long');
    if (this.games.isRefused) this.pending = '';
    else this.pending += text.slice(from);
    return text.length;
  }

  private finishComment(from: number, to: number): void {
    const { pending, text } = this;
    if (this.pendingLength + to - from > this.limits.maxCommentLength) this.refuseToken('pgn/comment-too-long');
    else if (this.games.isRefused) return;
    else if (pending === '') this.addComment(this.own(tidyComment(text, from, to)), to);
    else this.addComment(tidyComment(pending + text.slice(from, to)), to);
  }

  private addComment(comment: string, at: number): void {
    const problem = this.games.comment(comment, this.base + at);
    if (problem !== undefined) this.refuseToken(problem);
  }

  /** Most tags have a line to themselves and no quotes in their value; all others are left to the automaton. */
  private readPlainTag(from: number): number {
    const { text } = this;
    const lineBreak = this.lineBreaks.from(from);
    const end = text.charCodeAt(lineBreak - 1) === 13 ? lineBreak - 1 : lineBreak;
    const close = end - 2;
    if (text.charCodeAt(close) === 34 && text.charCodeAt(close + 1) === 93) {
      let name = from + 1;
      while (isNameCharacter(text.charCodeAt(name))) name++;
      const isPlain = name > from + 1 && text.charCodeAt(name) === 32 && text.charCodeAt(name + 1) === 34;
      if (isPlain && text.indexOf('"', name + 2) === close && this.backslashes.from(from) > close) {
        this.mode = MOVETEXT;
        if (end - from > this.limits.maxTagLength) this.refuseToken('pgn/tag-too-long');
        else this.addTag({ name: text.slice(from + 1, name), value: text.slice(name + 2, close) }, end);
        return end;
      }
    }
    return this.readTag(from, from + 1);
  }

  /** `body` is where the tag begins in this piece, `from` where its end has not yet been looked for. */
  private readTag(body: number, from: number): number {
    const { text } = this;
    const n = text.length;
    let { state } = this;
    for (let i = from; i < n; i++) {
      const code = text.charCodeAt(i);
      if (code === 10) {
        this.mode = MOVETEXT;
        this.finishTag(body, i, mayEndTag(state));
        return i;
      }
      const next = stepTag(state, code);
      if (next === TAG_END) {
        this.mode = MOVETEXT;
        this.finishTag(body, i + 1, state !== TAG_NAME);
        return i + 1;
      }
      state = next;
    }
    this.state = state;
    this.pendingLength += n - body;
    // Of a refused game too: its name may show that the next game has begun.
    if (this.pendingLength <= this.limits.maxTagLength) this.pending += text.slice(body);
    else {
      this.pending = '';
      this.refuseToken('pgn/tag-too-long');
    }
    return n;
  }

  private finishTag(from: number, to: number, isQuoted: boolean): void {
    const { pending, text } = this;
    if (this.pendingLength + to - from > this.limits.maxTagLength) this.refuseToken('pgn/tag-too-long');
    else if (!isQuoted) this.addTag(undefined, to);
    else this.addTag(pending === '' ? parseTag(text, from, to) : parseTag(pending + text.slice(from, to)), to);
  }

  private addTag(tag: PgnTag | undefined, at: number): void {
    if (tag === undefined) {
      this.refuseToken('pgn/tag-malformed');
      return;
    }
    const owned = this.copies ? { name: this.own(tag.name), value: this.own(tag.value) } : tag;
    const problem = this.games.tag(owned, this.afterEmptyLine, this.base + at);
    if (problem !== undefined) this.refuseToken(problem);
  }

  private readEscaped(from: number): number {
    const end = this.lineBreaks.from(from);
    if (end > this.text.length) return this.text.length;
    this.mode = MOVETEXT;
    return end;
  }

  private readLongWord(from: number): number {
    const end = this.wordEnd(from);
    if (end < this.text.length) this.mode = MOVETEXT;
    return end;
  }
}

/** Reads the games of a file or a connection one after the other; pieces of bytes are to be decoded before. */
export async function* readPgn(
  pieces: AsyncIterable<string> | Iterable<string>,
  limits: Partial<PgnLimits> = {},
): AsyncGenerator<PgnReading, void, undefined> {
  const reader = new PgnReader(limits);
  for await (const piece of pieces) yield* reader.read(piece);
  yield* reader.end();
}

type Mode =
  | typeof MOVETEXT
  | typeof IN_BRACES
  | typeof TO_LINE_END
  | typeof IN_TAG
  | typeof ESCAPED
  | typeof IN_LONG_WORD;

const MOVETEXT = 0;
/** Tokens that may be long, so that the next piece must not begin them again. */
const IN_BRACES = 1;
const TO_LINE_END = 2;
const IN_TAG = 3;
const ESCAPED = 4;
const IN_LONG_WORD = 5;

const NOT_HERE = -1;
const MAX_NAG = 65_535;
const LONGEST_TAG_INSIDE = 255;
/** V8 copies slices up to this length by itself. */
const LONGEST_COPIED_SLICE = 12;
const PACKED_EN_PASSANT = [...EN_PASSANT].reduce((packed, letter) => (packed << 7) | letter.charCodeAt(0), 0);
