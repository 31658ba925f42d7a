import { type Claim, type Color, opposite } from '@chessmith/rules';
import { actingColor } from '../acting-color.js';
import { readingsAfterDowntime } from '../clock/clocks.js';
import type { CommandOf } from '../commands.js';
import type { PendingDecision } from '../decision-input.js';
import { endByRules } from '../end.js';
import { type Fact, fact } from '../facts.js';
import { watcherView } from '../public-view.js';
import { millis } from '../units.js';
import { ended, winUnlessImpossible } from './ended.js';

const actorColor = <P>({ game, command }: PendingDecision<P>): Color => actingColor(game, command)!;

export function resigned<P>(pending: PendingDecision<P>): readonly Fact[] {
  const color = actorColor(pending);
  const { now } = pending.input;
  const end = { kind: 'win', winner: opposite(color), cause: 'surrender' } as const;
  return [fact('PlayerResigned', now, { color }), ended(pending.game, end, now)];
}

export function aborted<P>(pending: PendingDecision<P>): readonly Fact[] {
  const { now } = pending.input;
  return [
    fact('GameAborted', now, { color: actorColor(pending) }),
    ended(pending.game, { kind: 'none', cause: 'aborted' }, now),
  ];
}

export function drawClaimed<P>(pending: PendingDecision<P>): readonly Fact[] {
  const { referee, game, input } = pending;
  const claim: Claim = watcherView(referee, game.board!).claims[0]!;
  return [
    fact('DrawClaimed', input.now, { color: actorColor(pending) }),
    ended(game, endByRules({ kind: 'draw', by: claim }), input.now),
  ];
}

export function victoryClaimed<P>(pending: PendingDecision<P>): readonly Fact[] {
  const color = actorColor(pending);
  const { now, absentMs } = pending.input;
  return [
    fact('VictoryClaimed', now, { color, absentMs: millis(absentMs?.[opposite(color)] ?? 0) }),
    ended(pending.game, winUnlessImpossible(pending, opposite(color), 'abandoned'), now),
  ];
}

/** The flag of the side to move fell, or its free first move is overdue. */
export function flagFell<P>(pending: PendingDecision<P>): readonly Fact[] {
  const { game, input } = pending;
  const color = game.clocks!.running;
  if (color === null) {
    const missed = fact('FirstMoveMissed', input.now, { color: game.board!.turn });
    return [missed, ended(game, { kind: 'none', cause: 'aborted', why: 'first-move-missed' }, input.now)];
  }
  return [
    fact('FlagFell', input.now, { color }),
    ended(game, winUnlessImpossible(pending, color, 'timeout'), input.now),
  ];
}

export function clocksResumed<P>({
  game,
  command,
  input: { now },
}: PendingDecision<P, CommandOf<'ResumeClocks'>>): readonly Fact[] {
  const { downSince } = command;
  return [fact('ClocksResumed', now, { downSince, clocks: readingsAfterDowntime(game.clocks!, downSince)! })];
}

export const rulesFailed = <P>({
  game,
  command,
  input: { now },
}: PendingDecision<P, CommandOf<'FailRules'>>): readonly Fact[] => [
  ended(game, { kind: 'none', cause: 'rules-failed', why: command.why }, now),
];
