import { type Referee, type Refusal, type RulesetCard, refusal, type View } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import type { Seat } from '../referee-option.js';

/** What there is to draw. */
export type Scene = {
  readonly card: RulesetCard;
  readonly view: View;
  /** Why nobody could play on from here, if so. */
  readonly nonsense: Refusal | null;
  /** Where the chosen piece may go. */
  readonly marked: Marked | null;
};

export type Marked = { readonly from: string; readonly to: readonly string[] };

export type Wish = {
  readonly position: string | undefined;
  readonly number: number | undefined;
  readonly from: string | undefined;
  /** Played first, in free analysis. */
  readonly moves: readonly string[];
};

/** Sets up what is wished for. A position that makes no sense is shown all the same, and said to make none. */
export async function sceneOf({ referee, usual }: Seat, wish: Wish): Promise<Result<Scene, Refusal>> {
  const { position, number, from, moves } = wish;
  const setup = position === undefined ? (number === undefined ? usual : { number }) : { position };
  const strict = await referee.start(setup, FIRST_LOT);
  const free = !strict.ok || moves.length > 0;
  const opened = free ? await referee.start({ ...setup, free }, FIRST_LOT) : strict;
  // A script knows no analysis; its moves are played by the rules.
  const started = opened.ok ? opened : strict;
  if (!started.ok) return started;
  const reached = await playAll(referee, started.value.position, moves);
  if (!reached.ok) return reached;
  const view = referee.view(reached.value, { kind: 'watcher' });
  const marked = from === undefined ? ok(null) : markedFrom(view, from);
  if (!marked.ok) return marked;
  return ok({ card: referee.about, view, nonsense: strict.ok ? null : strict.error, marked: marked.value });
}

async function playAll(referee: Referee, start: unknown, moves: readonly string[]): Promise<Result<unknown, Refusal>> {
  let position = start;
  for (const move of moves) {
    const ruled = await referee.judge(position, move, FIRST_LOT);
    if (!ruled.ok) return err(refusal(ruled.error.code, `${move.slice(0, 40)}: ${ruled.error.message}`));
    position = ruled.value.after;
  }
  return ok(position);
}

/** The same picture every time: measurements succeed, and coins show their first face. */
const FIRST_LOT = { int: () => 0, real: () => 0 };

function markedFrom({ pieces, choices }: View, from: string): Result<Marked, Refusal> {
  if (!pieces.some(({ square }) => square === from)) {
    return err(refusal('show/no-piece', `There is no piece on ${from.slice(0, 20)}.`));
  }
  const to = choices.flatMap((choice) => (choice.kind === 'move' && choice.from === from ? choice.to : []));
  return ok({ from, to: [...new Set(to)] });
}
