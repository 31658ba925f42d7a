import { evolveRuled, type Fact, type Game, type GameId, type Instant, noGame } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Referee, Ruling } from '@chessmith/rules';

/** A game in memory: a cache of its facts, replaced step by step by whoever holds its lock. */
export type LiveGame = {
  readonly id: GameId;
  game: Game;
  /** Until the game is configured nobody judges it. */
  referee: Referee;
  createdAt: Instant | null;
  endedAt: Instant | null;
  readonly loadedAt: Instant;
  /** About how many bytes it took when it was last looked at; 0 while it is not among the games in memory. */
  bytes: number;
  /** The referee whose rules count as held by this game; null while it is not among the games in memory. */
  countedReferee: Referee | null;
  /** When people of this game last gave a sign of life; presence is fleeting and no fact. */
  readonly lastSeen: Map<PersonId, Instant>;
};

/** One fact, and the game before and after it. */
export type FactStep = {
  readonly id: GameId;
  readonly referee: Referee;
  readonly before: Game;
  readonly fact: Fact;
  readonly after: Game;
};

export const emptyLiveGame = (id: GameId, loadedAt: Instant): LiveGame => ({
  id,
  game: noGame(),
  referee: NO_REFEREE,
  createdAt: null,
  endedAt: null,
  loadedAt,
  bytes: 0,
  countedReferee: null,
  lastSeen: new Map(),
});

/** A game and one of its moves in memory, as measured with ordinary chess. */
const GAME_BYTES = 5000;
const MOVE_BYTES = 300;

/** About how many bytes a game takes. */
export function sizeOf({ game: { board }, referee }: LiveGame): number {
  if (board === null) return GAME_BYTES;
  return GAME_BYTES + MOVE_BYTES * board.moves.length + (referee.weight?.(board.position) ?? 0);
}

/**
 * The steps that facts lead through from a game; nothing is changed. `judged` is the position that the referee has just
 * given with its ruling on the one move among the facts: the same that replaying the move would give, so that it need
 * not be played and looked at twice.
 */
export function stepsFrom(
  id: GameId,
  referee: Referee,
  game: Game,
  facts: readonly Fact[],
  judged?: Ruling<unknown>,
): readonly FactStep[] {
  let before = game;
  return facts.map((fact) => {
    const after = evolveRuled(referee, before, [fact], judged ?? null);
    const step = { id, referee, before, fact, after };
    before = step.after;
    return step;
  });
}

/** Works out the positions of a step, where that may take long: whoever is told of it can look at them at once. */
export async function prepare({ referee, before, after }: FactStep): Promise<void> {
  if (referee.prepare === undefined) return;
  for (const { board } of [before, after]) if (board !== null) await referee.prepare(board.position);
}

/** Moves the game in memory on. */
export function takeSteps(live: LiveGame, steps: readonly FactStep[]): void {
  const last = steps.at(-1);
  if (last === undefined) return;
  live.game = last.after;
  live.referee = last.referee;
  live.createdAt ??= steps[0]!.fact.at;
  live.endedAt ??= endIn(steps);
}

/** When these steps end the game, if they do. */
export const endIn = (steps: readonly Pick<FactStep, 'fact'>[]): Instant | null =>
  steps.find(({ fact }) => fact.type === 'GameEnded')?.fact.at ?? null;

function failUnconfigured(): never {
  throw new Error('this game is not configured, so nobody judges it');
}

/** Stands in before a ruleset is chosen. */
export const NO_REFEREE: Referee = {
  about: { name: 'none', title: 'None', summary: 'No rules yet.', files: 1, ranks: 1, roles: [] },
  start: failUnconfigured,
  judge: failUnconfigured,
  resume: failUnconfigured,
  replay: failUnconfigured,
  view: failUnconfigured,
  snapshot: failUnconfigured,
  restore: failUnconfigured,
};
