import { COLORS, type Color, type GameRecord, type Json, type Referee } from '@chessmith/rules';
import { assertNever } from '@chessmith/std';
import { Board, type PlayedMove, type Reached } from './board.js';
import { type ClockReadings, startClocks } from './clock/clocks.js';
import type { OfferKind } from './commands.js';
import type { Fact, FactOf } from './facts.js';
import { type Game, hasMoved, NO_OFFERS, NOTHING_OFFERED, type Situation } from './game.js';
import type { RulesetId } from './ids.js';
import { type Sides, withSide } from './sides.js';
import type { Instant, Version } from './units.js';

/**
 * The state after a fact. Trusts the fact; `audit` is for facts from elsewhere. `reached` comes with a move that was just
 * decided: its position is taken over instead of replaying the move.
 */
export const evolve =
  <P>(referee: Referee<P>) =>
  (before: Game<P>, fact: Fact, reached: Reached<P> | null = null): Game<P> => {
    const game = draftOf(before);
    game.version = (before.version + 1) as Version;
    applyFact(referee, game, fact, reached);
    return game;
  };

/** The ruleset whose referee must fold these facts; null while the game is not configured. */
export function rulesetIn(facts: readonly Fact[]): RulesetId | null {
  return facts.find((fact) => fact.type === 'GameConfigured')?.configuration.ruleset ?? null;
}

/** A private copy of a state that may still be changed. */
type Draft<P> = { -readonly [field in keyof Game<P>]: Game<P>[field] };

// Field by field: this runs for every fact, and a spread is ten times slower.
function draftOf<P>(before: Game<P>): Draft<P> {
  return {
    version: before.version,
    situation: before.situation,
    id: before.id,
    host: before.host,
    alias: before.alias,
    joinCode: before.joinCode,
    configuration: before.configuration,
    seats: before.seats,
    board: before.board,
    startedAt: before.startedAt,
    turnSince: before.turnSince,
    promotion: before.promotion,
    clocks: before.clocks,
    offers: before.offers,
    offered: before.offered,
    end: before.end,
    next: before.next,
  };
}

function applyFact<P>(referee: Referee<P>, game: Draft<P>, fact: Fact, reached: Reached<P> | null): void {
  switch (fact.type) {
    case 'GameCreated':
      game.situation = 'not-configured';
      game.id = fact.game;
      game.host = fact.host;
      game.alias = fact.alias;
      game.joinCode = fact.secret?.joinCode ?? null;
      return;
    case 'GameConfigured': {
      const start = toRecord(fact.start, fact.secret);
      const { configuration, turn } = fact;
      game.situation = situationBeforeStart(configuration.seats);
      game.configuration = configuration;
      if (fact.alias !== undefined) game.alias = fact.alias;
      game.seats = configuration.seats;
      game.board = Board.atStart(referee, start, turn);
      return;
    }
    case 'PlayerJoined':
      setSeats(game, withSide(game.seats, fact.color, fact.person));
      return;
    case 'PlayerLeft':
      setSeats(game, withSide(game.seats, fact.color, null));
      game.offers = NO_OFFERS;
      return;
    case 'GameStarted':
      game.situation = 'running';
      game.startedAt = fact.at;
      setClocks(game, fact, boardOf(game).turn);
      return;
    case 'MovePlayed':
      game.board = boardOf(game).afterMove(playedMoveOf(fact), fact.turn, reached);
      setClocks(game, fact, fact.turn);
      game.promotion = null;
      game.offered = NOTHING_OFFERED;
      return;
    case 'PromotionAwaited': {
      const { from, to, roles } = fact;
      game.promotion = { from, to, roles };
      return;
    }
    case 'DrawOffered':
      setOffer(game, 'draw', fact.color, { by: fact.color });
      return;
    case 'TakebackOffered':
      setOffer(game, 'takeback', fact.color, { by: fact.color, plies: fact.plies });
      return;
    case 'RematchOffered':
      setOffer(game, 'rematch', fact.color, { by: fact.color });
      return;
    case 'DrawAccepted':
    case 'DrawDeclined':
    case 'DrawWithdrawn':
      game.offers = { ...game.offers, draw: null };
      return;
    case 'TakebackDeclined':
    case 'TakebackWithdrawn':
      game.offers = { ...game.offers, takeback: null };
      return;
    case 'RematchDeclined':
    case 'RematchWithdrawn':
      game.offers = { ...game.offers, rematch: null };
      return;
    case 'TakebackAccepted':
      game.board = boardOf(game).afterTakeback(fact.plies, fact.turn);
      setClocks(game, fact, fact.turn);
      game.promotion = null;
      game.offers = { ...game.offers, takeback: null };
      return;
    case 'RematchAccepted':
      game.offers = NO_OFFERS;
      game.next = fact.next;
      return;
    case 'ClocksResumed':
      setClocks(game, fact, boardOf(game).turn);
      return;
    case 'GameEnded':
      game.situation = 'terminated';
      game.end = fact.end;
      game.clocks = fact.clocks === null ? null : startClocks(fact.clocks, null, fact.at);
      game.promotion = null;
      game.offers = NO_OFFERS;
      return;
    case 'PlayerResigned':
    case 'GameAborted':
    case 'GameStopped':
    case 'DrawClaimed':
    case 'VictoryClaimed':
    case 'FlagFell':
    case 'FirstMoveMissed':
      return;
    default:
      assertNever(fact);
  }
}

const situationBeforeStart = (seats: Game['seats']): Situation =>
  COLORS.every((color) => seats[color] !== null) ? 'ready' : 'waiting-for-players';

function setSeats<P>(game: Draft<P>, seats: Game['seats']): void {
  game.seats = seats;
  if (game.situation !== 'running') game.situation = situationBeforeStart(seats);
}

function playedMoveOf({
  color,
  notation,
  record: open,
  secret,
  happened,
  usedChance,
  tookMs,
}: FactOf<'MovePlayed'>): PlayedMove {
  return { color, notation, record: toRecord(open, secret), happened, usedChance, tookMs };
}

function setOffer<P, K extends OfferKind>(game: Draft<P>, what: K, color: Color, offered: Game['offers'][K]): void {
  const offeredBy: Sides<boolean> = withSide(game.offered[what], color, true);
  game.offers = { ...game.offers, [what]: offered };
  game.offered = { ...game.offered, [what]: offeredBy };
}

function setClocks<P>(
  game: Draft<P>,
  { clocks, at }: { readonly clocks: ClockReadings | null; readonly at: Instant },
  turn: Color,
): void {
  game.turnSince = at;
  game.clocks = clocks === null ? null : startClocks(clocks, runningClock(game, turn), at);
}

/** The side whose clock runs while `turn` is to move; null during a first move that costs no time (`firstMoveMs`). */
const runningClock = (game: Game, turn: Color): Color | null =>
  game.configuration?.firstMoveMs === undefined || hasMoved(game, turn) ? turn : null;

function boardOf<P>({ board }: Game<P>): Board<P> {
  if (board === null) throw new Error('this game has no board yet');
  return board;
}

const toRecord = (open: Json, secret: Json | undefined): GameRecord =>
  secret === undefined ? { open } : { open, secret };
