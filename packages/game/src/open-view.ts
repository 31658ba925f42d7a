import type { Glance, Referee, View } from '@chessmith/rules';
import type { Game } from './game.js';

/** What everyone may see of the board: nothing secret while the game goes on, everything once it has ended. */
export function openView<P>(referee: Referee<P>, game: Game<P>): View | null {
  return game.board === null ? null : look(referee, game.board.position, seenIn(game));
}

/** The same without what only somebody who is about to move asks for. */
export function openGlance<P>(referee: Referee<P>, game: Game<P>): Glance | null {
  return game.board === null ? null : glance(referee, game.board.position, seenIn(game));
}

/** The position as somebody sees it who plays for neither side. */
export const watcherView = <P>(referee: Referee<P>, position: P): View => look(referee, position, 'watcher');
export const watcherGlance = <P>(referee: Referee<P>, position: P): Glance => glance(referee, position, 'watcher');

type Kind = 'watcher' | 'all';
type Seen = {
  readonly referee: object;
  readonly views: { [kind in Kind]?: View };
  readonly glances: { [kind in Kind]?: Glance };
};

const seenIn = ({ end }: Game): Kind => (end === null ? 'watcher' : 'all');

// Decisions, news and lists look at the same position one after the other, and the next command looks at it again. What
// they saw is kept for the positions looked at last: a view is as large as its position, and most games wait.
const KEPT = 192;
let seenLately = new Map<unknown, Seen>();
let seenBefore = new Map<unknown, Seen>();

function look<P>(referee: Referee<P>, position: P, kind: Kind): View {
  const { views } = seen(referee, position);
  views[kind] ??= referee.view(position, { kind });
  return views[kind];
}

function glance<P>(referee: Referee<P>, position: P, kind: Kind): Glance {
  if (referee.glance === undefined) return look(referee, position, kind);
  const { views, glances } = seen(referee, position);
  glances[kind] ??= views[kind] ?? referee.glance(position, { kind });
  return glances[kind];
}

function seen<P>(referee: Referee<P>, position: P): Seen {
  const known = seenLately.get(position);
  if (known?.referee === referee) return known;
  if (seenLately.size >= KEPT / 2) {
    seenBefore = seenLately;
    seenLately = new Map();
  }
  const before = seenBefore.get(position);
  const kept = before?.referee === referee ? before : { referee, views: {}, glances: {} };
  seenLately.set(position, kept);
  return kept;
}
