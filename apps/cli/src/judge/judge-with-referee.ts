import {
  type Happening,
  type Json,
  listMoves,
  type Outcome,
  type Referee,
  type Refusal,
  type Ruling,
  type Setup,
  type View,
} from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import { type Answer, chanceOf, type JudgedPiece, type Step } from './judge.js';
import { logOf } from './log.js';
import type { Question } from './question.js';

type More = { readonly [name: string]: Json };

/** What a kind of chess tells beyond what all tell, or in words of its own. */
export type Telling<Position> = {
  /** Of the last position. */
  readonly answer?: (position: Position) => More;
  /** Of a move: the position before it, and what was ruled, or null where it was refused. */
  readonly step?: (before: Position, move: string, ruling: Ruling<Position> | null) => More;
  readonly pieces?: (view: View) => readonly JudgedPiece[];
  readonly log?: (happened: readonly Happening[], outcome: Outcome | null) => readonly string[];
};

/** Asks a referee about one move after another. In free analysis nothing is secret. */
export async function askReferee<Position>(
  referee: Referee<Position>,
  setup: Setup,
  question: Question,
  telling: Telling<Position> = {},
): Promise<Result<Answer, Refusal>> {
  const { answer, step, pieces = judgedPieces, log = logOf } = telling;
  const chance = chanceOf(question);
  const started = await referee.start({ ...setup, free: question.free }, chance);
  if (!started.ok) return started;
  let { position } = started.value;
  const look = () => referee.view(position, { kind: question.free ? 'all' : 'watcher' });
  const refusals: (Refusal | null)[] = [];
  const steps: Step[] = [];
  for (const move of question.moves) {
    const before = position;
    const ruled = await referee.judge(position, move, chance);
    if (ruled.ok) position = ruled.value.after;
    const refusal = ruled.ok ? null : ruled.error;
    refusals.push(refusal);
    if (!question.trace) continue;
    const view = look();
    const happened = ruled.ok ? ruled.value.happened : [];
    steps.push({
      legal: ruled.ok,
      refusal,
      turn: view.turn,
      pieces: pieces(view),
      captured: capturedIn(happened),
      log: ruled.ok ? log(happened, view.outcome) : [],
      ...step?.(before, move, ruled.ok ? ruled.value : null),
    });
  }
  const view = look();
  return ok({
    legal: refusals.map((refusal) => refusal === null),
    refusals,
    turn: view.turn,
    fen: view.notation,
    pieces: pieces(view),
    moves: movesIn(referee, view),
    check: view.check.length > 0,
    outcome: view.outcome,
    ...answer?.(position),
    ...(question.trace ? { steps } : {}),
  });
}

export const judgedPieces = ({ pieces }: View): readonly JudgedPiece[] =>
  pieces.map(({ square, role, color, probability = 1 }) => ({ square, role, color, probability }));

const movesIn = ({ about }: Referee, { choices }: View): readonly string[] =>
  listMoves(
    about,
    choices.filter(({ kind }) => kind === 'move' || kind === 'drop'),
  );

const capturedIn = (happened: readonly Happening[]): Step['captured'] =>
  happened.flatMap((one) => (one.kind === 'captured' ? [{ square: one.on, role: one.role, color: one.color }] : []));
