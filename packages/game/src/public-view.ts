import type { Glance, Referee, View } from '@chessmith/rules';
import type { Board } from './board.js';
import type { Game } from './game.js';
import type { PublicViewer } from './view-cache.js';

/** The board as everybody may see it: without secrets while the game runs, complete once it has ended. */
export const publicView = <P>(referee: Referee<P>, game: Game<P>): View | null =>
  game.board === null ? null : game.board.views.view(referee, game.board.position, publicViewer(game));

/** As `publicView`, but without the legal moves and other parts that only the side to move needs. */
export const publicGlance = <P>(referee: Referee<P>, game: Game<P>): Glance | null =>
  game.board === null ? null : game.board.views.glance(referee, game.board.position, publicViewer(game));

/** The board as a watcher sees it, also after the end. */
export const watcherView = <P>(referee: Referee<P>, board: Board<P>): View =>
  board.views.view(referee, board.position, 'watcher');

const publicViewer = ({ end }: Game): PublicViewer => (end === null ? 'watcher' : 'all');
