import { audit, type Fact, type GameId, type Instant, isWaiting, rulesetIn, type Version } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { err, type Result } from '@chessmith/std';
import { canonicalJson } from '../games/canonical-json.js';
import { listingOf, summaryOf } from '../games/listing.js';
import { NO_REFEREE } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import { fromStored } from '../games/stored-facts.js';
import type { Directory, GameStore, ListedGame, Listing, VersionedFact } from '../ports/index.js';

/** The result of checking a game. */
export type AuditedGame = {
  readonly facts: number;
  /** The first flaw and the version where it begins; null for a sound game. */
  readonly flaw: { readonly version: Version; readonly problem: string } | null;
};

/** How often a game is read again that changes during the check. */
const MAX_ATTEMPTS = 100;

/** Checks games: damaged data, facts that do not replay, and a listing that contradicts the facts. */
export function gameAudit(deps: {
  readonly games: GameStore;
  readonly directory: Directory;
  readonly refereeOf: LiveGames['refereeOf'];
}): (id: GameId) => Promise<AuditedGame> {
  const { games, directory, refereeOf } = deps;

  /** Reads listing and facts at the same version, even while the game is played. */
  async function read(id: GameId) {
    for (let attempt = 0; ; attempt++) {
      const listed = await directory.game(id);
      const stored = await games.factsOf(id);
      const isSteady = !stored.ok || listed === undefined || stored.value.length === listed.version;
      if (isSteady || attempt === MAX_ATTEMPTS) return { listed, stored };
    }
  }

  return async (id) => {
    const { listed, stored } = await read(id);
    const flawed = (version: number, problem: string): AuditedGame => ({
      facts: stored.ok ? stored.value.length : 0,
      flaw: { version: version as Version, problem },
    });
    if (!stored.ok) return flawed(stored.error.version, 'the stored data is damaged');
    const facts = readAll(stored.value);
    if (!facts.ok) return flawed(facts.error.version, facts.error.problem);
    const ruleset = rulesetIn(facts.value);
    const referee = ruleset === null ? null : await refereeOf(ruleset);
    if (referee?.ok === false) return flawed(configuredAt(facts.value), `unknown ruleset '${ruleset}'`);
    const judge: Referee = referee === null ? NO_REFEREE : referee.value;
    const audited = audit(judge)(id, facts.value);
    if (!audited.ok) return flawed(audited.error.version, audited.error.problem);
    if (listed === undefined) return flawed(1, 'it is not in the list of games');
    // A summary may be behind; it is compared with the facts of its version.
    const past = facts.value.slice(0, listed.summaryVersion);
    const summarized = past.length === facts.value.length ? audited : audit(judge)(id, past);
    if (!summarized.ok || past.length === 0) return flawed(listed.version, 'the version of its summary is unknown');
    const due = {
      ...listingOf(judge, audited.value, datesOf(facts.value)),
      summary: summaryOf(judge, summarized.value, datesOf(past)),
      // The deadline of a waiting game depends on who was online, which no fact stores.
      ...(isWaiting(audited.value) ? { deadline: listed.deadline } : {}),
    };
    const difference = differenceOf(listed, due, facts.value.length);
    return difference === null
      ? { facts: facts.value.length, flaw: null }
      : flawed(listed.version, `the list of games has another ${difference}`);
  };
}

function readAll(stored: readonly VersionedFact[]): Result<readonly Fact[], { version: Version; problem: string }> {
  const facts: Fact[] = [];
  for (const kept of stored) {
    const fact = fromStored(kept);
    if (!fact.ok) return err({ version: kept.version, problem: fact.error.message });
    facts.push(fact.value);
  }
  return { ok: true, value: facts };
}

const configuredAt = (facts: readonly Fact[]): number => facts.findIndex(({ type }) => type === 'GameConfigured') + 1;

function datesOf(facts: readonly Fact[]): { createdAt: Instant; endedAt: Instant | null; now: Instant } {
  const endedAt = facts.find(({ type }) => type === 'GameEnded')?.at ?? null;
  return { createdAt: facts[0]!.at, endedAt, now: facts.at(-1)!.at };
}

/** The first field in which the listing differs from the facts. */
function differenceOf(listed: ListedGame, due: Listing, version: number): string | null {
  if (listed.version !== version) return 'version';
  const field = (Object.keys(due) as (keyof Listing)[]).find(
    (name) => canonicalJson(listed[name]) !== canonicalJson(due[name]),
  );
  return field ?? null;
}
