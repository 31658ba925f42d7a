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
type Looks<L> = { readonly referee: object; readonly looks: { [kind in Kind]?: L } };

const seenIn = ({ end }: Game): Kind => (end === null ? 'watcher' : 'all');

// Decisions, news and lists look at the same position one after the other, and the next command looks at it again. What
// they saw is kept for the positions looked at last: a view is as large as its position, and most games wait. A glance is
// smaller, and between a command's decision and its news there may be those of hundreds of other games.
const views = openMemory<View>(192);
const glances = openMemory<Glance>(1024);

function look<P>(referee: Referee<P>, position: P, kind: Kind): View {
  const looks = views(referee, position);
  looks[kind] ??= referee.view(position, { kind });
  return looks[kind];
}

function glance<P>(referee: Referee<P>, position: P, kind: Kind): Glance {
  if (referee.glance === undefined) return look(referee, position, kind);
  const looks = glances(referee, position);
  looks[kind] ??= referee.glance(position, { kind });
  return looks[kind];
}

/** What was seen of positions, for at most so many of them: the older half goes at once. */
function openMemory<L>(most: number): (referee: object, position: unknown) => Looks<L>['looks'] {
  let lately = new Map<unknown, Looks<L>>();
  let before = new Map<unknown, Looks<L>>();
  return (referee, position) => {
    const known = lately.get(position);
    if (known?.referee === referee) return known.looks;
    if (lately.size >= most / 2) {
      before = lately;
      lately = new Map();
    }
    const old = before.get(position);
    const kept = old?.referee === referee ? old : { referee, looks: {} };
    lately.set(position, kept);
    return kept.looks;
  };
}
