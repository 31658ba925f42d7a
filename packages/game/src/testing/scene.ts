import {
  type Chance,
  classicalReferee,
  type Referee,
  type Refusal,
  type Ruling,
  type Setup,
  type Start,
  standard,
} from '@chessmith/rules';
import { assertNever, mapOk, type Result, seededRandom } from '@chessmith/std';
import type { Command } from '../commands.js';
import { decide, type RefereeRequest } from '../decide/decide.js';
import type { DecisionInput } from '../decision-input.js';
import { evolve } from '../evolve.js';
import type { Fact } from '../facts.js';
import { type Game, noGame } from '../game.js';
import type { GameId } from '../ids.js';
import type { GameRefusal } from '../refusals.js';
import { type Instant, instantAt } from '../units.js';

/** A referee without promises. */
export interface SyncReferee<P = unknown> extends Referee<P> {
  start(setup: Setup, chance: Chance): Result<Start<P>, Refusal>;
  judge(position: P, move: string, chance: Chance): Result<Ruling<P>, Refusal>;
}

/** A game with its facts, its referee and the current time. */
export type Scene = {
  readonly referee: SyncReferee;
  readonly facts: readonly Fact[];
  readonly game: Game<unknown>;
  readonly now: Instant;
};

export const NOON: Instant = instantAt(Date.UTC(2026, 0, 1, 12));
export const NEXT_GAME = '9Rematch9999' as GameId;

/** A scene without a game. */
export const emptyScene = (referee: SyncReferee = classicalReferee(standard)): Scene => ({
  referee,
  facts: [],
  game: noGame(),
  now: NOON,
});

export type ExtraInput = Omit<DecisionInput<unknown>, 'now' | 'start' | 'ruling'>;

/** Decides a command as the service does, with the referee's result if it is needed, and applies the facts. */
export function play(scene: Scene, command: Command, more: ExtraInput = {}): Result<Scene, GameRefusal> {
  const input = { nextGame: NEXT_GAME, ...more, now: scene.now };
  const first = decide(scene.referee)(scene.game, command, input);
  if (!first.ok) return first;
  const decided =
    first.value.kind === 'facts'
      ? first
      : decide(scene.referee)(scene.game, command, { ...input, ...askReferee(scene, first.value) });
  return mapOk(decided, (decision) => {
    if (decision.kind !== 'facts') throw new Error(`the decision asks for ${decision.kind} again`);
    const { facts, reached } = decision;
    const game = facts.reduce((before, fact) => evolve(scene.referee)(before, fact, reached), scene.game);
    return { ...scene, facts: [...scene.facts, ...facts], game };
  });
}

function askReferee({ referee, game }: Scene, request: RefereeRequest): Partial<DecisionInput<unknown>> {
  switch (request.kind) {
    case 'start':
      return { start: referee.start(request.setup, chance()) };
    case 'ruling':
      return { ruling: referee.judge(game.board!.position, request.move, chance()) };
    case 'next-game':
      return {};
    default:
      return assertNever(request);
  }
}

function chance(): Chance {
  const random = seededRandom(1);
  return { int: (bound) => random.int(bound), real: () => random.next() };
}
