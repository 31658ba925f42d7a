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
import { execute, precheck, type RefereeRequest } from '../decide/decide.js';
import type { DecisionInput } from '../decide/decision-input.js';
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

/** Executes a command as the service does: precheck, ask the referee, execute, append the facts. */
export function play(scene: Scene, command: Command, more: ExtraInput = {}): Result<Scene, GameRefusal> {
  const input = { nextGame: NEXT_GAME, ...more, now: scene.now };
  const request = precheck(scene.referee)(scene.game, command, input);
  if (!request.ok) return request;
  const refereeInput = request.value === null ? {} : askReferee(scene, request.value);
  return mapOk(execute(scene.referee)(scene.game, command, { ...input, ...refereeInput }), ({ facts, after }) => ({
    ...scene,
    facts: [...scene.facts, ...facts],
    game: after,
  }));
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
