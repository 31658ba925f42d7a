import type { PgnGame, PgnLine, PgnNote, PgnResult, PgnTag } from './game.js';
import type { PgnLimits } from './limits.js';
import type { PgnProblem } from './problem.js';

/**
 * The game being read. Each method adds one item and returns the problem that prevents it.
 *
 * The moves of all open lines share one stack, the innermost on top, and so do their notes. Nesting needs no recursion,
 * a closed line is sliced off at its exact length, and the stacks are reused for the next game.
 */
export class GameDraft {
  result: PgnResult | undefined;
  private tags: PgnTag[] = [];
  private moves: string[] = [];
  private notes: DraftNote[] = [];
  private readonly waiting: Waiting[] = [];
  private items = 0;

  /** For the innermost line: the comments before its first move, and its part of the stacks. */
  private before: string[] = NONE;
  private firstMove = 0;
  private endOfMoves = 0;
  private firstNote = 0;
  private endOfNotes = 0;
  /** The note on the last move, if it has one. */
  private note: DraftNote | undefined;

  constructor(private readonly limits: PgnLimits) {}

  get isEmpty(): boolean {
    return this.tags.length === 0 && this.endOfMoves === 0 && this.result === undefined;
  }

  /** Whether the innermost line has moves. */
  get hasMoves(): boolean {
    return this.endOfMoves > this.firstMove;
  }

  /** Where the innermost open variation began. */
  get opened(): { readonly line: number; readonly column: number } | undefined {
    return this.waiting.at(-1);
  }

  tag(tag: PgnTag): PgnProblem | undefined {
    if (this.tags.length >= this.limits.maxTags) return 'pgn/too-many-tags';
    this.tags.push(tag);
    return undefined;
  }

  move(move: string): PgnProblem | undefined {
    if (++this.items > this.limits.maxItems) return 'pgn/too-many-items';
    this.moves[this.endOfMoves++] = move;
    this.note = undefined;
    return undefined;
  }

  comment(text: string): PgnProblem | undefined {
    if (++this.items > this.limits.maxItems) return 'pgn/too-many-items';
    if (!this.hasMoves) {
      if (this.before === NONE) this.before = [text];
      else this.before.push(text);
      return undefined;
    }
    const note = this.note ?? this.addNote();
    if (note.comments === NONE) note.comments = [text];
    else note.comments.push(text);
    return undefined;
  }

  /** A glyph before any move has no meaning and is dropped. */
  nag(nag: number): PgnProblem | undefined {
    if (!this.hasMoves) return undefined;
    if (++this.items > this.limits.maxItems) return 'pgn/too-many-items';
    const note = this.note ?? this.addNote();
    if (note.nags === NONE) note.nags = [nag];
    else note.nags.push(nag);
    return undefined;
  }

  open(line: number, column: number): PgnProblem | undefined {
    if (!this.hasMoves) return 'pgn/variation-misplaced';
    if (this.waiting.length >= this.limits.maxDepth) return 'pgn/nesting-too-deep';
    if (++this.items > this.limits.maxItems) return 'pgn/too-many-items';
    const { before, firstMove, firstNote, note } = this;
    this.waiting.push({ line, column, before, firstMove, firstNote, note });
    this.before = NONE;
    this.firstMove = this.endOfMoves;
    this.firstNote = this.endOfNotes;
    this.note = undefined;
    return undefined;
  }

  /** A variation without moves and comments is dropped. */
  close(): PgnProblem | undefined {
    const outer = this.waiting.pop();
    if (outer === undefined) return 'pgn/variation-unopened';
    const variation = this.hasMoves || this.before !== NONE ? this.line() : undefined;
    this.before = outer.before;
    this.endOfMoves = this.firstMove;
    this.firstMove = outer.firstMove;
    this.endOfNotes = this.firstNote;
    this.firstNote = outer.firstNote;
    this.note = outer.note;
    if (variation === undefined) return undefined;
    // Create the note now, after the notes of the variation were cut off the stack.
    const note = this.note ?? this.addNote();
    if (note.variations === NONE) note.variations = [variation];
    else note.variations.push(variation);
    return undefined;
  }

  game(): PgnGame {
    return { tags: this.tags, line: this.line(), result: this.result ?? taggedResult(this.tags) };
  }

  clear(): void {
    this.result = undefined;
    this.tags = [];
    // Do not keep the strings of a large game alive on the stacks.
    if (this.endOfMoves > KEPT) this.moves = [];
    if (this.endOfNotes > KEPT) this.notes = [];
    this.waiting.length = 0;
    this.items = 0;
    this.before = NONE;
    this.firstMove = 0;
    this.endOfMoves = 0;
    this.firstNote = 0;
    this.endOfNotes = 0;
    this.note = undefined;
  }

  private line(): PgnLine {
    const { before, firstMove, endOfMoves, firstNote, endOfNotes } = this;
    const notes: readonly PgnNote[] = endOfNotes > firstNote ? this.notes.slice(firstNote, endOfNotes) : NONE;
    return { before, moves: this.moves.slice(firstMove, endOfMoves), notes };
  }

  private addNote(): DraftNote {
    const note = { at: this.endOfMoves - this.firstMove - 1, nags: NONE, comments: NONE, variations: NONE };
    this.notes[this.endOfNotes++] = note;
    this.note = note;
    return note;
  }
}

type DraftNote = { at: number; nags: number[]; comments: string[]; variations: PgnLine[] };

type Waiting = {
  readonly line: number;
  readonly column: number;
  readonly before: string[];
  readonly firstMove: number;
  readonly firstNote: number;
  readonly note: DraftNote | undefined;
};

/** Shared by all empty lists; it is replaced, never changed, before an item is added. */
const NONE: never[] = [];
Object.freeze(NONE);

const KEPT = 1024;

function taggedResult(tags: readonly PgnTag[]): PgnResult {
  const value = tags.find((tag) => tag.name === 'Result')?.value;
  return value === '1-0' || value === '0-1' || value === '1/2-1/2' ? value : '*';
}
