import { type Claim, type Color, opposite } from '@chessmith/rules';
import { actingColor } from '../acting-color.js';
import { faceAfterDowntime } from '../clock/clocks.js';
import type { CommandOf } from '../commands.js';
import { endByRules } from '../end.js';
import { type Fact, fact } from '../facts.js';
import { watcherView } from '../public-view.js';
import { millis } from '../units.js';
import type { PendingDecision } from './decision-input.js';
import { ended, endUnlessHopeless } from './ended.js';

const speaker = <P>({ game, command }: PendingDecision<P>): Color => actingColor(game, command)!;

export function resigned<P>(asked: PendingDecision<P>): readonly Fact[] {
  const color = speaker(asked);
  const { now } = asked.given;
  const end = { kind: 'win', winner: opposite(color), cause: 'surrender' } as const;
  return [fact('PlayerResigned', now, { color }), ended(asked.game, end, now)];
}

export function aborted<P>(asked: PendingDecision<P>): readonly Fact[] {
  const { now } = asked.given;
  return [
    fact('GameAborted', now, { color: speaker(asked) }),
    ended(asked.game, { kind: 'none', cause: 'aborted' }, now),
  ];
}

export function drawClaimed<P>(asked: PendingDecision<P>): readonly Fact[] {
  const { referee, game, given } = asked;
  const claim: Claim = watcherView(referee, game.board!.position).claims[0]!;
  return [
    fact('DrawClaimed', given.now, { color: speaker(asked) }),
    ended(game, endByRules({ kind: 'draw', by: claim }), given.now),
  ];
}

export function victoryClaimed<P>(asked: PendingDecision<P>): readonly Fact[] {
  const color = speaker(asked);
  const { now, absentMs } = asked.given;
  return [
    fact('VictoryClaimed', now, { color, absentMs: millis(absentMs?.[opposite(color)] ?? 0) }),
    ended(asked.game, endUnlessHopeless(asked, opposite(color), 'abandoned'), now),
  ];
}

/** The flag of the side to move fell, or its first move that is free is overdue. */
export function flagFell<P>(asked: PendingDecision<P>): readonly Fact[] {
  const { game, given } = asked;
  const color = game.clocks!.running;
  if (color === null) {
    const missed = fact('FirstMoveMissed', given.now, { color: game.board!.turn });
    return [missed, ended(game, { kind: 'none', cause: 'aborted', why: 'first-move-missed' }, given.now)];
  }
  return [fact('FlagFell', given.now, { color }), ended(game, endUnlessHopeless(asked, color, 'timeout'), given.now)];
}

export function clocksResumed<P>({
  game,
  command,
  given: { now },
}: PendingDecision<P, CommandOf<'ResumeClocks'>>): readonly Fact[] {
  const { downSince } = command;
  return [fact('ClocksResumed', now, { downSince, clocks: faceAfterDowntime(game.clocks!, downSince)! })];
}

export const rulesFailed = <P>({
  game,
  command,
  given: { now },
}: PendingDecision<P, CommandOf<'FailRules'>>): readonly Fact[] => [
  ended(game, { kind: 'none', cause: 'rules-failed', why: command.why }, now),
];
