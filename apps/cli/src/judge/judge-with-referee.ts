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
import { chanceOf, type JudgedMove, type JudgedPiece, type JudgeResponse } from './judge.js';
import type { JudgeRequest } from './judge-request.js';
import { logOf } from './log.js';

type More = { readonly [name: string]: Json };

/** How a kind of chess extends the common response. */
export type ResponseExtensions<Position> = {
  /** Additional fields for the last position. */
  readonly answer?: (position: Position) => More;
  /** Additional fields for a move: from the position before it, and the ruling, or null if it was refused. */
  readonly step?: (before: Position, move: string, ruling: Ruling<Position> | null) => More;
  readonly pieces?: (view: View) => readonly JudgedPiece[];
  readonly log?: (happened: readonly Happening[], outcome: Outcome | null) => readonly string[];
};

/** Plays the moves of a request with a referee. In free analysis nothing is secret. */
export async function judgeWithReferee<Position>(
  referee: Referee<Position>,
  setup: Setup,
  request: JudgeRequest,
  extensions: ResponseExtensions<Position> = {},
): Promise<Result<JudgeResponse, Refusal>> {
  const { answer, step, pieces = judgedPieces, log = logOf } = extensions;
  const chance = chanceOf(request);
  const started = await referee.start({ ...setup, free: request.free }, chance);
  if (!started.ok) return started;
  let { position } = started.value;
  const look = () => referee.view(position, { kind: request.free ? 'all' : 'watcher' });
  const refusals: (Refusal | null)[] = [];
  const steps: JudgedMove[] = [];
  for (const move of request.moves) {
    const before = position;
    const ruled = await referee.judge(position, move, chance);
    if (ruled.ok) position = ruled.value.after;
    const refusal = ruled.ok ? null : ruled.error;
    refusals.push(refusal);
    if (!request.trace) continue;
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
    ...(request.trace ? { steps } : {}),
  });
}

export const judgedPieces = ({ pieces }: View): readonly JudgedPiece[] =>
  pieces.map(({ square, role, color, probability = 1 }) => ({ square, role, color, probability }));

const movesIn = ({ about }: Referee, { choices }: View): readonly string[] =>
  listMoves(
    about,
    choices.filter(({ kind }) => kind === 'move' || kind === 'drop'),
  );

const capturedIn = (happened: readonly Happening[]): JudgedMove['captured'] =>
  happened.flatMap((one) => (one.kind === 'captured' ? [{ square: one.on, role: one.role, color: one.color }] : []));
