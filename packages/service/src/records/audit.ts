import { audit, type Fact, type GameId, type Instant, isWaiting, rulesetIn, type Version } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { err, type Result } from '@chessmith/std';
import { canonicalJson } from '../games/canonical-json.js';
import { listingOf, summaryOf } from '../games/listing.js';
import { NO_REFEREE } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import { fromStored } from '../games/stored-facts.js';
import type { Directory, GameStore, ListedGame, Listing, VersionedFact } from '../ports/index.js';

/** A game that was looked through. */
export type AuditedGame = {
  readonly facts: number;
  /** The first thing that is wrong, with the version from which on it is; null if all is well. */
  readonly flaw: { readonly version: Version; readonly problem: string } | null;
};

/** How often a game is read again that moves on while it is looked at. */
const MAX_ATTEMPTS = 100;

/** Looks games through: what the store found damaged, what does not fold, and a listing that tells something else. */
export function gameAudit(deps: {
  readonly games: GameStore;
  readonly directory: Directory;
  readonly refereeOf: LiveGames['refereeOf'];
}): (id: GameId) => Promise<AuditedGame> {
  const { games, directory, refereeOf } = deps;

  /** Both at the same version, though somebody may be playing. */
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
    if (!stored.ok) return flawed(stored.error.version, 'what is stored is not what was written');
    const facts = readAll(stored.value);
    if (!facts.ok) return flawed(facts.error.version, facts.error.problem);
    const ruleset = rulesetIn(facts.value);
    const referee = ruleset === null ? null : await refereeOf(ruleset);
    if (referee?.ok === false) return flawed(configuredAt(facts.value), `nobody knows the rules '${ruleset}'`);
    const judge: Referee = referee === null ? NO_REFEREE : referee.value;
    const audited = audit(judge)(id, facts.value);
    if (!audited.ok) return flawed(audited.error.version, audited.error.problem);
    if (listed === undefined) return flawed(1, 'it is not in the list of games');
    // A summary may be behind, but then it tells what was so.
    const past = facts.value.slice(0, listed.summaryVersion);
    const summarized = past.length === facts.value.length ? audited : audit(judge)(id, past);
    if (!summarized.ok || past.length === 0) return flawed(listed.version, 'nobody knows what its summary tells of');
    const due = {
      ...listingOf(judge, audited.value, datesOf(facts.value)),
      summary: summaryOf(judge, summarized.value, datesOf(past)),
      // For how long a game waits depends on who was here, which no fact says.
      ...(isWaiting(audited.value) ? { deadline: listed.deadline } : {}),
    };
    const difference = differenceOf(listed, due, facts.value.length);
    return difference === null
      ? { facts: facts.value.length, flaw: null }
      : flawed(listed.version, `the list of games says otherwise of its ${difference}`);
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

/** The first field in which the directory and the facts differ. */
function differenceOf(listed: ListedGame, due: Listing, version: number): string | null {
  if (listed.version !== version) return 'version';
  const field = (Object.keys(due) as (keyof Listing)[]).find(
    (name) => canonicalJson(listed[name]) !== canonicalJson(due[name]),
  );
  return field ?? null;
}
