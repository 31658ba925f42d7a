import type { Color, Glance, Referee } from '@chessmith/rules';
import type { Game } from '../game.js';
import { publicGlance } from '../public-view.js';
import { sideOf } from '../sides.js';
import { type MoveView, moveView } from '../view.js';
import { jsonEqual } from './json-equal.js';
import type { NewsNode } from './tree.js';

/** The input for the payloads of news: a game with its public view and last move. */
export type NewsSource<P = unknown> = {
  readonly game: Game<P>;
  readonly view: Glance | null;
  readonly lastMove: MoveView | null;
};

export const newsSourceOf = <P>(referee: Referee<P>, game: Game<P>): NewsSource<P> => ({
  game,
  view: publicGlance(referee, game),
  lastMove: lastMoveOf(game),
});

/** How the payload of one news node is built and compared. */
export type NewsPart = {
  readonly node: NewsNode;
  /** The fields of a game on which the payload depends, as bits; without a change there, `isUnchanged` is not called. */
  readonly from: number;
  /** Whether the payload is the same as before; compares cheap fields first. */
  readonly isUnchanged: (then: NewsSource, now: NewsSource) => boolean;
  readonly payloadOf: (source: NewsSource) => unknown;
};

const CONFIGURATION = 1;
const SEATS = 2;
const BOARD = 4;
const PROMOTION = 8;
const CLOCKS = 16;
const OFFERS = 32;
const END = 64;
const NEXT = 128;
const SITUATION = 256;
const ALIAS = 512;

/** The fields of a game that were replaced by other objects, as bits. */
export function replacedFields(before: Game, after: Game): number {
  return (
    (before.configuration === after.configuration ? 0 : CONFIGURATION) |
    (before.seats === after.seats ? 0 : SEATS) |
    (before.board === after.board ? 0 : BOARD) |
    (before.promotion === after.promotion ? 0 : PROMOTION) |
    (before.clocks === after.clocks ? 0 : CLOCKS) |
    (before.offers === after.offers ? 0 : OFFERS) |
    (before.end === after.end ? 0 : END) |
    (before.next === after.next ? 0 : NEXT) |
    (before.situation === after.situation ? 0 : SITUATION) |
    (before.alias === after.alias ? 0 : ALIAS)
  );
}

function part(
  node: NewsNode,
  from: number,
  payloadOf: NewsPart['payloadOf'],
  isUnchanged = isPayloadEqual(payloadOf),
): NewsPart {
  return { node, from, isUnchanged, payloadOf };
}

const isPayloadEqual =
  (payloadOf: NewsPart['payloadOf']): NewsPart['isUnchanged'] =>
  (then, now) =>
    jsonEqual(payloadOf(then), payloadOf(now));

/** In the order in which subscribers are sent the news of one fact. */
export const NEWS_PARTS: readonly NewsPart[] = [
  part('AliasUpdateEvent', ALIAS, ({ game }) => game.alias),
  part('ConfigurationUpdateEvent', CONFIGURATION, ({ game }) => game.configuration),
  part('WhitePlayerUpdateEvent', SEATS, ({ game }) => game.seats.white),
  part('BlackPlayerUpdateEvent', SEATS, ({ game }) => game.seats.black),
  part('ChessboardUpdateEvent', BOARD | END, ({ view }) => view && piecesOf(view), arePiecesUnchanged),
  part('BoardChanged', BOARD | END, boardOf, isBoardUnchanged),
  part('MoveHistoryUpdateEvent', BOARD, historyOf, isHistoryUnchanged),
  part('TurnUpdateEvent', BOARD, ({ game }) => game.board?.turn ?? null),
  part('GameSituationUpdateEvent', BOARD | END | PROMOTION, situationOf),
  part('WhiteTimerUpdateEvent', CLOCKS, timerOf('white'), isTimerUnchanged('white')),
  part('BlackTimerUpdateEvent', CLOCKS, timerOf('black'), isTimerUnchanged('black')),
  part('DrawOfferUpdateEvent', OFFERS, ({ game }) => game.offers.draw),
  part('TakebackOfferUpdateEvent', OFFERS, ({ game }) => game.offers.takeback),
  part('RematchUpdateEvent', OFFERS | NEXT, ({ game }) => ({ offer: game.offers.rematch, next: game.next })),
  part('GameOverUpdateEvent', END, ({ game }) => game.end),
  part('ServerSituationUpdateEvent', SITUATION, ({ game }) => game.situation),
];

export type PiecesPayload = ReturnType<typeof piecesOf>;
export type BoardPayload = NonNullable<ReturnType<typeof boardOf>>;
export type HistoryPayload = ReturnType<typeof historyOf>;
export type TimerPayload = NonNullable<ReturnType<ReturnType<typeof timerOf>>>;

function piecesOf({ pieces, pockets }: Glance) {
  return { pieces, pockets: pockets ?? null };
}

function arePiecesUnchanged({ view: then }: NewsSource, { view: now }: NewsSource): boolean {
  if (then === null || now === null) return then === now;
  return jsonEqual(then.pieces, now.pieces) && jsonEqual(then.pockets, now.pockets);
}

function boardOf({ view, lastMove }: NewsSource) {
  if (view === null) return null;
  return {
    pieces: view.pieces,
    pockets: view.pockets ?? null,
    extra: view.extra ?? null,
    turn: view.turn,
    check: view.check,
    lastMove,
  };
}

function isBoardUnchanged(then: NewsSource, now: NewsSource): boolean {
  return then.view?.turn === now.view?.turn && jsonEqual(boardOf(then), boardOf(now));
}

/** The number of plies and the last move only: clients that received every version know the rest. */
function historyOf({ game, lastMove }: NewsSource) {
  return { ply: plyOf(game), last: lastMove };
}

function isHistoryUnchanged(then: NewsSource, now: NewsSource): boolean {
  return plyOf(then.game) === plyOf(now.game) && jsonEqual(then.lastMove, now.lastMove);
}

const plyOf = ({ board }: Game): number => board?.moves.length ?? 0;

function lastMoveOf({ board }: Game): MoveView | null {
  const last = board?.moves[board.moves.length - 1];
  return last === undefined ? null : moveView(last);
}

/** As the Chess Game Service API defines it: promotion, check, checkmate or stalemate of the side to move. */
function situationOf({ game, view }: NewsSource) {
  if (game.promotion !== null) return { kind: 'promotion', ...game.promotion };
  const by = view?.outcome?.by;
  return BOARD_SITUATIONS[
    by === 'checkmate' || by === 'stalemate' ? by : view !== null && view.check.length > 0 ? 'check' : 'none'
  ];
}

const BOARD_SITUATIONS = {
  none: { kind: 'none' },
  check: { kind: 'check' },
  checkmate: { kind: 'checkmate' },
  stalemate: { kind: 'stalemate' },
} as const;

/** A clock's reading when it last stopped or started. Which clock runs follows from turn, situation and moves (`runningClock`). */
function timerOf(color: Color) {
  return ({ game: { clocks } }: NewsSource) => clocks && { remainingMs: sideOf(clocks.remainingMs, color) };
}

function isTimerUnchanged(color: Color): NewsPart['isUnchanged'] {
  return ({ game: { clocks: then } }, { game: { clocks: now } }) =>
    then === null || now === null ? then === now : sideOf(then.remainingMs, color) === sideOf(now.remainingMs, color);
}
