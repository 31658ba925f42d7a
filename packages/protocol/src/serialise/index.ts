/**
 * Writes what the server sends most often as JSON, with code compiled from the schemas. For servers only: a page with a
 * strict content policy cannot compile code.
 */
import type { News } from '@chessmith/game';
import { Type } from 'typebox';
import { InstantText, Node, Whole } from '../api/common.js';
import { NEWS_PAYLOADS } from '../api/news.js';
import { CommandReceipt } from '../api/responses.js';
import { type Serialiser, serialiserOf } from './compile.js';

type Receipt = Type.Static<typeof CommandReceipt>;

export const serialiseReceipt: Serialiser<Readonly<Omit<Receipt, 'facts'>> & { readonly facts: readonly string[] }> =
  serialiserOf(CommandReceipt);

/** The news of one fact. */
export const serialiseNews = (news: readonly News[]): string => `[${news.map(serialiseItem).join()}]`;

const SERIALISERS = new Map<string, Serialiser<News>>(
  Object.entries(NEWS_PAYLOADS).map(([node, payload]) => [
    node,
    serialiserOf(Type.Object({ node: Node, version: Whole, at: InstantText, payload })),
  ]),
);

const serialiseItem = (item: News): string => (SERIALISERS.get(item.node) ?? JSON.stringify)(item);
