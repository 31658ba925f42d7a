import { evolve, type Fact, type Game, type GameId, type Instant, noGame, type Reached } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Referee } from '@chessmith/rules';

/** A game in memory: a cache of its facts. Only the holder of the game's lock changes it. */
export type LiveGame = {
  readonly id: GameId;
  game: Game;
  /** `NO_REFEREE` until the game is configured. */
  referee: Referee;
  createdAt: Instant | null;
  endedAt: Instant | null;
  readonly loadedAt: Instant;
  /** Estimated size when last counted; 0 while the game is not in `LiveGames`. */
  bytes: number;
  /** The referee whose compiled rules this game is counted for; null while the game is not in `LiveGames`. */
  countedReferee: Referee | null;
  /** When players were last seen, by command or connection. Not stored. */
  readonly lastSeen: Map<PersonId, Instant>;
};

/** One fact with the game before and after it. */
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

/** Bytes of a game in memory and of each of its moves, measured with standard chess. */
const GAME_BYTES = 5000;
const MOVE_BYTES = 300;

/** Estimated size of a game in bytes. */
export function sizeOf({ game: { board }, referee }: LiveGame): number {
  if (board === null) return GAME_BYTES;
  return GAME_BYTES + MOVE_BYTES * board.moves.length + (referee.cost?.weight?.(board.position) ?? 0);
}

/**
 * Applies facts one by one and returns each step; changes nothing. `reached` is the position after the one move among
 * the facts, if it is known: the move is not replayed then.
 */
export function stepsFrom(
  id: GameId,
  referee: Referee,
  game: Game,
  facts: readonly Fact[],
  reached: Reached<unknown> | null = null,
): readonly FactStep[] {
  let before = game;
  return facts.map((fact) => {
    const after = evolve(referee)(before, fact, reached);
    const step = { id, referee, before, fact, after };
    before = step.after;
    return step;
  });
}

/** Prepares the positions of a step, where that takes long, before subscribers look at them. */
export async function prepare({ referee, before, after }: FactStep): Promise<void> {
  const { cost } = referee;
  if (cost?.prepare === undefined) return;
  for (const { board } of [before, after]) if (board !== null) await cost.prepare(board.position);
}

/** Applies steps to the game in memory. */
export function takeSteps(live: LiveGame, steps: readonly FactStep[]): void {
  const last = steps.at(-1);
  if (last === undefined) return;
  live.game = last.after;
  live.referee = last.referee;
  live.createdAt ??= steps[0]!.fact.at;
  live.endedAt ??= endIn(steps);
}

/** When these steps end the game; null if they do not. */
export const endIn = (steps: readonly Pick<FactStep, 'fact'>[]): Instant | null =>
  steps.find(({ fact }) => fact.type === 'GameEnded')?.fact.at ?? null;

function failUnconfigured(): never {
  throw new Error('this game is not configured and has no referee');
}

/** The referee of a game that has no ruleset yet. */
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
