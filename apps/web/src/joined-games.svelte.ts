import type { Subscription } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { COLORS } from '@chessmith/rules';
import { here } from './route.svelte.js';
import { client, lobby, session } from './session.svelte.js';

/** A game of the person that an opponent has joined while another page was open. */
export type JoinedGame = {
  readonly game: string;
  readonly opponent: string;
  readonly configuration: api.GameView['configuration'];
};

let joined = $state.raw<readonly JoinedGame[]>([]);
const watched = new Map<string, Subscription>();

const isOpenHere = (game: string) => here.route.page === 'game' && here.route.game === game;

export const joinedGames = {
  /** Without the game that this page shows. */
  get list(): readonly JoinedGame[] {
    return joined.filter(({ game }) => !isOpenHere(game));
  },
  dismiss,
};

/** Follows the person's games that have a free seat, until an opponent joins. */
export async function watchOwnGames(): Promise<void> {
  const connection = await client();
  const me = session.me!.id;
  for (const { game } of joined)
    void connection.view(game).then((seen) => seen.ok && isOver(seen.value) && dismiss(game));
  const open = await lobby.gamesOf(me, { open: true, limit: 20 });
  if (!open.ok) return;
  for (const { game } of open.value.games) {
    if (watched.has(game)) continue;
    const stop = () => {
      watched.get(game)?.unsubscribe();
      watched.delete(game);
    };
    const view = (view: api.GameView) => {
      const opponent = COLORS.map((color) => view.seats[color]).find((person) => person !== null && person !== me);
      if (opponent === undefined && view.end === null) return;
      stop();
      if (opponent == null || isOver(view) || isOpenHere(game)) return;
      joined = [...joined, { game, opponent, configuration: view.configuration }];
    };
    watched.set(game, connection.follow(game, { view, refused: stop }));
  }
}

/** Whether the banner is obsolete: the game has ended, or the person has already moved in it. */
const isOver = ({ yours, end, moves }: api.GameView): boolean =>
  yours.length === 0 || end !== null || moves.some(({ color }) => yours.includes(color));

function dismiss(game: string): void {
  joined = joined.filter((one) => one.game !== game);
}
