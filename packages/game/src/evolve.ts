import { COLORS, type Color, type GameRecord, type Json, type Referee, type Ruling } from '@chessmith/rules';
import { assertNever } from '@chessmith/std';
import { type ClockFace, startClocks } from './clock/clocks.js';
import type { OfferKind } from './commands.js';
import type { Fact, FactOf } from './facts.js';
import {
  type Board,
  type Game,
  hasMoved,
  NO_OFFERS,
  NOTHING_OFFERED,
  type PlayedMove,
  type Situation,
} from './game.js';
import { glanceCacheOf } from './glance-cache.js';
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

/** Under which rules these facts are to be folded; null while the game is not configured. */
export function rulesetIn(facts: readonly Fact[]): RulesetId | null {
  return facts.find((fact) => fact.type === 'GameConfigured')?.configuration.ruleset ?? null;
}

/** A copy of a state on its way to the next one; nobody else has seen it yet. */
export type Draft<P> = { -readonly [field in keyof Game<P>]: Game<P>[field] };

function next<P>(referee: Referee<P>, before: Game<P>, fact: Fact, ruling: Ruling<P> | null): Game<P> {
  const game = draftOf(before);
  game.version = (before.version + 1) as Version;
  change(referee, game, fact, ruling);
  return game;
}

// Field by field: this runs for every fact, and a spread takes ten times as long.
export function draftOf<P>(before: Game<P>): Draft<P> {
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

/** Lets a fact happen to a draft, but for its version. */
export function change<P>(referee: Referee<P>, game: Draft<P>, fact: Fact, ruling: Ruling<P> | null): void {
  switch (fact.type) {
    case 'GameCreated':
      game.situation = 'not-configured';
      game.id = fact.game;
      game.host = fact.host;
      game.alias = fact.alias;
      game.joinCode = fact.secret?.joinCode ?? null;
      return;
    case 'GameConfigured': {
      const start = record(fact.start, fact.secret);
      const { configuration, turn } = fact;
      game.situation = seating(configuration.seats);
      game.configuration = configuration;
      if (fact.alias !== undefined) game.alias = fact.alias;
      game.seats = configuration.seats;
      const position = referee.resume(start);
      game.board = { start, startTurn: turn, position, sight: glanceCacheOf(position), turn, moves: [] };
      return;
    }
    case 'PlayerJoined':
      seat(game, withSide(game.seats, fact.color, fact.person));
      return;
    case 'PlayerLeft':
      seat(game, withSide(game.seats, fact.color, null));
      game.offers = NO_OFFERS;
      return;
    case 'GameStarted':
      game.situation = 'running';
      game.startedAt = fact.at;
      setClocks(game, fact, boardOf(game).turn);
      return;
    case 'MovePlayed':
      move(referee, game, fact, ruling);
      return;
    case 'PromotionAwaited': {
      const { from, to, roles } = fact;
      game.promotion = { from, to, roles };
      return;
    }
    case 'DrawOffered':
      offer(game, 'draw', fact.color, { by: fact.color });
      return;
    case 'TakebackOffered':
      offer(game, 'takeback', fact.color, { by: fact.color, plies: fact.plies });
      return;
    case 'RematchOffered':
      offer(game, 'rematch', fact.color, { by: fact.color });
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
      takeBack(referee, game, fact);
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

const seating = (seats: Game['seats']): Situation =>
  COLORS.every((color) => seats[color] !== null) ? 'ready' : 'waiting-for-players';

function seat<P>(game: Draft<P>, seats: Game['seats']): void {
  game.seats = seats;
  if (game.situation !== 'running') game.situation = seating(seats);
}

function move<P>(referee: Referee<P>, game: Draft<P>, fact: FactOf<'MovePlayed'>, ruling: Ruling<P> | null): void {
  const { start, startTurn, position, moves } = boardOf(game);
  const played = playedIn(fact);
  const reached = ruling === null ? referee.replay(position, played.record) : ruling.after;
  game.board = {
    start,
    startTurn,
    position: reached,
    sight: glanceCacheOf(reached),
    turn: fact.turn,
    moves: [...moves, played],
  };
  afterMove(game, fact);
}

/** The move that a fact tells of. */
export function playedIn({
  color,
  notation,
  record: open,
  secret,
  happened,
  usedChance,
  tookMs,
}: FactOf<'MovePlayed'>): PlayedMove {
  return { color, notation, record: record(open, secret), happened, usedChance, tookMs };
}

/** What a move changes beside the position and the list of moves. */
export function settleMove<P>(game: Draft<P>, fact: FactOf<'MovePlayed'>): void {
  game.board = { ...boardOf(game), turn: fact.turn };
  afterMove(game, fact);
}

function afterMove<P>(game: Draft<P>, fact: FactOf<'MovePlayed'>): void {
  setClocks(game, fact, fact.turn);
  game.promotion = null;
  game.offered = NOTHING_OFFERED;
}

/** Goes back by going forward again from the start: positions of the past are not kept. */
function takeBack<P>(referee: Referee<P>, game: Draft<P>, fact: FactOf<'TakebackAccepted'>): void {
  const board = boardOf(game);
  const moves = board.moves.slice(0, board.moves.length - fact.plies);
  const position = moves.reduce((before, { record }) => referee.replay(before, record), referee.resume(board.start));
  game.board = { ...board, position, sight: glanceCacheOf(position), moves };
  settleTakeback(game, fact);
}

/** What a takeback changes beside the position and the list of moves. */
export function settleTakeback<P>(game: Draft<P>, fact: FactOf<'TakebackAccepted'>): void {
  game.board = { ...boardOf(game), turn: fact.turn };
  setClocks(game, fact, fact.turn);
  game.promotion = null;
  game.offers = { ...game.offers, takeback: null };
}

function offer<P, K extends OfferKind>(game: Draft<P>, what: K, color: Color, offered: Game['offers'][K]): void {
  const offeredOf: Sides<boolean> = withSide(game.offered[what], color, true);
  game.offers = { ...game.offers, [what]: offered };
  game.offered = { ...game.offered, [what]: offeredOf };
}

function setClocks<P>(
  game: Draft<P>,
  { clocks, at }: { readonly clocks: ClockFace | null; readonly at: Instant },
  turn: Color,
): void {
  game.turnSince = at;
  game.clocks = clocks === null ? null : startClocks(clocks, runningClock(game, turn), at);
}

/** The side whose clock runs while `turn` is to move; none during a first move that is free. */
export const runningClock = (game: Game, turn: Color): Color | null =>
  game.configuration?.firstMoveMs === undefined || hasMoved(game, turn) ? turn : null;

export function boardOf<P>({ board }: Game<P>): Board<P> {
  if (board === null) throw new Error('this game has no board yet');
  return board;
}

const record = (open: Json, secret: Json | undefined): GameRecord =>
  secret === undefined ? { open } : { open, secret };
