import { evolve, type Fact, type Game, type GameId, noGame, type Version } from '@chessmith/game';
import { type FragmentsPosition, fragmentsReferee } from '@chessmith/quantum';
import type { ServiceRefusal, Subscription } from '@chessmith/service';
import { ok, type Result } from '@chessmith/std';
import type { Core } from '../core.js';

export type FragmentsGame = Game<FragmentsPosition>;

/** A fact that the mirror had not read yet, and the game after it. */
export type MirroredFact = { readonly fact: Fact; readonly after: FragmentsGame };

/**
 * A copy of a game, made from its public facts only, so that no message of this port can reveal which fragment is
 * real.
 */
export type GameMirror = {
  game(): FragmentsGame;
  /** Reads all facts so far, and from then on calls `whenBehind` when there are more. */
  open(): Promise<Result<null, ServiceRefusal>>;
  /** Notes that there are facts up to this version. */
  expect(version: Version): void;
  /** The facts since the last call, in order; reads nothing if there are none. */
  catchUp(): Promise<readonly MirroredFact[]>;
  close(): void;
};

const next = evolve(fragmentsReferee());

export function openGameMirror(
  { queries, live }: Pick<Core, 'queries' | 'live'>,
  id: GameId,
  whenBehind: () => void,
): GameMirror {
  let game: FragmentsGame = noGame();
  let newest = 0;
  let subscription: Subscription | undefined;

  const expect = (version: Version): void => {
    newest = Math.max(newest, version);
  };

  async function catchUp(): Promise<readonly MirroredFact[]> {
    const mirrored: MirroredFact[] = [];
    if (game.version >= newest) return mirrored;
    const facts = await queries.facts(id, { after: game.version });
    if (!facts.ok) throw new Error(`could not read the facts of a game: ${facts.error.code}`);
    for (const { fact } of facts.value) {
      game = next(game, fact);
      mirrored.push({ fact, after: game });
    }
    expect(game.version);
    return mirrored;
  }

  return {
    game: () => game,
    async open() {
      const opened = await live.subscribe({ game: id, node: 'ChessGameServiceEvent', person: null }, (event) => {
        const version = event.kind === 'news' ? event.news[0]!.version : event.version;
        if (version <= newest) return;
        expect(version);
        if (event.kind === 'news') whenBehind();
      });
      if (!opened.ok) return opened;
      subscription = opened.value;
      await catchUp();
      return ok(null);
    },
    expect,
    catchUp,
    close: () => subscription?.unsubscribe(),
  };
}
