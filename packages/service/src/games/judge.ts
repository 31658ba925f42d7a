import {
  type Command,
  type DecisionInput,
  decideAfterPrecheck,
  type Game,
  type Instant,
  type Millis,
  precheck,
  type RefereeRequest,
  randomGameId,
} from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { andThen, assertNever, type MaybePromise, ok, type Result } from '@chessmith/std';
import type { ServerChance } from '../ports/index.js';
import type { ServiceRefusal } from '../service.js';
import { type FactStep, type LiveGame, prepare, stepsFrom } from './live-game.js';
import type { LiveGames } from './live-games.js';

/** The result of judging commands: at least one step, nothing stored yet. */
export type Judged = { readonly steps: readonly FactStep[]; readonly referee: Referee };

export type Judge = (
  live: LiveGame,
  commands: readonly Command[],
  timing: CommandTiming,
) => MaybePromise<Result<Judged, ServiceRefusal>>;

/** Judges commands one after the other, each on the state that the one before left: checks, referee, `decide`. */
export function commandJudge(deps: {
  readonly games: LiveGames;
  readonly chance: ServerChance;
  absence(live: LiveGame, now: Instant): { readonly white: number; readonly black: number };
  readonly maxPlies: number;
}): Judge {
  const { games, chance, absence, maxPlies } = deps;

  /** Adds to the input what the game needs from the referee or from chance. */
  function answerRequest(
    referee: Referee,
    position: unknown,
    request: RefereeRequest | null,
    input: DecisionInput<unknown>,
  ): MaybePromise<DecisionInput<unknown>> {
    if (request === null) return input;
    switch (request.kind) {
      case 'start': {
        const { setup, record } = request;
        if (record !== undefined) return { ...input, start: ok({ position: referee.resume(record), record }) };
        return andThen(referee.start(setup, chance), (start) => ({ ...input, start }));
      }
      case 'ruling': {
        const ruling = referee.judge(position, request.move, chance);
        return ruling instanceof Promise
          ? ruling.then((resolved) => withRuling(resolved, input))
          : withRuling(ruling, input);
      }
      case 'next-game':
        return { ...input, nextGame: randomGameId(chance) };
      default:
        return assertNever(request);
    }
  }

  function inputFor(command: Command, live: LiveGame, { now, lagMs }: CommandTiming): DecisionInput<unknown> {
    const isClaim = command.type === 'ClaimVictory';
    const absentMs = isClaim ? (absence(live, now) as { white: Millis; black: Millis }) : undefined;
    return { now, lagMs, maxPlies, absentMs, start: undefined, ruling: undefined, nextGame: undefined };
  }

  /** Judges one command. Stays synchronous where the referee is, because a promise per move costs time. */
  function judgeNext(
    live: LiveGame,
    before: Progress,
    command: Command,
    timing: CommandTiming,
  ): MaybePromise<Result<Progress, ServiceRefusal>> {
    const input = inputFor(command, live, timing);
    const request: Result<RefereeRequest | null, ServiceRefusal> = precheck(before.referee)(
      before.game,
      command,
      input,
    );
    if (!request.ok) return request;
    if (command.type !== 'ConfigureGame') return judgeBy(before.referee, live, before, command, request.value, input);
    return games
      .refereeOf(command.configuration.ruleset)
      .then((judge) => (judge.ok ? judgeBy(judge.value, live, before, command, request.value, input) : judge));
  }

  function judgeBy(
    referee: Referee,
    live: LiveGame,
    before: Progress,
    command: Command,
    request: RefereeRequest | null,
    input: DecisionInput<unknown>,
  ): MaybePromise<Result<Progress, ServiceRefusal>> {
    const answered = answerRequest(referee, before.game.board?.position, request, input);
    return answered instanceof Promise
      ? answered.then((resolved) => decideFacts(referee, live, before, command, resolved))
      : decideFacts(referee, live, before, command, answered);
  }

  function decideFacts(
    referee: Referee,
    live: LiveGame,
    before: Progress,
    command: Command,
    input: DecisionInput<unknown>,
  ): MaybePromise<Result<Progress, ServiceRefusal>> {
    const facts = decideAfterPrecheck(referee)(before.game, command, input);
    if (!facts.ok) return facts;
    const ruling = input.ruling?.ok ? input.ruling.value : undefined;
    const taken = stepsFrom(live.id, referee, before.game, facts.value, ruling);
    const steps = before.steps.length === 0 ? taken : [...before.steps, ...taken];
    const progress = ok({ game: taken[taken.length - 1]!.after, referee, steps });
    return referee.cost?.prepare === undefined ? progress : prepareAll(taken).then(() => progress);
  }

  return (live, commands, timing) =>
    commands.reduce<MaybePromise<Result<Progress, ServiceRefusal>>>(
      (progress, command) =>
        andThen(progress, (before) => (before.ok ? judgeNext(live, before.value, command, timing) : before)),
      ok({ game: live.game, referee: live.referee, steps: [] }),
    );
}

type CommandTiming = { readonly now: Instant; readonly lagMs?: number | undefined };
type Progress = Judged & { readonly game: Game };

// Naming the fields is faster than a spread, and most commands are moves.
function withRuling(ruling: DecisionInput<unknown>['ruling'], input: DecisionInput<unknown>): DecisionInput<unknown> {
  const { now, lagMs, maxPlies, absentMs, start, nextGame } = input;
  return { now, lagMs, maxPlies, absentMs, start, ruling, nextGame };
}

async function prepareAll(steps: readonly FactStep[]): Promise<void> {
  for (const step of steps) await prepare(step);
}
