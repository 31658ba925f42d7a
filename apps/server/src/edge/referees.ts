import { setImmediate } from 'node:timers/promises';
import { fragmentsReferee, quantumReferee } from '@chessmith/quantum';
import { catalogue, classicalReferee, type Referee, type RulesetCard } from '@chessmith/rules';
import type { Referees } from '@chessmith/service';

/** The built-in kinds of chess; each is compiled when it is first asked for. */
export function openReferees(): Referees & { cards(): Promise<readonly RulesetCard[]> } {
  const called = new Map<string, Referee>();
  const referee = (name: string): Referee | undefined => {
    const known = called.get(name) ?? BUILT_IN.get(name)?.();
    if (known !== undefined) called.set(name, known);
    return known;
  };
  return {
    referee,
    async cards() {
      const cards: RulesetCard[] = [];
      for (const name of BUILT_IN.keys()) {
        cards.push(referee(name)!.about);
        // Compiling all of them takes most of a second, which players should not feel.
        await setImmediate();
      }
      return cards;
    },
  };
}

const BUILT_IN = new Map<string, () => Referee>([
  ...catalogue.map((ruleset): [string, () => Referee] => [ruleset.name, () => classicalReferee(ruleset) as Referee]),
  ['quantum', () => quantumReferee() as Referee],
  ['quantum-fragments', () => fragmentsReferee() as Referee],
]);
