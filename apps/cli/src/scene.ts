import type { Marked, Scene } from '@chessmith/drawing';
import { type Referee, type Refusal, refusal, type View } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import type { LoadedReferee } from './referee-option.js';

export type SceneOptions = {
  readonly position: string | undefined;
  readonly number: number | undefined;
  readonly from: string | undefined;
  /** Moves to play before drawing; either side may move. */
  readonly moves: readonly string[];
};

/** Sets up the scene. An invalid position is drawn as well, with the reason why it is invalid. */
export async function sceneOf(
  { referee, usual }: LoadedReferee,
  options: SceneOptions,
): Promise<Result<Scene, Refusal>> {
  const { position, number, from, moves } = options;
  const setup = position === undefined ? (number === undefined ? usual : { number }) : { position };
  const strict = await referee.start(setup, FIRST_CHOICE);
  const free = !strict.ok || moves.length > 0;
  const opened = free ? await referee.start({ ...setup, free }, FIRST_CHOICE) : strict;
  // Scripts have no free analysis; their moves are played by the rules.
  const started = opened.ok ? opened : strict;
  if (!started.ok) return started;
  const reached = await playAll(referee, started.value.position, moves);
  if (!reached.ok) return reached;
  const view = referee.view(reached.value, { kind: 'watcher' });
  const marked = from === undefined ? ok(null) : markedFrom(view, from);
  if (!marked.ok) return marked;
  return ok({ card: referee.about, view, invalid: strict.ok ? null : strict.error, marked: marked.value });
}

async function playAll(referee: Referee, start: unknown, moves: readonly string[]): Promise<Result<unknown, Refusal>> {
  let position = start;
  for (const move of moves) {
    const ruled = await referee.judge(position, move, FIRST_CHOICE);
    if (!ruled.ok) return err(refusal(ruled.error.code, `${move.slice(0, 40)}: ${ruled.error.message}`));
    position = ruled.value.after;
  }
  return ok(position);
}

/** Makes the drawing repeatable: measurements succeed, and coins show their first side. */
const FIRST_CHOICE = { int: () => 0, real: () => 0 };

function markedFrom({ pieces, choices }: View, from: string): Result<Marked, Refusal> {
  if (!pieces.some(({ square }) => square === from)) {
    return err(refusal('show/no-piece', `There is no piece on ${from.slice(0, 20)}.`));
  }
  const to = choices.flatMap((choice) => (choice.kind === 'move' && choice.from === from ? choice.to : []));
  return ok({ from, to: [...new Set(to)] });
}
