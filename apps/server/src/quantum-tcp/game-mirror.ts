import { evolve, type Fact, type Game, type GameId, noGame } from '@chessmith/game';
import { type FragmentsPosition, fragmentsReferee } from '@chessmith/quantum';
import type { NumberedFact, ServiceRefusal } from '@chessmith/service';
import { ok, type Result } from '@chessmith/std';
import type { Core } from '../core.js';

export type FragmentsGame = Game<FragmentsPosition>;

/** A fact that the mirror had not applied yet, and the game after it. */
export type MirroredFact = { readonly fact: Fact; readonly after: FragmentsGame };

/**
 * A copy of a game, made from its public facts only, so that no message of this port can reveal which fragment is
 * real.
 */
export type GameMirror = {
  game(): FragmentsGame;
  /** Applies all facts so far, and from then on calls `whenBehind` when there are more. */
  open(): Promise<Result<null, ServiceRefusal>>;
  /** Applies the facts since the last call and returns them in order. */
  catchUp(): readonly MirroredFact[];
  close(): void;
};

const next = evolve(fragmentsReferee());

export function openGameMirror(
  { queries, live }: Pick<Core, 'queries' | 'live'>,
  id: GameId,
  whenBehind: () => void,
): GameMirror {
  let game: FragmentsGame = noGame();
  let isOpen = false;
  const waiting: NumberedFact[] = [];

  const stop = live.follow(id, (fact) => {
    waiting.push(fact);
    if (isOpen) whenBehind();
  });

  function apply(facts: readonly NumberedFact[]): readonly MirroredFact[] {
    const mirrored: MirroredFact[] = [];
    for (const { version, fact } of facts) {
      // A fact may arrive twice.
      if (version <= game.version) continue;
      game = next(game, fact);
      mirrored.push({ fact, after: game });
    }
    return mirrored;
  }

  return {
    game: () => game,
    async open() {
      const facts = await queries.facts(id);
      if (!facts.ok) return facts;
      apply(facts.value);
      apply(waiting.splice(0));
      isOpen = true;
      return ok(null);
    },
    catchUp: () => apply(waiting.splice(0)),
    close: stop,
  };
}
