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
const MOST_UPLOADED = 1000;
const MOST_UPLOADED_BYTES = 64 * 1024 * 1024;
/** A referee of a script holds little more than the source. */
const LEAST_BYTES = 10_000;

/** The built-in rulesets, compiled on first use. */
export function refereeLookup(
  { cap, script }: Quantum = {},
  findUploaded: FindUploadedReferee = async () => undefined,
): Referees & {
  cards(): Promise<readonly RulesetCard[]>;
  close(): Promise<void>;
} {
  const threaded = openThreadedReferee({ ...(cap && { cap }), ...(script && { script }) });
  const builtIn = new Map<string, () => Referee>([...WITHOUT_THREADS, ['quantum', () => threaded as Referee]]);
  const byName = new Map<string, Referee>();
  const referee = (name: string): Referee | undefined => {
    const known = byName.get(name) ?? builtIn.get(name)?.();
    if (known !== undefined) byName.set(name, known);
    return known;
  };
  const uploaded = new LRUCache<RulesetId, Referee>({
    max: MOST_UPLOADED,
    maxSize: MOST_UPLOADED_BYTES,
    sizeCalculation: ({ cost }) => Math.ceil(LEAST_BYTES + (cost?.bytes ?? 0)),
  });
  const pending = new Map<RulesetId, Promise<Referee | undefined>>();
  async function load(id: RulesetId): Promise<Referee | undefined> {
    const found = await findUploaded(id);
    if (found !== undefined) uploaded.set(id, found);
    return found;
  }
  const uploadedReferee = (id: RulesetId): Referee | Promise<Referee | undefined> => {
    const known = uploaded.get(id) ?? pending.get(id);
    if (known !== undefined) return known;
    const loading = load(id).finally(() => pending.delete(id));
    pending.set(id, loading);
    return loading;
  };
  return {
    referee: (id) => (isUploaded(id) ? uploadedReferee(id) : referee(id)),
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
