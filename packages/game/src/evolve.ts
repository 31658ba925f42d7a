import { COLORS, type Color, type GameRecord, type Json, type Referee, type Ruling } from '@chessmith/rules';
import { assertNever } from '@chessmith/std';
import { type ClockFace, startClocks } from './clock/clocks.js';
import type { OfferKind } from './commands.js';
import type { Fact, FactOf } from './facts.js';
import { type Board, type Game, NO_OFFERS, NOTHING_OFFERED, noGame, type Situation } from './game.js';
import type { RulesetId } from './ids.js';
import { type Sides, withSide } from './sides.js';
import type { Instant, Version } from './units.js';

/** The state after a fact. Trusts the fact: what it says has happened. */
export const evolve =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, fact: Fact): Game<P> =>
    next(referee, game, fact, null);

/**
 * The state after facts that were decided just now, with the ruling they came from: what the referee has reached once
 * need not be replayed.
 */
export function evolveRuled<P>(
  referee: Referee<P>,
  game: Game<P>,
  facts: readonly Fact[],
  ruling: Ruling<P> | null,
): Game<P> {
  return facts.reduce((before, fact) => next(referee, before, fact, ruling), game);
}

/** The state that a game's facts tell, from the first one or from a state that was reached before. */
export const fold =
  <P>(referee: Referee<P>) =>
  (facts: readonly Fact[], from: Game<P> = noGame()): Game<P> =>
    facts.reduce(evolve(referee), from);

/** Under which rules these facts are to be folded; null while the game is not configured. */
export function rulesetIn(facts: readonly Fact[]): RulesetId | null {
  return facts.find((fact) => fact.type === 'GameConfigured')?.configuration.ruleset ?? null;
}

function next<P>(referee: Referee<P>, game: Game<P>, fact: Fact, ruling: Ruling<P> | null): Game<P> {
  return { ...after(referee, game, fact, ruling), version: (game.version + 1) as Version };
}

function after<P>(referee: Referee<P>, game: Game<P>, fact: Fact, ruling: Ruling<P> | null): Game<P> {
  switch (fact.type) {
    case 'GameCreated': {
      const { game: id, host, alias, secret } = fact;
      return { ...game, situation: 'not-configured', id, host, alias, joinCode: secret?.joinCode ?? null };
    }
    case 'GameConfigured': {
      const start = record(fact.start, fact.secret);
      const { configuration, turn } = fact;
      const { seats } = configuration;
      const board = { start, startTurn: turn, position: referee.resume(start), turn, moves: [] };
      return { ...game, situation: seating(seats), configuration, seats, board };
    }
    case 'PlayerJoined':
      return seated(game, withSide(game.seats, fact.color, fact.person));
    case 'PlayerLeft':
      return { ...seated(game, withSide(game.seats, fact.color, null)), offers: NO_OFFERS };
    case 'GameStarted':
      return { ...game, situation: 'running', turnSince: fact.at, clocks: clocksFrom(game, fact) };
    case 'MovePlayed':
      return moved(referee, game, fact, ruling);
    case 'PromotionAwaited': {
      const { from, to, roles } = fact;
      return { ...game, promotion: { from, to, roles } };
    }
    case 'DrawOffered':
      return offered(game, 'draw', fact.color, { by: fact.color });
    case 'TakebackOffered':
      return offered(game, 'takeback', fact.color, { by: fact.color, plies: fact.plies });
    case 'RematchOffered':
      return offered(game, 'rematch', fact.color, { by: fact.color });
    case 'DrawAccepted':
    case 'DrawDeclined':
    case 'DrawWithdrawn':
      return { ...game, offers: { ...game.offers, draw: null } };
    case 'TakebackDeclined':
    case 'TakebackWithdrawn':
      return { ...game, offers: { ...game.offers, takeback: null } };
    case 'RematchDeclined':
    case 'RematchWithdrawn':
      return { ...game, offers: { ...game.offers, rematch: null } };
    case 'TakebackAccepted':
      return takenBack(referee, game, fact);
    case 'RematchAccepted':
      return { ...game, offers: NO_OFFERS, next: fact.next };
    case 'ClocksResumed':
      return { ...game, turnSince: fact.at, clocks: clocksFrom(game, fact) };
    case 'GameEnded': {
      const clocks = fact.clocks === null ? null : startClocks(fact.clocks, null, fact.at);
      return { ...game, situation: 'terminated', end: fact.end, clocks, promotion: null, offers: NO_OFFERS };
    }
    case 'PlayerResigned':
    case 'GameAborted':
    case 'GameStopped':
    case 'DrawClaimed':
    case 'VictoryClaimed':
    case 'FlagFell':
      return game;
    default:
      return assertNever(fact);
  }
}

const seating = (seats: Game['seats']): Situation =>
  COLORS.every((color) => seats[color] !== null) ? 'ready' : 'waiting-for-players';

const seated = <P>(game: Game<P>, seats: Game['seats']): Game<P> => ({
  ...game,
  seats,
  situation: game.situation === 'running' ? 'running' : seating(seats),
});

function moved<P>(referee: Referee<P>, game: Game<P>, fact: FactOf<'MovePlayed'>, ruling: Ruling<P> | null): Game<P> {
  const { color, notation, happened, usedChance, tookMs, turn } = fact;
  const board = boardOf(game);
  const move = { color, notation, record: record(fact.record, fact.secret), happened, usedChance, tookMs };
  const position = ruling === null ? referee.replay(board.position, move.record) : ruling.after;
  return {
    ...game,
    board: { ...board, position, turn, moves: [...board.moves, move] },
    turnSince: fact.at,
    clocks: clocksFrom(game, fact, turn),
    promotion: null,
    offered: NOTHING_OFFERED,
  };
}

/** Goes back by going forward again from the start: positions of the past are not kept. */
function takenBack<P>(referee: Referee<P>, game: Game<P>, fact: FactOf<'TakebackAccepted'>): Game<P> {
  const board = boardOf(game);
  const moves = board.moves.slice(0, board.moves.length - fact.plies);
  const position = moves.reduce((before, move) => referee.replay(before, move.record), referee.resume(board.start));
  return {
    ...game,
    board: { ...board, position, turn: fact.turn, moves },
    turnSince: fact.at,
    clocks: clocksFrom(game, fact, fact.turn),
    promotion: null,
    offers: { ...game.offers, takeback: null },
  };
}

function offered<P, K extends OfferKind>(game: Game<P>, what: K, color: Color, offer: Game['offers'][K]): Game<P> {
  const offeredOf: Sides<boolean> = withSide(game.offered[what], color, true);
  return {
    ...game,
    offers: { ...game.offers, [what]: offer },
    offered: { ...game.offered, [what]: offeredOf },
  };
}

function clocksFrom<P>(
  game: Game<P>,
  { clocks, at }: { readonly clocks: ClockFace | null; readonly at: Instant },
  turn: Color = boardOf(game).turn,
) {
  return clocks === null ? null : startClocks(clocks, turn, at);
}

function boardOf<P>({ board }: Game<P>): Board<P> {
  if (board === null) throw new Error('this game has no board yet');
  return board;
}

const record = (open: Json, secret: Json | undefined): GameRecord =>
  secret === undefined ? { open } : { open, secret };
