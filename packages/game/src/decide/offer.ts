import { type Color, opposite } from '@chessmith/rules';
import { assertNever } from '@chessmith/std';
import { actingColor } from '../acting-color.js';
import type { ClockReadings } from '../clock/clocks.js';
import { readingsAt } from '../clock/clocks.js';
import { fullTimeMs } from '../clock/setting.js';
import type { CommandOf, OfferKind } from '../commands.js';
import type { PendingDecision } from '../decision-input.js';
import { type Fact, fact } from '../facts.js';
import { type Game, isPlayedByOnePerson, type RunningGame } from '../game.js';
import { bothSides } from '../sides.js';
import { pliesToTakeBack } from '../takeback.js';
import type { Instant } from '../units.js';
import { ended } from './ended.js';

/** A player of both sides accepts every own offer at once, so no offer fact is stored. */
export function offered<P>(pending: PendingDecision<P, CommandOf<'Offer'>>): readonly Fact[] {
  const { game, command, input } = pending;
  const color = actingColor(game, command)!;
  if (!isPlayedByOnePerson(game)) return [offerFact(game, command.what, color, input.now)];
  return agreed(pending, command.what, opposite(color), pliesToTakeBack(game.board!.moves, color));
}

export function accepted<P>(pending: PendingDecision<P, CommandOf<'Accept'>>): readonly Fact[] {
  const { game, command } = pending;
  return agreed(pending, command.what, actingColor(game, command)!, game.offers.takeback?.plies ?? 0);
}

const DECLINED = { draw: 'DrawDeclined', takeback: 'TakebackDeclined', rematch: 'RematchDeclined' } as const;
const WITHDRAWN = { draw: 'DrawWithdrawn', takeback: 'TakebackWithdrawn', rematch: 'RematchWithdrawn' } as const;

export const declined = <P>({
  game,
  command,
  input: { now },
}: PendingDecision<P, CommandOf<'Decline'>>): readonly Fact[] => [
  fact(DECLINED[command.what], now, { color: actingColor(game, command)!, how: 'said' }),
];

export const withdrawn = <P>({
  game,
  command,
  input: { now },
}: PendingDecision<P, CommandOf<'Withdraw'>>): readonly Fact[] => [
  fact(WITHDRAWN[command.what], now, { color: actingColor(game, command)!, how: 'said' }),
];

function offerFact(game: Game, what: OfferKind, color: Color, now: Instant): Fact {
  switch (what) {
    case 'draw':
      return fact('DrawOffered', now, { color });
    case 'takeback':
      return fact('TakebackOffered', now, { color, plies: pliesToTakeBack(game.board!.moves, color) });
    case 'rematch':
      return fact('RematchOffered', now, { color });
    default:
      return assertNever(what);
  }
}

function agreed<P>({ game, input }: PendingDecision<P>, what: OfferKind, color: Color, plies: number): readonly Fact[] {
  const { now, nextGame } = input;
  switch (what) {
    case 'draw':
      return [fact('DrawAccepted', now, { color }), ended(game, { kind: 'draw', cause: 'agreement' }, now)];
    case 'takeback':
      return [takenBack(game as RunningGame<P>, color, plies, now)];
    case 'rematch':
      if (nextGame === undefined) throw new Error('a rematch was decided without its new game');
      return [fact('RematchAccepted', now, { color, next: nextGame })];
    default:
      return assertNever(what);
  }
}

/** A takeback does not give time back; only clocks with a time per move restart. */
function takenBack<P>(
  { board, clocks, configuration }: RunningGame<P>,
  color: Color,
  plies: number,
  now: Instant,
): Fact {
  const { clock } = configuration;
  const turn = board.moves[board.moves.length - plies]!.color;
  const charged = clocks === null ? null : readingsAt(clocks, now);
  const readings: ClockReadings | null =
    charged === null || clock.kind === 'none' || clock.kind === 'per-player'
      ? charged
      : { ...charged, remainingMs: bothSides(() => fullTimeMs(clock)) };
  return fact('TakebackAccepted', now, { color, plies, turn, clocks: readings });
}
