import { type Refusal, refusal } from '../../refusal.js';
import type { PgnLimits } from './limits.js';

/** Why a game is refused: it exceeds a limit, or it is ambiguous. */
export type PgnProblem = keyof typeof PROBLEMS;

const PROBLEMS = {
  'pgn/too-many-tags': ['more than # tags', 'maxTags'],
  'pgn/tag-too-long': ['a tag of more than # characters', 'maxTagLength'],
  'pgn/comment-too-long': ['a comment of more than # characters', 'maxCommentLength'],
  'pgn/token-too-long': ['a word of more than # characters', 'maxTokenLength'],
  'pgn/nesting-too-deep': ['variations nested more than # deep', 'maxDepth'],
  'pgn/too-many-items': ['more than # moves, comments, glyphs and variations', 'maxItems'],
  'pgn/game-too-long': ['a game of more than # characters', 'maxGameLength'],
  'pgn/tag-malformed': ['malformed tag; write [Name "value"] on one line', undefined],
  'pgn/not-a-move': ['a word that is neither a move nor any other PGN token', undefined],
  'pgn/comment-unclosed': ['a comment that is not closed by }', undefined],
  'pgn/comment-unopened': ['} without a comment to close', undefined],
  'pgn/variation-unclosed': ['a variation that is not closed by )', undefined],
  'pgn/variation-unopened': [') without a variation to close', undefined],
  'pgn/variation-misplaced': ['a variation before any move it could replace', undefined],
} as const satisfies { readonly [code: string]: readonly [words: string, limit: keyof PgnLimits | undefined] };

/** Lines and columns count from 1; columns are in UTF-16 units. */
export type PgnRefusal = Refusal & {
  readonly code: PgnProblem;
  readonly facts: { readonly line: number; readonly column: number; readonly limit?: number };
};

export function refuseGame(problem: PgnProblem, line: number, column: number, limits: PgnLimits): PgnRefusal {
  const [words, name] = PROBLEMS[problem];
  const place = `line ${line}, column ${column}`;
  if (name === undefined) return refusal(problem, `${words} (${place})`, { line, column }) as PgnRefusal;
  const limit = limits[name];
  return refusal(problem, `${words.replace('#', String(limit))} (${place})`, { line, column, limit }) as PgnRefusal;
}
