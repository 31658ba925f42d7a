import {
  ask,
  type Command,
  decide,
  drawGameId,
  type Given,
  type Instant,
  type Millis,
  type Question,
} from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { assertNever, ok, type Result } from '@chessmith/std';
import type { ServerChance } from '../ports/index.js';
import type { Answer, ServiceRefusal } from '../service.js';
import { type FactStep, type LiveGame, prepare, stepsFrom } from './live-game.js';
import type { LiveGames } from './live-games.js';

/** What would follow from commands; at least one step. Nothing has happened yet. */
export type Judged = { readonly steps: readonly FactStep[]; readonly referee: Referee };

export type Judge = (
  live: LiveGame,
  commands: readonly Command[],
  when: { readonly now: Instant; readonly lagMs?: number | undefined },
) => Answer<Judged>;

/** Lets validators, the referee and `decide` judge commands one after the other, each on what the one before left. */
export function openJudging(around: {
  readonly games: LiveGames;
  readonly chance: ServerChance;
  absence(live: LiveGame, now: Instant): { readonly white: number; readonly black: number };
}): Judge {
  const { games, chance, absence } = around;

  async function refereeFor(command: Command, present: Referee): Answer<Referee> {
    return command.type === 'ConfigureGame' ? games.refereeOf(command.configuration.ruleset) : ok(present);
  }

  async function found(
    referee: Referee,
    position: unknown,
    question: Question | null,
  ): Promise<Partial<Given<unknown>>> {
    if (question === null) return {};
    switch (question.kind) {
      case 'start':
        return { start: await referee.start(question.setup, chance) };
      case 'ruling':
        return { ruling: await referee.judge(position, question.move, chance) };
      case 'next-game':
        return { nextGame: drawGameId(chance) };
      default:
        return assertNever(question);
    }
  }

  return async (live, commands, { now, lagMs }) => {
    let { game, referee } = live;
    const steps: FactStep[] = [];
    for (const command of commands) {
      const given: Given<unknown> = {
        now,
        ...(lagMs === undefined ? {} : { lagMs }),
        ...(command.type === 'ClaimVictory'
          ? { absentMs: absence(live, now) as { white: Millis; black: Millis } }
          : {}),
      };
      const question: Result<Question | null, ServiceRefusal> = ask(referee)(game, command, given);
      if (!question.ok) return question;
      const judge = await refereeFor(command, referee);
      if (!judge.ok) return judge;
      referee = judge.value;
      const more = await found(referee, game.board?.position, question.value);
      const facts = decide(referee)(game, command, { ...given, ...more });
      if (!facts.ok) return facts;
      const judged = more.ruling?.ok ? more.ruling.value : undefined;
      const taken = stepsFrom(live.id, referee, game, facts.value, judged);
      steps.push(...taken);
      for (const step of taken) await prepare(step);
      game = taken.at(-1)!.after;
    }
    return ok({ steps, referee });
  };
}
