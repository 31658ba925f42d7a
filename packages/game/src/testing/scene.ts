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

/** A referee that answers at once. */
export interface PromptReferee<P = unknown> extends Referee<P> {
  start(setup: Setup, chance: Chance): Result<Start<P>, Refusal>;
  judge(position: P, move: string, chance: Chance): Result<Ruling<P>, Refusal>;
}

/** A game on a table, with its referee and the time of day. */
export type Scene = {
  readonly referee: PromptReferee;
  readonly facts: readonly Fact[];
  readonly game: Game<unknown>;
  readonly now: Instant;
};

export const NOON: Instant = instantAt(Date.UTC(2026, 0, 1, 12));
export const NEXT_GAME = '9Rematch9999' as GameId;

/** A table at which nothing has happened yet. */
export const emptyScene = (referee: PromptReferee = classicalReferee(standard)): Scene => ({
  referee,
  facts: [],
  game: noGame(),
  now: NOON,
});

export type GivenMore = Omit<DecisionInput<unknown>, 'now' | 'start' | 'ruling'>;

/** Gives a command as the service does: asks what it raises, hands the answer in, and appends what follows. */
export function play(scene: Scene, command: Command, more: GivenMore = {}): Result<Scene, GameRefusal> {
  const given = { nextGame: NEXT_GAME, ...more, now: scene.now };
  const question = precheck(scene.referee)(scene.game, command, given);
  if (!question.ok) return question;
  const answer = question.value === null ? {} : answerTo(scene, question.value);
  return mapOk(execute(scene.referee)(scene.game, command, { ...given, ...answer }), ({ facts, after }) => ({
    ...scene,
    facts: [...scene.facts, ...facts],
    game: after,
  }));
}

function answerTo({ referee, game }: Scene, question: RefereeRequest): Partial<DecisionInput<unknown>> {
  switch (question.kind) {
    case 'start':
      return { start: referee.start(question.setup, chance()) };
    case 'ruling':
      return { ruling: referee.judge(game.board!.position, question.move, chance()) };
    case 'next-game':
      return {};
    default:
      return assertNever(question);
  }
}

function chance(): Chance {
  const random = seededRandom(1);
  return { int: (bound) => random.int(bound), real: () => random.next() };
}
