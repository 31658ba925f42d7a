import { type GameId, instantAt, publicFact } from '@chessmith/game';
import { mapOk } from '@chessmith/std';
import { emptyLiveGame, type FactStep, type LiveGame } from '../games/live-game.js';
import { liveGames, notFound } from '../games/live-games.js';
import { pgnExport } from '../games/pgn.js';
import { readFacts } from '../games/stored-facts.js';
import type { ListedGame, Referees, Store } from '../ports/index.js';
import type { NumberedFact, ServiceResult } from '../service.js';
import type { Time } from '../time.js';
import { type AuditedGame, gameAudit } from './audit.js';

/** Read-only access to stored games, for tools. Writes nothing and keeps nothing in memory. */
export type Records = {
  /** All games, private ones too, in the order of creation. */
  allGames(): AsyncIterable<ListedGame>;
  find(game: GameId): Promise<ListedGame | undefined>;
  /** All facts with the game before and after each. Contains secrets. */
  steps(game: GameId): ServiceResult<readonly FactStep[]>;
  /** The facts, without secret parts until the game has ended. */
  facts(game: GameId): ServiceResult<readonly NumberedFact[]>;
  pgn(game: GameId): ServiceResult<string>;
  /** Checks that everything stored of a game is consistent. */
  audit(game: GameId): Promise<AuditedGame>;
};

const PAGE_SIZE = 200;

/** Replaying facts needs no clock. */
const NO_TIME: Time = { now: () => instantAt(0), nowMs: () => 0, wakeIn: () => () => {} };

/** Opens nothing, so nothing has to be closed. */
export function gameRecords(deps: {
  readonly store: Pick<Store, 'games' | 'directory' | 'people'>;
  readonly referees: Referees;
}): Records {
  const { store, referees } = deps;
  const { games, directory, people } = store;
  const live = liveGames({
    store: games,
    referees,
    time: NO_TIME,
    limit: 0,
    maxBytes: 0,
    isBusy: () => false,
    isWatched: () => false,
  });

  async function load(id: GameId): ServiceResult<LiveGame> {
    const game = emptyLiveGame(id, NO_TIME.now());
    return mapOk(await replay(game), () => game);
  }

  async function replay(game: LiveGame): ServiceResult<readonly FactStep[]> {
    const steps = await live.refresh(game);
    return steps.ok && steps.value.length === 0 ? { ok: false, error: notFound(game.id) } : steps;
  }

  return {
    async *allGames() {
      let after: string | undefined;
      do {
        const page = await directory.everyGame({ limit: PAGE_SIZE, ...(after === undefined ? {} : { after }) });
        yield* page.games;
        after = page.next;
      } while (after !== undefined);
    },
    find: (game) => directory.game(game),
    steps: (id) => replay(emptyLiveGame(id, NO_TIME.now())),
    async facts(id) {
      const read = await readFacts(games, id);
      return mapOk(read, (numbered) => {
        const hasEnded = numbered.some(({ fact }) => fact.type === 'GameEnded');
        return numbered.map(({ version, fact }) => ({ version, fact: publicFact(fact, hasEnded) }));
      });
    },
    pgn: pgnExport({ directory, people, load }).pgn,
    audit: gameAudit({ games, directory, refereeOf: live.refereeOf }),
  };
}
