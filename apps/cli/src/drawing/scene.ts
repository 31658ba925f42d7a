import { classicalReferee, type Refusal, type Ruleset, type RulesetCard, refusal, type View } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';

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
};

/** Sets up what is wished for. A position that makes no sense is shown all the same, and said to make none. */
export function sceneOf(ruleset: Ruleset, { position, number, from }: Wish): Result<Scene, Refusal> {
  const referee = classicalReferee(ruleset);
  const usual = typeof ruleset.start === 'string' ? {} : { number: ruleset.start.default };
  const setup = position === undefined ? (number === undefined ? usual : { number }) : { position };
  const strict = referee.start(setup, NO_CHANCE);
  const started = strict.ok ? strict : referee.start({ ...setup, free: true }, NO_CHANCE);
  if (!started.ok) return started;
  const view = referee.view(started.value.position, { kind: 'watcher' });
  const marked = from === undefined ? ok(null) : markedFrom(view, from);
  if (!marked.ok) return marked;
  return ok({ card: referee.about, view, nonsense: strict.ok ? null : strict.error, marked: marked.value });
}

/** A position is given or has a default: nothing is left to chance. */
const NO_CHANCE = { int: () => 0, real: () => 0 };

function markedFrom({ pieces, choices }: View, from: string): Result<Marked, Refusal> {
  if (!pieces.some(({ square }) => square === from)) {
    return err(refusal('show/no-piece', `There is no piece on ${from.slice(0, 20)}.`));
  }
  const to = choices.flatMap((choice) => (choice.kind === 'move' && choice.from === from ? choice.to : []));
  return ok({ from, to: [...new Set(to)] });
}
