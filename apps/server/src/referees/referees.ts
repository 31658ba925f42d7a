import { setImmediate } from 'node:timers/promises';
import type { RulesetId } from '@chessmith/game';
import { fragmentsReferee } from '@chessmith/quantum';
import { catalogue, classicalReferee, type Referee, type RulesetCard } from '@chessmith/rules';
import { isUploaded, type Referees } from '@chessmith/service';
import { LRUCache } from 'lru-cache';
import { openThreadedReferee } from './quantum/referee.js';

export type Quantum = { readonly cap?: number; readonly script?: URL | undefined };
/** Finds the referee of an uploaded ruleset. */
export type FindUploadedReferee = (ruleset: RulesetId) => Promise<Referee | undefined>;

/** Limits of cached referees of uploaded rulesets. Games in memory keep theirs, and their bytes count as well. */
const MOST_WRITTEN = 1000;
const MOST_WRITTEN_BYTES = 64 * 1024 * 1024;
/** A referee of a script holds little more than the source. */
const LEAST_BYTES = 10_000;

/** The built-in rulesets, compiled on first use. */
export function refereeLookup(
  { cap, script }: Quantum = {},
  written: FindUploadedReferee = async () => undefined,
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
  const uploaded = new LRUCache<RulesetId, Referee>({
    max: MOST_WRITTEN,
    maxSize: MOST_WRITTEN_BYTES,
    sizeCalculation: ({ bytes = 0 }) => Math.ceil(LEAST_BYTES + bytes),
  });
  const lookedFor = new Map<RulesetId, Promise<Referee | undefined>>();
  async function lookFor(id: RulesetId): Promise<Referee | undefined> {
    const found = await written(id);
    if (found !== undefined) uploaded.set(id, found);
    return found;
  }
  const writtenReferee = (id: RulesetId): Referee | Promise<Referee | undefined> => {
    const known = uploaded.get(id) ?? lookedFor.get(id);
    if (known !== undefined) return known;
    const looked = lookFor(id).finally(() => lookedFor.delete(id));
    lookedFor.set(id, looked);
    return looked;
  };
  return {
    referee: (id) => (isUploaded(id) ? writtenReferee(id) : referee(id)),
    async cards() {
      const cards: RulesetCard[] = [];
      for (const name of builtIn.keys()) {
        cards.push(referee(name)!.about);
        // Compiling all of them takes most of a second, so players' requests run in between.
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
