import type { Color, Glance, Referee } from '@chessmith/rules';
import type { Game } from '../game.js';
import { openGlance } from '../open-view.js';
import { sideOf } from '../sides.js';
import { type MoveView, moveView } from '../view.js';
import type { NewsNode } from './tree.js';

/** A game as it is looked at to find out what is new. */
export type Look<P = unknown> = {
  readonly game: Game<P>;
  readonly view: Glance | null;
  readonly lastMove: MoveView | null;
};

export const lookAt = <P>(referee: Referee<P>, game: Game<P>): Look<P> => ({
  game,
  view: openGlance(referee, game),
  lastMove: lastMoveOf(game),
});

/** The part of the state that a node tells of. */
export type Part = {
  readonly node: NewsNode;
  /** Fields of a game that it follows from: where none of them was replaced, there is nothing to compare. */
  readonly from: readonly (keyof Game)[];
  /** As it is told. */
  readonly told: (look: Look) => unknown;
};

const part = (node: NewsNode, from: readonly (keyof Game)[], told: Part['told']): Part => ({ node, from, told });

/** In the order in which news goes out. */
export const PARTS: readonly Part[] = [
  part('ConfigurationUpdateEvent', ['configuration'], ({ game }) => game.configuration),
  part('WhitePlayerUpdateEvent', ['seats'], ({ game }) => game.seats.white),
  part('BlackPlayerUpdateEvent', ['seats'], ({ game }) => game.seats.black),
  part('ChessboardUpdateEvent', ['board', 'end'], ({ view }) => view && piecesOf(view)),
  part('BoardChanged', ['board', 'end'], boardOf),
  part('MoveHistoryUpdateEvent', ['board'], historyOf),
  part('TurnUpdateEvent', ['board'], ({ game }) => game.board?.turn ?? null),
  part('GameSituationUpdateEvent', ['board', 'end', 'promotion'], situationOf),
  part('WhiteTimerUpdateEvent', ['clocks'], timerOf('white')),
  part('BlackTimerUpdateEvent', ['clocks'], timerOf('black')),
  part('DrawOfferUpdateEvent', ['offers'], ({ game }) => game.offers.draw),
  part('TakebackOfferUpdateEvent', ['offers'], ({ game }) => game.offers.takeback),
  part('RematchUpdateEvent', ['offers', 'next'], ({ game }) => ({ offer: game.offers.rematch, next: game.next })),
  part('GameOverUpdateEvent', ['end'], ({ game }) => game.end),
  part('ServerSituationUpdateEvent', ['situation'], ({ game }) => game.situation),
];

function piecesOf({ pieces, pockets }: Glance) {
  return { pieces, pockets: pockets ?? null };
}

function boardOf({ view, lastMove }: Look) {
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

/** How long the game is now, and its last move: clients that heard of every version know the rest. */
function historyOf({ game, lastMove }: Look) {
  return { ply: game.board?.moves.length ?? 0, last: lastMove };
}

function lastMoveOf({ board }: Game): MoveView | null {
  const last = board?.moves[board.moves.length - 1];
  return last === undefined ? null : moveView(last);
}

/** In seed 000's sense: what hangs over the side to move. */
function situationOf({ game, view }: Look) {
  if (game.promotion !== null) return { kind: 'promotion', ...game.promotion };
  const by = view?.outcome?.by;
  if (by === 'checkmate' || by === 'stalemate') return { kind: by };
  return { kind: view !== null && view.check.length > 0 ? 'check' : 'none' };
}

/** What stood on a clock when it last stopped or started. Whose clock runs follows from turn and situation. */
function timerOf(color: Color) {
  return ({ game: { clocks } }: Look) => clocks && { remainingMs: sideOf(clocks.remainingMs, color) };
}
