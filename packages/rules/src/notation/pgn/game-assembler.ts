import { err, ok, type Result } from '@chessmith/std';
import type { PgnGame, PgnResult, PgnTag } from './game.js';
import { GameDraft } from './game-draft.js';
import type { PgnLimits } from './limits.js';
import type { LineCounter } from './line-counter.js';
import { type PgnProblem, type PgnRefusal, refuseGame } from './problem.js';

/** A game, or the reason why it was refused. */
export type PgnReading = Result<PgnGame, PgnRefusal>;

/**
 * Assembles games from the tokens of the reader and decides where one game ends and the next begins. A refused game is
 * parsed to its end but not stored, so that the next game is found. Offsets count from the start of the whole text.
 * Each method returns the problem that prevents the addition.
 */
export class GameAssembler {
  /** `ended`: the result was read, so only comments on the same line can follow. */
  stage: 'tags' | 'moves' | 'ended' = 'tags';
  private readonly draft: GameDraft;
  private refusal: PgnRefusal | undefined;
  private done: PgnReading[] = [];
  /** Open parentheses, also in a refused game. */
  private depth = 0;
  private firstTag = '';
  /** The offset at which the game becomes too long; unknown until it has begun. */
  private end = NOT_BEGUN;

  constructor(private readonly limits: PgnLimits) {
    this.draft = new GameDraft(limits);
  }

  /** The games completed since the last call. */
  take(): PgnReading[] {
    const { done } = this;
    this.done = [];
    return done;
  }

  /** Whether the current game is refused and need not be stored. */
  get isRefused(): boolean {
    return this.refusal !== undefined;
  }

  refuse(problem: PgnProblem, line: number, column: number): void {
    if (this.refusal !== undefined) return;
    this.refusal = refuseGame(problem, line, column, this.limits);
    this.draft.clear();
  }

  refuseAt(problem: PgnProblem, lines: LineCounter, at: number): void {
    if (this.refusal !== undefined) return;
    const column = lines.column(at);
    this.refuse(problem, lines.line, column);
  }

  /**
   * Consecutive tags belong to one game, unless an empty line separates them and the first tag repeats. The first tag
   * of a refused game may be unknown, but most games begin with Event.
   */
  tag(tag: PgnTag, afterEmptyLine: boolean, offset: number): PgnProblem | undefined {
    if (afterEmptyLine && (tag.name === this.firstTag || (this.isRefused && tag.name === 'Event'))) this.finish();
    if (this.firstTag === '') this.firstTag = tag.name;
    if (this.refusal !== undefined) return undefined;
    if (offset > this.end && this.isTooLong(offset)) return 'pgn/game-too-long';
    return this.draft.tag(tag);
  }

  moveNumber(number: number, dots: number, afterEmptyLine: boolean): void {
    const mayBegin = number === 1 && dots === 1 && afterEmptyLine && this.stage === 'moves';
    if (mayBegin && (this.isRefused || (this.depth === 0 && this.draft.hasMoves))) this.finish();
    if (this.stage !== 'moves') this.enterMoves();
  }

  move(move: string, offset: number): PgnProblem | undefined {
    if (this.stage !== 'moves') this.enterMoves();
    if (this.refusal !== undefined) return undefined;
    if (offset > this.end && this.isTooLong(offset)) return 'pgn/game-too-long';
    return this.draft.move(move);
  }

  comment(text: string, offset: number): PgnProblem | undefined {
    if (this.refusal !== undefined || text === '') return undefined;
    if (offset > this.end && this.isTooLong(offset)) return 'pgn/game-too-long';
    return this.draft.comment(text);
  }

  nag(nag: number, offset: number): PgnProblem | undefined {
    if (this.refusal !== undefined) return undefined;
    if (offset > this.end && this.isTooLong(offset)) return 'pgn/game-too-long';
    return this.draft.nag(nag);
  }

  open(line: number, column: number, offset: number): PgnProblem | undefined {
    if (this.stage !== 'moves') this.enterMoves();
    this.depth++;
    if (this.refusal !== undefined) return undefined;
    if (offset > this.end && this.isTooLong(offset)) return 'pgn/game-too-long';
    return this.draft.open(line, column);
  }

  close(): PgnProblem | undefined {
    if (this.depth > 0) this.depth--;
    return this.refusal === undefined ? this.draft.close() : undefined;
  }

  /** The result of a variation is not the result of the game. */
  result(result: PgnResult): void {
    if (this.depth > 0 || this.stage === 'ended') return;
    this.stage = 'ended';
    if (this.refusal === undefined) this.draft.result = result;
  }

  finish(): void {
    const { opened } = this.draft;
    if (opened !== undefined) this.refuse('pgn/variation-unclosed', opened.line, opened.column);
    if (this.refusal !== undefined) this.done.push(err(this.refusal));
    else if (!this.draft.isEmpty) this.done.push(ok(this.draft.game()));
    this.stage = 'tags';
    this.draft.clear();
    this.refusal = undefined;
    this.depth = 0;
    this.firstTag = '';
    this.end = NOT_BEGUN;
  }

  private enterMoves(): void {
    if (this.stage === 'ended') this.finish();
    this.stage = 'moves';
  }

  private isTooLong(offset: number): boolean {
    if (this.end !== NOT_BEGUN) return true;
    this.end = offset + this.limits.maxGameLength;
    return false;
  }
}

const NOT_BEGUN = -1;
