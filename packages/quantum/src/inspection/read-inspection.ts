import { type Inspection, type Json, type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';

/** Reads the words of an inspection and answers with them; the first word that is missing or wrong is refused. */
export function withSquare<S>(
  { about, square }: Inspection,
  parse: (text: string) => S | undefined,
  answer: (square: S) => Json,
): Result<Json, Refusal> {
  const found = squareOf(about, 'square', square, parse);
  return found.ok ? ok(answer(found.value)) : found;
}

export function withSquares<S>(
  inspection: Inspection,
  parse: (text: string) => S | undefined,
  answer: (square: S, other: S) => Json,
): Result<Json, Refusal> {
  const { about, other } = inspection;
  const second = squareOf(about, 'other', other, parse);
  return second.ok ? withSquare(inspection, parse, (first) => answer(first, second.value)) : second;
}

export function withMove<M>(
  { about, move }: Inspection,
  read: (text: string) => Result<M, Refusal>,
  answer: (move: M) => Result<Json, Refusal>,
): Result<Json, Refusal> {
  if (move === undefined) return err(missing(about, 'move'));
  const found = read(move);
  return found.ok ? answer(found.value) : found;
}

/** How many boards are told unless somebody says, and at most. */
const USUAL_BOARDS = 16;
const MOST_BOARDS = 64;

export const boardsWanted = ({ most = USUAL_BOARDS }: Inspection): number => Math.max(1, Math.min(most, MOST_BOARDS));

export const NO_MERGE: Refusal = refusal('quantum/not-a-merge', 'This is about merges, written as a3c3^b5.');

function squareOf<S>(
  about: string,
  name: string,
  text: string | undefined,
  parse: (text: string) => S | undefined,
): Result<S, Refusal> {
  if (text === undefined) return err(missing(about, name));
  const square = parse(text);
  if (square !== undefined) return ok(square);
  return err(refusal('quantum/no-such-square', `"${text.slice(0, 8)}" is no square of this board.`));
}

const missing = (about: string, needs: string): Refusal =>
  refusal('quantum/incomplete-inspection', `To inspect "${about}", say which ${needs}.`, { about, needs });
