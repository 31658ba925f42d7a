import {
  type Happening,
  type Json,
  type Referee,
  type Refusal,
  type Setup,
  spellChoices,
  type View,
} from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import { type Answer, chanceOf, type JudgedPiece, type Step } from './judge.js';
import { logOf } from './log.js';
import type { Question } from './question.js';

type More = { readonly [name: string]: Json };

/** What a kind of chess tells beyond what all tell. */
export type Telling<Position> = {
  /** Of the last position. */
  readonly answer?: (position: Position) => More;
  /** Of a move, before it is played. */
  readonly step?: (before: Position, move: string) => More;
};

/** Asks a referee about one move after another. */
export async function askReferee<Position>(
  referee: Referee<Position>,
  setup: Setup,
  question: Question,
  telling: Telling<Position> = {},
): Promise<Result<Answer, Refusal>> {
  const chance = chanceOf(question);
  const started = await referee.start({ ...setup, free: question.free }, chance);
  if (!started.ok) return started;
  let { position } = started.value;
  const refusals: (Refusal | null)[] = [];
  const steps: Step[] = [];
  for (const move of question.moves) {
    const more = question.trace ? (telling.step?.(position, move) ?? {}) : {};
    const ruled = await referee.judge(position, move, chance);
    if (ruled.ok) position = ruled.value.after;
    const refusal = ruled.ok ? null : ruled.error;
    refusals.push(refusal);
    if (!question.trace) continue;
    const { turn, pieces, outcome } = referee.view(position, { kind: 'watcher' });
    const happened = ruled.ok ? ruled.value.happened : [];
    steps.push({
      legal: ruled.ok,
      refusal,
      turn,
      pieces: pieces.map(judgedPiece),
      captured: capturedIn(happened),
      log: ruled.ok ? logOf(happened, outcome) : [],
      ...more,
    });
  }
  const view = referee.view(position, { kind: 'watcher' });
  return ok({
    legal: refusals.map((refusal) => refusal === null),
    refusals,
    turn: view.turn,
    fen: view.notation,
    pieces: view.pieces.map(judgedPiece),
    moves: movesIn(referee, view),
    check: view.check.length > 0,
    outcome: view.outcome,
    ...telling.answer?.(position),
    ...(question.trace ? { steps } : {}),
  });
}

const judgedPiece = ({ square, role, color, probability = 1 }: View['pieces'][number]): JudgedPiece => ({
  square,
  role,
  color,
  probability,
});

const movesIn = ({ about }: Referee, { choices }: View): readonly string[] =>
  spellChoices(
    about,
    choices.filter(({ kind }) => kind === 'move' || kind === 'drop'),
  );

const capturedIn = (happened: readonly Happening[]): Step['captured'] =>
  happened.flatMap((one) => (one.kind === 'captured' ? [{ square: one.on, role: one.role, color: one.color }] : []));
