import {
  ask,
  type Command,
  conclude,
  drawGameId,
  type Game,
  type Given,
  type Instant,
  type Millis,
  type Question,
} from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { assertNever, ok, type Result, type Soon, soon } from '@chessmith/std';
import type { ServerChance } from '../ports/index.js';
import type { ServiceRefusal } from '../service.js';
import { type FactStep, type LiveGame, prepare, stepsFrom } from './live-game.js';
import type { LiveGames } from './live-games.js';

/** What would follow from commands; at least one step. Nothing has happened yet. */
export type Judged = { readonly steps: readonly FactStep[]; readonly referee: Referee };

export type Judge = (live: LiveGame, commands: readonly Command[], when: When) => Soon<Result<Judged, ServiceRefusal>>;

/** Lets validators, the referee and `decide` judge commands one after the other, each on what the one before left. */
export function openJudging(around: {
  readonly games: LiveGames;
  readonly chance: ServerChance;
  absence(live: LiveGame, now: Instant): { readonly white: number; readonly black: number };
}): Judge {
  const { games, chance, absence } = around;

  function refereeFor(command: Command, present: Referee): Soon<Result<Referee, ServiceRefusal>> {
    return command.type === 'ConfigureGame' ? games.refereeOf(command.configuration.ruleset) : ok(present);
  }

  function found(referee: Referee, position: unknown, question: Question | null): Soon<Partial<Given<unknown>>> {
    if (question === null) return {};
    switch (question.kind) {
      case 'start':
        return soon(referee.start(question.setup, chance), (start) => ({ start }));
      case 'ruling':
        return soon(referee.judge(position, question.move, chance), (ruling) => ({ ruling }));
      case 'next-game':
        return { nextGame: drawGameId(chance) };
      default:
        return assertNever(question);
    }
  }

  function givenFor(command: Command, live: LiveGame, { now, lagMs }: When): Given<unknown> {
    return {
      now,
      ...(lagMs === undefined ? {} : { lagMs }),
      ...(command.type === 'ClaimVictory' ? { absentMs: absence(live, now) as { white: Millis; black: Millis } } : {}),
    };
  }

  /** Judges one command on what the ones before it left. Nothing waits that need not: most referees answer at once. */
  function judgeNext(
    live: LiveGame,
    before: Course,
    command: Command,
    when: When,
  ): Soon<Result<Course, ServiceRefusal>> {
    const { game } = before;
    const given = givenFor(command, live, when);
    const question: Result<Question | null, ServiceRefusal> = ask(before.referee)(game, command, given);
    if (!question.ok) return question;
    return soon(refereeFor(command, before.referee), (judge) => {
      if (!judge.ok) return judge;
      const referee = judge.value;
      return soon(found(referee, game.board?.position, question.value), (more) => {
        const facts = conclude(referee)(game, command, { ...given, ...more });
        if (!facts.ok) return facts;
        const ruling = more.ruling?.ok ? more.ruling.value : undefined;
        const taken = stepsFrom(live.id, referee, game, facts.value, ruling);
        const steps = before.steps.length === 0 ? taken : [...before.steps, ...taken];
        const course = { game: taken[taken.length - 1]!.after, referee, steps };
        return soon(prepareAll(referee, taken), () => ok(course));
      });
    });
  }

  return (live, commands, when) =>
    commands.reduce<Soon<Result<Course, ServiceRefusal>>>(
      (course, command) =>
        soon(course, (before) => (before.ok ? judgeNext(live, before.value, command, when) : before)),
      ok({ game: live.game, referee: live.referee, steps: [] }),
    );
}

type When = { readonly now: Instant; readonly lagMs?: number | undefined };
type Course = Judged & { readonly game: Game };

function prepareAll(referee: Referee, steps: readonly FactStep[]): Soon<unknown> {
  if (referee.prepare === undefined) return undefined;
  return steps.reduce<Promise<void>>((earlier, step) => earlier.then(() => prepare(step)), Promise.resolve());
}
