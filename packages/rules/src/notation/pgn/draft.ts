import type { PgnGame, PgnLine, PgnNote, PgnResult, PgnTag } from './game.js';
import type { PgnLimits } from './limits.js';
import type { PgnProblem } from './problem.js';

/**
 * The game that is being read. Each method adds one thing and answers with the problem that forbids it.
 *
 * The moves of all open lines are on one stack, those of the innermost on top, and so are their notes: nesting costs no
 * recursion, a line that closes is cut off with exactly its length, and the stacks serve one game after the other.
 */
export class Draft {
  result: PgnResult | undefined;
  private tags: PgnTag[] = [];
  private moves: string[] = [];
  private notes: DraftNote[] = [];
  private readonly waiting: Waiting[] = [];
  private items = 0;

  /** Of the innermost line: the comments before it, and its part of the stacks. */
  private before: string[] = NONE;
  private firstMove = 0;
  private endOfMoves = 0;
  private firstNote = 0;
  private endOfNotes = 0;
  /** About the last move, once there is something to say. */
  private note: DraftNote | undefined;

  constructor(private readonly limits: PgnLimits) {}

  get isEmpty(): boolean {
    return this.tags.length === 0 && this.endOfMoves === 0 && this.result === undefined;
  }

  /** Of the innermost line. */
  get hasMoves(): boolean {
    return this.endOfMoves > this.firstMove;
  }

  /** Where the innermost variation that is still open began. */
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

  /** A glyph before any move is about nothing and is left out. */
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

  /** A variation without moves and comments leaves no trace. */
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
    // The note is made only now, above the variation's own notes, which have just been cut off.
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
    // A large game is not kept alive by its place on the stacks.
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

/** Shared by everything that has none of something; a list of its own replaces it before anything is added. */
const NONE: never[] = [];
Object.freeze(NONE);

const KEPT = 1024;

function taggedResult(tags: readonly PgnTag[]): PgnResult {
  const value = tags.find((tag) => tag.name === 'Result')?.value;
  return value === '1-0' || value === '0-1' || value === '1/2-1/2' ? value : '*';
}
