import {
  type Command,
  type DecisionInput,
  decideAfterPrecheck,
  drawGameId,
  type Game,
  type Instant,
  type Millis,
  precheck,
  type RefereeRequest,
} from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { andThen, assertNever, type MaybePromise, ok, type Result } from '@chessmith/std';
import type { ServerChance } from '../ports/index.js';
import type { ServiceRefusal } from '../service.js';
import { type FactStep, type LiveGame, prepare, stepsFrom } from './live-game.js';
import type { LiveGames } from './live-games.js';

/** What would follow from commands; at least one step. Nothing has happened yet. */
export type Judged = { readonly steps: readonly FactStep[]; readonly referee: Referee };

export type Judge = (
  live: LiveGame,
  commands: readonly Command[],
  when: When,
) => MaybePromise<Result<Judged, ServiceRefusal>>;

/** Lets validators, the referee and `decide` judge commands one after the other, each on what the one before left. */
export function commandJudge(around: {
  readonly games: LiveGames;
  readonly chance: ServerChance;
  absence(live: LiveGame, now: Instant): { readonly white: number; readonly black: number };
  readonly longestGame: number;
}): Judge {
  const { games, chance, absence, longestGame } = around;

  /** What the server was to find out, put to what is given. */
  function found(
    referee: Referee,
    position: unknown,
    question: RefereeRequest | null,
    given: DecisionInput<unknown>,
  ): MaybePromise<DecisionInput<unknown>> {
    if (question === null) return given;
    switch (question.kind) {
      case 'start': {
        const { setup, record } = question;
        if (record !== undefined) return { ...given, start: ok({ position: referee.resume(record), record }) };
        return andThen(referee.start(setup, chance), (start) => ({ ...given, start }));
      }
      case 'ruling': {
        const ruling = referee.judge(position, question.move, chance);
        return ruling instanceof Promise ? ruling.then((later) => ruledBy(later, given)) : ruledBy(ruling, given);
      }
      case 'next-game':
        return { ...given, nextGame: drawGameId(chance) };
      default:
        return assertNever(question);
    }
  }

  function givenFor(command: Command, live: LiveGame, { now, lagMs }: When): DecisionInput<unknown> {
    const isClaim = command.type === 'ClaimVictory';
    const absentMs = isClaim ? (absence(live, now) as { white: Millis; black: Millis }) : undefined;
    return { now, lagMs, longestGame, absentMs, start: undefined, ruling: undefined, nextGame: undefined };
  }

  /** Judges one command on what the ones before it left. Nothing waits that need not: most referees answer at once. */
  function judgeNext(
    live: LiveGame,
    before: Course,
    command: Command,
    when: When,
  ): MaybePromise<Result<Course, ServiceRefusal>> {
    const given = givenFor(command, live, when);
    const question: Result<RefereeRequest | null, ServiceRefusal> = precheck(before.referee)(
      before.game,
      command,
      given,
    );
    if (!question.ok) return question;
    if (command.type !== 'ConfigureGame') return judgeBy(before.referee, live, before, command, question.value, given);
    return games
      .refereeOf(command.configuration.ruleset)
      .then((judge) => (judge.ok ? judgeBy(judge.value, live, before, command, question.value, given) : judge));
  }

  function judgeBy(
    referee: Referee,
    live: LiveGame,
    before: Course,
    command: Command,
    question: RefereeRequest | null,
    given: DecisionInput<unknown>,
  ): MaybePromise<Result<Course, ServiceRefusal>> {
    const full = found(referee, before.game.board?.position, question, given);
    return full instanceof Promise
      ? full.then((later) => follow(referee, live, before, command, later))
      : follow(referee, live, before, command, full);
  }

  function follow(
    referee: Referee,
    live: LiveGame,
    before: Course,
    command: Command,
    given: DecisionInput<unknown>,
  ): MaybePromise<Result<Course, ServiceRefusal>> {
    const facts = decideAfterPrecheck(referee)(before.game, command, given);
    if (!facts.ok) return facts;
    const ruling = given.ruling?.ok ? given.ruling.value : undefined;
    const taken = stepsFrom(live.id, referee, before.game, facts.value, ruling);
    const steps = before.steps.length === 0 ? taken : [...before.steps, ...taken];
    const course = ok({ game: taken[taken.length - 1]!.after, referee, steps });
    return referee.prepare === undefined ? course : prepareAll(taken).then(() => course);
  }

  return (live, commands, when) =>
    commands.reduce<MaybePromise<Result<Course, ServiceRefusal>>>(
      (course, command) =>
        andThen(course, (before) => (before.ok ? judgeNext(live, before.value, command, when) : before)),
      ok({ game: live.game, referee: live.referee, steps: [] }),
    );
}

type When = { readonly now: Instant; readonly lagMs?: number | undefined };
type Course = Judged & { readonly game: Game };

// Field by field, since moves are many and a copy of anything takes longer.
function ruledBy(ruling: DecisionInput<unknown>['ruling'], given: DecisionInput<unknown>): DecisionInput<unknown> {
  const { now, lagMs, longestGame, absentMs, start, nextGame } = given;
  return { now, lagMs, longestGame, absentMs, start, ruling, nextGame };
}

async function prepareAll(steps: readonly FactStep[]): Promise<void> {
  for (const step of steps) await prepare(step);
}
