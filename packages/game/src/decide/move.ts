import type { Color } from '@chessmith/rules';
import { type ClockFace, faceAfterMove } from '../clock/clocks.js';
import type { CommandOf } from '../commands.js';
import { endByRules, outcomeAfter } from '../end.js';
import { FACT_VERSIONS, type Fact, type FactOf, fact } from '../facts.js';
import type { Game, RunningGame } from '../game.js';
import { openPromotion } from '../promotion.js';
import { watcherGlance, watcherView } from '../public-view.js';
import { elapsedMs, type Instant, type Ply } from '../units.js';
import type { PendingDecision } from './decision-input.js';
import { ended } from './ended.js';

/** The move, or a pawn that waits for its role because the move did not name one. */
export function movePlayed<P>(asked: PendingDecision<P, CommandOf<'PlayMove'>>): readonly Fact[] {
  const { referee, given, command } = asked;
  if (given.ruling?.ok) return completeMove(asked);
  const { position, turn } = (asked.game as RunningGame<P>).board;
  const promotion = openPromotion(watcherView(referee, position), command.move)!;
  return [fact('PromotionAwaited', given.now, { color: turn, ...promotion })];
}

/** A complete move, with what it settles: offers it goes past, and the end if it brings one. */
export function completeMove<P>({ referee, game, given }: PendingDecision<P>): readonly Fact[] {
  const { board, configuration, clocks, turnSince } = game as RunningGame<P>;
  const { now, ruling, lagMs = 0, longestGame } = given;
  if (!ruling?.ok) throw new Error('a move without a ruling');
  const { after, record, notation, happened, usedChance } = ruling.value;
  const { turn, outcome: ruled } = watcherGlance(referee, after);
  const color = board.turn;
  const face: ClockFace | null = clocks === null ? null : faceAfterMove(configuration.clock, clocks, now, lagMs)!;
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
    clocks: face,
  };
  const facts: Fact[] = [record.secret === undefined ? played : { ...played, secret: record.secret }];
  facts.push(...offersPassed(game, color, now));
  const outcome = outcomeAfter(played.ply, ruled, longestGame);
  if (outcome !== null) facts.push(ended(game, endByRules(outcome), now, face));
  return facts;
}

const NONE: readonly Fact[] = [];

/**
 * A move declines the opponent's offers. One's own draw offer stands, for it is made together with a move (FIDE 9.1.2.1);
 * one's own wish to take a move back does not.
 */
function offersPassed({ offers: { draw, takeback } }: Game, color: Color, now: Instant): readonly Fact[] {
  if (draw === null && takeback === null) return NONE;
  const passed = { color, how: 'move' } as const;
  return [
    ...(draw !== null && draw.by !== color ? [fact('DrawDeclined', now, passed)] : []),
    ...(takeback === null ? [] : [fact(takeback.by === color ? 'TakebackWithdrawn' : 'TakebackDeclined', now, passed)]),
  ];
}
