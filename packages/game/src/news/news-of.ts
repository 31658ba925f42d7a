import type { Referee } from '@chessmith/rules';
import type { Fact } from '../facts.js';
import type { Game } from '../game.js';
import type { Instant, Version } from '../units.js';
import { NEWS_PARTS, newsSourceOf, replacedFields } from './parts.js';
import type { NewsNode } from './tree.js';

/** A change that subscribers are sent. `payload` is plain JSON, the same for every subscriber, and contains no secret. */
export type News = {
  readonly node: NewsNode;
  readonly version: Version;
  readonly at: Instant;
  readonly payload: unknown;
};

/** The news of one fact: one item for each node whose payload changed. */
export const newsOf =
  <P>(referee: Referee<P>) =>
  (before: Game<P>, fact: Fact, after: Game<P>): readonly News[] => {
    const replaced = replacedFields(before, after);
    const [then, now] = [newsSourceOf(referee, before), newsSourceOf(referee, after)];
    const news: News[] = [];
    for (const part of NEWS_PARTS) {
      if ((part.from & replaced) === 0 || part.isUnchanged(then, now)) continue;
      news.push({ node: part.node, version: after.version, at: fact.at, payload: part.payloadOf(now) });
    }
    return news;
  };
