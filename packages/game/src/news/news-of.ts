import type { Referee } from '@chessmith/rules';
import type { Fact } from '../facts.js';
import type { Game } from '../game.js';
import type { Instant, Version } from '../units.js';
import { lookAt, PARTS } from './parts.js';
import type { NewsNode } from './tree.js';

/** Something changed for those who watch. `payload` is plain JSON, the same for everyone, and holds no secret. */
export type News = {
  readonly node: NewsNode;
  readonly version: Version;
  readonly at: Instant;
  readonly payload: unknown;
};

/** The news of one fact: exactly those nodes whose part of the state is not what it was. */
export const newsOf =
  <P>(referee: Referee<P>) =>
  (before: Game<P>, fact: Fact, after: Game<P>): readonly News[] => {
    const [then, now] = [lookAt(referee, before), lookAt(referee, after)];
    const news: News[] = [];
    for (const { node, from, told } of PARTS) {
      if (areKept(from, before, after)) continue;
      const payload = told(now);
      if (!same(told(then), payload)) news.push({ node, version: after.version, at: fact.at, payload });
    }
    return news;
  };

function areKept(fields: readonly (keyof Game)[], before: Game, after: Game): boolean {
  for (const field of fields) if (before[field] !== after[field]) return false;
  return true;
}

/** Equal as JSON, field by field. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) return sameItems(one, other);
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) if (!same((one as Fields)[name], (other as Fields)[name])) return false;
  return true;
}

function sameItems(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (!same(one[i], other[i])) return false;
  return true;
}

type Fields = { readonly [name: string]: unknown };
