import { setImmediate } from 'node:timers/promises';
import type { RulesetId } from '@chessmith/game';
import { fragmentsReferee } from '@chessmith/quantum';
import { catalogue, classicalReferee, type Referee, type RulesetCard } from '@chessmith/rules';
import { isUploaded, type Referees } from '@chessmith/service';
import { openThreadedReferee } from './quantum/referee.js';

export type Quantum = { readonly cap?: number; readonly script?: URL | undefined };
/** Finds the referee of rules that somebody wrote. */
export type Written = (ruleset: RulesetId) => Promise<Referee | undefined>;

/** Referees of written rules that are kept at hand; games in play hold on to theirs. */
const MOST_WRITTEN = 1000;

/** The built-in kinds of chess; each is compiled when it is first asked for. */
export function openReferees(
  { cap, script }: Quantum = {},
  written: Written = async () => undefined,
): Referees & {
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
  const ofOthers = new Map<RulesetId, Promise<Referee | undefined>>();
  const writtenReferee = (id: RulesetId): Promise<Referee | undefined> => {
    const known = ofOthers.get(id);
    if (known !== undefined) return known;
    if (ofOthers.size >= MOST_WRITTEN) ofOthers.delete(ofOthers.keys().next().value!);
    const looked = written(id);
    ofOthers.set(id, looked);
    // What is not there now may come, and a store that fails may recover.
    looked.then(
      (found) => found ?? ofOthers.delete(id),
      () => ofOthers.delete(id),
    );
    return looked;
  };
  return {
    referee: (id) => (isUploaded(id) ? writtenReferee(id) : referee(id)),
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
