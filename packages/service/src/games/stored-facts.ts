import { type Fact, type GameId, readFact, type Version } from '@chessmith/game';
import type { Json } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { GameStore, JsonText, StoredFact, VersionedFact } from '../ports/index.js';
import type { FactPages, NumberedFact, ServiceRefusal } from '../service.js';

/** A fact as the JSON that the store keeps. */
export const storedText = (fact: Fact): JsonText => JSON.stringify(toStored(fact));

/** Splits a fact into its public and its secret part. */
export function toStored(fact: Fact): StoredFact {
  const { type, v: schema, secret, ...open } = fact as Fact & { readonly secret?: Json };
  const stored = { type, schema, open: open as unknown as Json };
  return secret === undefined ? stored : { ...stored, secret };
}

export function fromStored({ type, schema, open, secret }: VersionedFact): Result<Fact, ServiceRefusal> {
  const fields = { type, v: schema, ...(open as { readonly [name: string]: Json }) };
  return readFact(secret === undefined ? fields : { ...fields, secret });
}

/** All facts of a game, secrets included, converted to today's schema; none for an unknown game. */
export async function readFacts(
  store: GameStore,
  game: GameId,
  after?: Version,
): Promise<Result<readonly NumberedFact[], ServiceRefusal>> {
  const facts: NumberedFact[] = [];
  for await (const page of readFactPages(store, game, after)) {
    if (!page.ok) return page;
    facts.push(...page.value);
  }
  return ok(facts);
}

/** The facts of a game page by page; other requests run in between. Ends with the first page that cannot be read. */
export async function* readFactPages(store: GameStore, game: GameId, after?: Version): FactPages {
  for await (const page of store.factPages(game, after)) {
    const read = page.ok ? numbered(page.value) : err(damaged(game, page.error.version));
    yield read;
    if (!read.ok) return;
  }
}

function numbered(page: readonly VersionedFact[]): Result<readonly NumberedFact[], ServiceRefusal> {
  const facts: NumberedFact[] = [];
  for (const kept of page) {
    const fact = fromStored(kept);
    if (!fact.ok) return fact;
    facts.push({ version: kept.version, fact: fact.value });
  }
  return ok(facts);
}

export const damaged = (game: GameId, version?: Version): ServiceRefusal =>
  refusal('store/game-damaged', 'The stored data of this game is damaged. Ask the host of this server to check it.', {
    game,
    ...(version === undefined ? {} : { version }),
  });
