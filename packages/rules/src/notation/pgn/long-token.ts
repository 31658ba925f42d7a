import { assertNever } from '@chessmith/std';
import { isNameCharacter } from './characters.js';
import type { Chunk } from './chunk.js';
import { tidyComment, trimComment } from './comment.js';
import type { PgnTag } from './game.js';
import type { GameAssembler } from './game-assembler.js';
import type { PgnLimits } from './limits.js';
import { AT_TAG, IN_COMMENT, LOST_BRACE, stepLostBrace } from './lost-brace.js';
import type { PgnProblem } from './problem.js';
import { mayEndTag, parseTag, stepTag, TAG_END, TAG_NAME, TAG_VALUE } from './tag.js';

/**
 * Reads tokens that may be long: comments, tags, escaped lines and words over the limit. If a chunk ends inside one,
 * the next chunk continues there and nothing is read twice. Each reading method returns the position after the token,
 * or the length of the chunk.
 */
export class LongToken {
  private mode: Mode = NONE;
  /** The needed part of the token from earlier chunks, and the length of all of it. */
  private pending = '';
  private pendingLength = 0;
  /** Where the token began: in this chunk, or else its line and column. */
  private at = NOT_HERE;
  private line = 0;
  private column = 0;
  /** State of the automaton that finds the end of the token. */
  private state = 0;
  /** Length of a possible tag inside a comment. */
  private tagInside = 0;
  private afterEmptyLine = false;

  constructor(
    private readonly chunk: Chunk,
    private readonly games: GameAssembler,
    private readonly limits: PgnLimits,
  ) {}

  get isOpen(): boolean {
    return this.mode !== NONE;
  }

  braces(at: number): number {
    this.begin(IN_BRACES, at);
    return this.readBraces(at + 1);
  }

  toLineEnd(at: number): number {
    this.begin(TO_LINE_END, at);
    return this.readToLineEnd(at + 1);
  }

  tag(at: number, afterEmptyLine: boolean): number {
    this.begin(IN_TAG, at);
    this.afterEmptyLine = afterEmptyLine;
    return this.readPlainTag(at);
  }

  escaped(at: number): number {
    this.begin(ESCAPED, at);
    return this.readEscaped(at);
  }

  overlongWord(at: number): number {
    this.begin(IN_WORD, at);
    this.refuse('pgn/token-too-long');
    return this.readWord(at + 1);
  }

  /** Continues with the token in a new chunk. */
  resume(): number {
    switch (this.mode) {
      case IN_BRACES:
        return this.readBraces(0);
      case TO_LINE_END:
        return this.readToLineEnd(0);
      case IN_TAG:
        return this.readTag(0, 0);
      case ESCAPED:
        return this.readEscaped(0);
      case IN_WORD:
        return this.readWord(0);
      case NONE:
        return 0;
      default:
        return assertNever(this.mode);
    }
  }

  /** Converts the token's start to line and column before the chunk is dropped. */
  leave(): void {
    if (this.at === NOT_HERE) return;
    this.column = this.chunk.lines.column(this.at);
    this.line = this.chunk.lines.line;
    this.at = NOT_HERE;
  }

  /** Ends the text inside any token. */
  end(): void {
    const { mode, state, pending } = this;
    this.mode = NONE;
    this.pending = '';
    if (mode === IN_BRACES) this.refuse('pgn/comment-unclosed');
    else if (mode === TO_LINE_END) this.addComment(tidyComment(pending), this.chunk.text.length);
    else if (mode === IN_TAG) this.addTag(mayEndTag(state) ? parseTag(pending) : undefined, this.chunk.text.length);
  }

  private begin(mode: Mode, at: number): void {
    this.mode = mode;
    this.pending = '';
    this.pendingLength = 0;
    this.at = at;
    this.state = 0;
  }

  private refuse(problem: PgnProblem): void {
    if (this.at === NOT_HERE) this.games.refuse(problem, this.line, this.column);
    else this.games.refuseAt(problem, this.chunk.lines, this.at);
  }

  private readBraces(from: number): number {
    const { limits } = this;
    const { text, braces, lineBreaks } = this.chunk;
    const n = text.length;
    const close = braces.from(from);
    let { state } = this;
    let isOneLine = true;
    for (let i = from; i < n; i++) {
      // Within a line only the closing brace matters.
      if (state === IN_COMMENT) i = Math.min(close, lineBreaks.from(i), n);
      if (i === close) {
        this.mode = NONE;
        this.finishComment(from, i, isOneLine);
        return i + 1;
      }
      if (i === n) break;
      isOneLine = false;
      state = stepLostBrace(state, text.charCodeAt(i));
      if (state === LOST_BRACE) return this.leaveComment(from, i);
      if (state === AT_TAG) this.tagInside = 1;
      else if (state > AT_TAG && ++this.tagInside > LONGEST_TAG_INSIDE) state = IN_COMMENT;
    }
    this.state = state;
    this.pendingLength += n - from;
    if (this.pendingLength > limits.maxCommentLength) this.refuse('pgn/comment-too-long');
    if (!this.games.isRefused) this.pending += text.slice(from);
    else this.pending = state < AT_TAG ? '' : (this.pending + text.slice(from)).slice(-this.tagInside);
    return n;
  }

  /**
   * A comment whose closing brace is missing ends its game at the tag inside; the text was read up to the tag's first
   * quote.
   */
  private leaveComment(from: number, quote: number): number {
    const length = this.pendingLength + quote - from;
    this.refuse(length > this.limits.maxCommentLength ? 'pgn/comment-too-long' : 'pgn/comment-unclosed');
    this.games.finish();
    const inEarlier = this.tagInside - (quote - from);
    const tag =
      (inEarlier > 0 ? this.pending.slice(-inEarlier) : '') +
      this.chunk.text.slice(Math.max(from, quote - this.tagInside), quote + 1);
    this.begin(IN_TAG, NOT_HERE);
    this.column = this.chunk.lines.column(quote) - this.tagInside;
    this.line = this.chunk.lines.line;
    this.pending = tag;
    this.pendingLength = tag.length;
    this.state = TAG_VALUE;
    this.afterEmptyLine = true;
    return this.readTag(quote + 1, quote + 1);
  }

  private readToLineEnd(from: number): number {
    const { text } = this.chunk;
    const end = this.chunk.lineBreaks.from(from);
    if (end < text.length) {
      this.mode = NONE;
      this.finishComment(from, end, true);
      return end;
    }
    this.pendingLength += text.length - from;
    if (this.pendingLength > this.limits.maxCommentLength) this.refuse('pgn/comment-too-long');
    if (this.games.isRefused) this.pending = '';
    else this.pending += text.slice(from);
    return text.length;
  }

  private finishComment(from: number, to: number, isOneLine: boolean): void {
    const { pending } = this;
    const { text, returns } = this.chunk;
    const read = isOneLine && returns.from(from) >= to ? trimComment : tidyComment;
    if (this.pendingLength + to - from > this.limits.maxCommentLength) this.refuse('pgn/comment-too-long');
    else if (this.games.isRefused) return;
    else if (pending === '') this.addComment(this.chunk.own(read(text, from, to)), to);
    else this.addComment(tidyComment(pending + text.slice(from, to)), to);
  }

  private addComment(comment: string, at: number): void {
    const problem = this.games.comment(comment, this.chunk.base + at);
    if (problem !== undefined) this.refuse(problem);
  }

  /** Most tags have their own line and no quotes in their value; the automaton reads all others. */
  private readPlainTag(from: number): number {
    const { text } = this.chunk;
    const lineBreak = this.chunk.lineBreaks.from(from);
    const end = text.charCodeAt(lineBreak - 1) === 13 ? lineBreak - 1 : lineBreak;
    const close = end - 2;
    if (text.charCodeAt(close) === 34 && text.charCodeAt(close + 1) === 93) {
      let name = from + 1;
      while (isNameCharacter(text.charCodeAt(name))) name++;
      const isPlain = name > from + 1 && text.charCodeAt(name) === 32 && text.charCodeAt(name + 1) === 34;
      if (isPlain && text.indexOf('"', name + 2) === close && this.chunk.backslashes.from(from) > close) {
        this.mode = NONE;
        if (end - from > this.limits.maxTagLength) this.refuse('pgn/tag-too-long');
        else this.addTag({ name: text.slice(from + 1, name), value: text.slice(name + 2, close) }, end);
        return end;
      }
    }
    return this.readTag(from, from + 1);
  }

  /** `body` is where the tag begins in this chunk, `from` where the search for its end continues. */
  private readTag(body: number, from: number): number {
    const { text } = this.chunk;
    const n = text.length;
    let { state } = this;
    for (let i = from; i < n; i++) {
      const code = text.charCodeAt(i);
      if (code === 10) {
        this.mode = NONE;
        this.finishTag(body, i, mayEndTag(state));
        return i;
      }
      const next = stepTag(state, code);
      if (next === TAG_END) {
        this.mode = NONE;
        this.finishTag(body, i + 1, state !== TAG_NAME);
        return i + 1;
      }
      state = next;
    }
    this.state = state;
    this.pendingLength += n - body;
    // Also in a refused game: the tag's name may show that the next game has begun.
    if (this.pendingLength <= this.limits.maxTagLength) this.pending += text.slice(body);
    else {
      this.pending = '';
      this.refuse('pgn/tag-too-long');
    }
    return n;
  }

  private finishTag(from: number, to: number, isQuoted: boolean): void {
    const { pending } = this;
    const { text } = this.chunk;
    if (this.pendingLength + to - from > this.limits.maxTagLength) this.refuse('pgn/tag-too-long');
    else if (!isQuoted) this.addTag(undefined, to);
    else this.addTag(pending === '' ? parseTag(text, from, to) : parseTag(pending + text.slice(from, to)), to);
  }

  private addTag(tag: PgnTag | undefined, at: number): void {
    if (tag === undefined) {
      this.refuse('pgn/tag-malformed');
      return;
    }
    const owned = this.chunk.copies ? { name: this.chunk.own(tag.name), value: this.chunk.own(tag.value) } : tag;
    const problem = this.games.tag(owned, this.afterEmptyLine, this.chunk.base + at);
    if (problem !== undefined) this.refuse(problem);
  }

  private readEscaped(from: number): number {
    const end = this.chunk.lineBreaks.from(from);
    if (end > this.chunk.text.length) return this.chunk.text.length;
    this.mode = NONE;
    return end;
  }

  private readWord(from: number): number {
    const end = this.chunk.wordEnd(from);
    if (end < this.chunk.text.length) this.mode = NONE;
    return end;
  }
}

type Mode = typeof NONE | typeof IN_BRACES | typeof TO_LINE_END | typeof IN_TAG | typeof ESCAPED | typeof IN_WORD;

const NONE = 0;
const IN_BRACES = 1;
const TO_LINE_END = 2;
const IN_TAG = 3;
const ESCAPED = 4;
const IN_WORD = 5;

const NOT_HERE = -1;
const LONGEST_TAG_INSIDE = 255;
