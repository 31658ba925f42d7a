import {
  type Command,
  type DecisionInput,
  decide,
  type Game,
  type Instant,
  type Millis,
  type RefereeRequest,
  randomGameId,
} from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { assertNever, ok } from '@chessmith/std';
import type { ServiceResult } from '../facets/result.js';
import type { ServerChance } from '../ports/index.js';
import { type FactStep, type LiveGame, prepare, stepsFrom } from './live-game.js';
import type { LiveGames } from './live-games.js';

/** The result of judging commands: at least one step, nothing stored yet. */
export type Judged = { readonly steps: readonly FactStep[]; readonly referee: Referee };

export type Judge = (live: LiveGame, commands: readonly Command[], timing: CommandTiming) => ServiceResult<Judged>;

type CommandTiming = { readonly now: Instant; readonly lagMs?: number | undefined };

/** Judges commands one after the other, each on the state that the one before left: checks, referee, `decide`. */
export function commandJudge(deps: {
  readonly games: LiveGames;
  readonly chance: ServerChance;
  absence(live: LiveGame, now: Instant): { readonly white: number; readonly black: number };
  readonly maxPlies: number;
}): Judge {
  const { games, chance, absence, maxPlies } = deps;

  function inputFor(command: Command, live: LiveGame, { now, lagMs }: CommandTiming): DecisionInput<unknown> {
    const isClaim = command.type === 'ClaimVictory';
    const absentMs = isClaim ? (absence(live, now) as { white: Millis; black: Millis }) : undefined;
    return { now, lagMs, maxPlies, absentMs };
  }

  /** What the decision needs from the referee or from chance. */
  async function answer(
    request: RefereeRequest,
    referee: Referee,
    game: Game,
  ): Promise<Partial<DecisionInput<unknown>>> {
    switch (request.kind) {
      case 'start': {
        const { setup, record } = request;
        if (record === undefined) return { start: await referee.start(setup, chance) };
        return { start: ok({ position: referee.resume(record), record }) };
      }
      case 'ruling':
        return { ruling: await referee.judge(game.board!.position, request.move, chance) };
      case 'next-game':
        return { nextGame: randomGameId(chance) };
      default:
        return assertNever(request);
    }
  }

  return async (live, commands, timing) => {
    let { game, referee } = live;
    const steps: FactStep[] = [];
    for (const command of commands) {
      const input = inputFor(command, live, timing);
      let decision = decide(referee)(game, command, input);
      if (decision.ok && decision.value.kind !== 'facts') {
        if (command.type === 'ConfigureGame') {
          const configured = await games.refereeOf(command.configuration.ruleset);
          if (!configured.ok) return configured;
          referee = configured.value;
        }
        const answered = await answer(decision.value, referee, game);
        decision = decide(referee)(game, command, { ...input, ...answered });
      }
      if (!decision.ok) return decision;
      if (decision.value.kind !== 'facts') throw new Error(`${command.type} still lacks ${decision.value.kind}`);
      const taken = stepsFrom(live.id, referee, game, decision.value.facts, decision.value.reached);
      if (referee.cost?.prepare !== undefined) for (const step of taken) await prepare(step);
      steps.push(...taken);
      game = taken.at(-1)!.after;
    }
    return ok({ steps, referee });
  };
}
