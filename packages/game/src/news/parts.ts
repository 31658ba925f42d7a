import type { Color, Glance, Referee } from '@chessmith/rules';
import type { Game } from '../game.js';
import { publicGlance } from '../public-view.js';
import { sideOf } from '../sides.js';
import { type MoveView, moveView } from '../view.js';
import { jsonEqual } from './json-equal.js';
import type { NewsNode } from './tree.js';

/** A game as it is looked at to find out what is new. */
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

/** The part of the state that a node tells of. */
export type NewsPart = {
  readonly node: NewsNode;
  /** Fields of a game that it follows from, as bits: where none of them was replaced, there is nothing to compare. */
  readonly from: number;
  /** Whether the same is told as before; looks at what changes most before it makes up what is told. */
  readonly isKept: (then: NewsSource, now: NewsSource) => boolean;
  /** As it is told. */
  readonly told: (look: NewsSource) => unknown;
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

/** The fields of a game that are not the same objects any more, as bits. */
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

function part(node: NewsNode, from: number, told: NewsPart['told'], isKept = isToldAgain(told)): NewsPart {
  return { node, from, isKept, told };
}

const isToldAgain =
  (told: NewsPart['told']): NewsPart['isKept'] =>
  (then, now) =>
    jsonEqual(told(then), told(now));

/** In the order in which news goes out. */
export const NEWS_PARTS: readonly NewsPart[] = [
  part('AliasUpdateEvent', ALIAS, ({ game }) => game.alias),
  part('ConfigurationUpdateEvent', CONFIGURATION, ({ game }) => game.configuration),
  part('WhitePlayerUpdateEvent', SEATS, ({ game }) => game.seats.white),
  part('BlackPlayerUpdateEvent', SEATS, ({ game }) => game.seats.black),
  part('ChessboardUpdateEvent', BOARD | END, ({ view }) => view && piecesOf(view), arePiecesKept),
  part('BoardChanged', BOARD | END, boardOf, isBoardKept),
  part('MoveHistoryUpdateEvent', BOARD, historyOf, isHistoryKept),
  part('TurnUpdateEvent', BOARD, ({ game }) => game.board?.turn ?? null),
  part('GameSituationUpdateEvent', BOARD | END | PROMOTION, situationOf),
  part('WhiteTimerUpdateEvent', CLOCKS, timerOf('white'), isTimerKept('white')),
  part('BlackTimerUpdateEvent', CLOCKS, timerOf('black'), isTimerKept('black')),
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

function arePiecesKept({ view: then }: NewsSource, { view: now }: NewsSource): boolean {
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

function isBoardKept(then: NewsSource, now: NewsSource): boolean {
  return then.view?.turn === now.view?.turn && jsonEqual(boardOf(then), boardOf(now));
}

/** How long the game is now, and its last move: clients that heard of every version know the rest. */
function historyOf({ game, lastMove }: NewsSource) {
  return { ply: plyOf(game), last: lastMove };
}

function isHistoryKept(then: NewsSource, now: NewsSource): boolean {
  return plyOf(then.game) === plyOf(now.game) && jsonEqual(then.lastMove, now.lastMove);
}

const plyOf = ({ board }: Game): number => board?.moves.length ?? 0;

function lastMoveOf({ board }: Game): MoveView | null {
  const last = board?.moves[board.moves.length - 1];
  return last === undefined ? null : moveView(last);
}

/** In seed 000's sense: what hangs over the side to move. */
function situationOf({ game, view }: NewsSource) {
  if (game.promotion !== null) return { kind: 'promotion', ...game.promotion };
  const by = view?.outcome?.by;
  return SITUATIONS[
    by === 'checkmate' || by === 'stalemate' ? by : view !== null && view.check.length > 0 ? 'check' : 'none'
  ];
}

const SITUATIONS = {
  none: { kind: 'none' },
  check: { kind: 'check' },
  checkmate: { kind: 'checkmate' },
  stalemate: { kind: 'stalemate' },
} as const;

/** What stood on a clock when it last stopped or started. Whose clock runs follows from turn, situation and moves (`runningClock`). */
function timerOf(color: Color) {
  return ({ game: { clocks } }: NewsSource) => clocks && { remainingMs: sideOf(clocks.remainingMs, color) };
}

function isTimerKept(color: Color): NewsPart['isKept'] {
  return ({ game: { clocks: then } }, { game: { clocks: now } }) =>
    then === null || now === null ? then === now : sideOf(then.remainingMs, color) === sideOf(now.remainingMs, color);
}
