import { type Inspection, type Json, type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';

/** Reads the fields of an inspection and computes its result; refuses the first field that is missing or wrong. */
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

/** Number of boards listed by default, and at most. */
const USUAL_BOARDS = 16;
const MOST_BOARDS = 64;

export const boardLimit = ({ most = USUAL_BOARDS }: Inspection): number => Math.max(1, Math.min(most, MOST_BOARDS));

export const NOT_A_MERGE: Refusal = refusal(
  'quantum/not-a-merge',
  'This move is not a merge; write a merge as a3c3^b5.',
);

function squareOf<S>(
  about: string,
  name: string,
  text: string | undefined,
  parse: (text: string) => S | undefined,
): Result<S, Refusal> {
  if (text === undefined) return err(missing(about, name));
  const square = parse(text);
  if (square !== undefined) return ok(square);
  const given = text.slice(0, 8);
  return err(refusal('quantum/no-such-square', `"${given}" is not a square of this board.`, { square: given }));
}

const missing = (about: string, needs: string): Refusal =>
  refusal('quantum/incomplete-inspection', `The inspection "${about}" needs the field "${needs}".`, { about, needs });
