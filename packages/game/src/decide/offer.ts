import { type Color, opposite } from '@chessmith/rules';
import { assertNever } from '@chessmith/std';
import { actingColor } from '../acting-color.js';
import type { ClockFace } from '../clock/clocks.js';
import { chargedFace } from '../clock/clocks.js';
import { fullTimeMs } from '../clock/setting.js';
import type { CommandOf, OfferKind } from '../commands.js';
import { type Fact, fact } from '../facts.js';
import { type Game, isSolitary, type RunningGame } from '../game.js';
import { bothSides } from '../sides.js';
import { pliesBackTo } from '../takeback.js';
import type { Instant } from '../units.js';
import type { PendingDecision } from './decision-input.js';
import { ended } from './ended.js';

/** Who plays both sides has agreed before anybody could be asked, so there the offer itself is no fact. */
export function offered<P>(asked: PendingDecision<P, CommandOf<'Offer'>>): readonly Fact[] {
  const { game, command, given } = asked;
  const color = actingColor(game, command)!;
  if (!isSolitary(game)) return [offerFact(game, command.what, color, given.now)];
  return agreed(asked, command.what, opposite(color), pliesBackTo(game.board!.moves, color));
}

export function accepted<P>(asked: PendingDecision<P, CommandOf<'Accept'>>): readonly Fact[] {
  const { game, command } = asked;
  return agreed(asked, command.what, actingColor(game, command)!, game.offers.takeback?.plies ?? 0);
}

const DECLINED = { draw: 'DrawDeclined', takeback: 'TakebackDeclined', rematch: 'RematchDeclined' } as const;
const WITHDRAWN = { draw: 'DrawWithdrawn', takeback: 'TakebackWithdrawn', rematch: 'RematchWithdrawn' } as const;

export const declined = <P>({
  game,
  command,
  given: { now },
}: PendingDecision<P, CommandOf<'Decline'>>): readonly Fact[] => [
  fact(DECLINED[command.what], now, { color: actingColor(game, command)!, how: 'said' }),
];

export const withdrawn = <P>({
  game,
  command,
  given: { now },
}: PendingDecision<P, CommandOf<'Withdraw'>>): readonly Fact[] => [
  fact(WITHDRAWN[command.what], now, { color: actingColor(game, command)!, how: 'said' }),
];

function offerFact(game: Game, what: OfferKind, color: Color, now: Instant): Fact {
  switch (what) {
    case 'draw':
      return fact('DrawOffered', now, { color });
    case 'takeback':
      return fact('TakebackOffered', now, { color, plies: pliesBackTo(game.board!.moves, color) });
    case 'rematch':
      return fact('RematchOffered', now, { color });
    default:
      return assertNever(what);
  }
}

function agreed<P>({ game, given }: PendingDecision<P>, what: OfferKind, color: Color, plies: number): readonly Fact[] {
  const { now, nextGame } = given;
  switch (what) {
    case 'draw':
      return [fact('DrawAccepted', now, { color }), ended(game, { kind: 'draw', cause: 'agreement' }, now)];
    case 'takeback':
      return [takenBack(game as RunningGame<P>, color, plies, now)];
    case 'rematch':
      if (nextGame === undefined) throw new Error('a rematch needs its game made ready');
      return [fact('RematchAccepted', now, { color, next: nextGame })];
    default:
      return assertNever(what);
  }
}

/** Moves come back, time does not: only clocks that count single moves start anew. */
function takenBack<P>(
  { board, clocks, configuration }: RunningGame<P>,
  color: Color,
  plies: number,
  now: Instant,
): Fact {
  const { clock } = configuration;
  const turn = board.moves[board.moves.length - plies]!.color;
  const charged = clocks === null ? null : chargedFace(clocks, now);
  const face: ClockFace | null =
    charged === null || clock.kind === 'none' || clock.kind === 'per-player'
      ? charged
      : { ...charged, remainingMs: bothSides(() => fullTimeMs(clock)) };
  return fact('TakebackAccepted', now, { color, plies, turn, clocks: face });
}
