import type { Color } from '@chessmith/rules';
import { type ClockReadings, readingsAfterMove } from '../clock/clocks.js';
import type { CommandOf } from '../commands.js';
import type { PendingDecision } from '../decision-input.js';
import { endByRules, outcomeAfter } from '../end.js';
import { FACT_VERSIONS, type Fact, type FactOf, fact } from '../facts.js';
import type { Game, RunningGame } from '../game.js';
import { promotionWithoutRole } from '../promotion.js';
import { watcherView } from '../public-view.js';
import { elapsedMs, type Instant, type Ply } from '../units.js';
import { ended } from './ended.js';

/** The move, or `PromotionAwaited` if the move names no role for its pawn. */
export function movePlayed<P>(pending: PendingDecision<P, CommandOf<'PlayMove'>>): readonly Fact[] {
  const { referee, input, command } = pending;
  if (input.ruling?.ok) return completeMove(pending);
  const { board } = pending.game as RunningGame<P>;
  const promotion = promotionWithoutRole(watcherView(referee, board), command.move)!;
  return [fact('PromotionAwaited', input.now, { color: board.turn, ...promotion })];
}

/** A complete move, with the offers that it cancels and the end of the game, if any. */
export function completeMove<P>({ referee, game, input, reached }: PendingDecision<P>): readonly Fact[] {
  const { board, configuration, clocks, turnSince } = game as RunningGame<P>;
  const { now, ruling, lagMs = 0, maxPlies } = input;
  if (!ruling?.ok || reached === null) throw new Error('a move was decided without a ruling');
  const { record, notation, happened, usedChance } = ruling.value;
  const { turn, outcome: ruled } = reached.views.glance(referee, reached.position, 'watcher');
  const color = board.turn;
  const readings: ClockReadings | null =
    clocks === null ? null : readingsAfterMove(configuration.clock, clocks, now, lagMs)!;
  const played: FactOf<'MovePlayed'> = {
    type: 'MovePlayed',
    v: FACT_VERSIONS.MovePlayed,
    at: now,
    color,
    ply: (board.moves.length + 1) as Ply,
    notation,
    record: record.open,
    happened,
    usedChance,
    turn,
    tookMs: elapsedMs(clocks?.since ?? turnSince, now),
    clocks: readings,
  };
  const facts: Fact[] = [record.secret === undefined ? played : { ...played, secret: record.secret }];
  facts.push(...cancelledOffers(game, color, now));
  const outcome = outcomeAfter(played.ply, ruled, maxPlies);
  if (outcome !== null) facts.push(ended(game, endByRules(outcome), now, readings));
  return facts;
}

const NO_FACTS: readonly Fact[] = [];

/**
 * A move declines the opponent's offers. The mover's own draw offer stays open, since a draw is offered together with a
 * move (FIDE 9.1.2.1); the mover's own takeback offer is withdrawn.
 */
function cancelledOffers({ offers: { draw, takeback } }: Game, color: Color, now: Instant): readonly Fact[] {
  if (draw === null && takeback === null) return NO_FACTS;
  const byMove = { color, how: 'move' } as const;
  return [
    ...(draw !== null && draw.by !== color ? [fact('DrawDeclined', now, byMove)] : []),
    ...(takeback === null ? [] : [fact(takeback.by === color ? 'TakebackWithdrawn' : 'TakebackDeclined', now, byMove)]),
  ];
}
