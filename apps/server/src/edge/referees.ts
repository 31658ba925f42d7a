import { setImmediate } from 'node:timers/promises';
import { fragmentsReferee } from '@chessmith/quantum';
import { catalogue, classicalReferee, type Referee, type RulesetCard } from '@chessmith/rules';
import type { Referees } from '@chessmith/service';
import { openThreadedReferee } from './quantum/referee.js';

export type Quantum = { readonly cap?: number; readonly script?: URL | undefined };

/** The built-in kinds of chess; each is compiled when it is first asked for. */
export function openReferees({ cap, script }: Quantum = {}): Referees & {
  cards(): Promise<readonly RulesetCard[]>;
  close(): Promise<void>;
} {
  const threaded = openThreadedReferee({ ...(cap && { cap }), ...(script && { script }) });
  const builtIn = new Map<string, () => Referee>([...WITHOUT_THREADS, ['quantum', () => threaded as Referee]]);
  const called = new Map<string, Referee>();
  const referee = (name: string): Referee | undefined => {
    const known = called.get(name) ?? builtIn.get(name)?.();
    if (known !== undefined) called.set(name, known);
    return known;
  };
  return {
    referee,
    async cards() {
      const cards: RulesetCard[] = [];
      for (const name of builtIn.keys()) {
        cards.push(referee(name)!.about);
        // Compiling all of them takes most of a second, which players should not feel.
        await setImmediate();
      }
      return cards;
    },
    close: () => threaded.close(),
  };
}

const WITHOUT_THREADS: readonly (readonly [string, () => Referee])[] = [
  ...catalogue.map((ruleset): [string, () => Referee] => [ruleset.name, () => classicalReferee(ruleset) as Referee]),
  ['quantum-fragments', () => fragmentsReferee() as Referee],
];
