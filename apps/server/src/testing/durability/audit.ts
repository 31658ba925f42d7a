import { isDeepStrictEqual } from 'node:util';
import { FACT_VERSIONS, type FactType, type GameId, NEWS_TREE, type News } from '@chessmith/game';
import type { NumberedFact } from '@chessmith/service';
import type { GameRecord } from './journal.js';

/** A game as the server reports it. */
export type GameReport = {
  readonly facts: readonly NumberedFact[];
  readonly lines: readonly string[];
  /** All replayable news, from the start. */
  readonly news: readonly News[];
};

/** Facts that the server may store without a command. */
const SERVER_FACTS: readonly FactType[] = ['ClocksResumed', 'FlagFell', 'FirstMoveMissed', 'GameEnded'];
const REMATCH_FACTS: readonly FactType[] = ['GameCreated', 'GameConfigured', 'GameStarted'];

/** Compares the clients' record of a game with the server's report. Empty if the server kept its promises. */
export function violationsOf(record: GameRecord, { facts, lines, news }: GameReport): string[] {
  return [
    ...gaps(facts),
    ...lostCommands(record, facts),
    ...unexplainedFacts(record, facts),
    ...wrongChat(record, lines),
    ...wrongNews(record, news),
  ].map((violation) => `${record.id}: ${violation}`);
}

function gaps(facts: readonly NumberedFact[]): string[] {
  return facts.flatMap(({ version, fact }, index) => [
    ...(version === index + 1 ? [] : [`version ${index + 1} is missing before ${version}`]),
    ...(fact.type in FACT_VERSIONS ? [] : [`a fact of the unknown type ${fact.type}`]),
  ]);
}

/** Acknowledged commands whose facts are missing. */
function lostCommands({ done }: GameRecord, facts: readonly NumberedFact[]): string[] {
  return done
    .filter(({ answer }) => {
      const there = facts.slice(answer.version - answer.facts.length, answer.version);
      return !isDeepStrictEqual(
        there.map(({ fact }) => fact.type),
        answer.facts,
      );
    })
    .map(({ key, answer }) => `${key} (${answer.facts.join()}, ${answer.version}) was acknowledged and is missing`);
}

/** Facts that belong to no command, or to two. All commands have been answered by now. */
function unexplainedFacts({ done, isRematch }: GameRecord, facts: readonly NumberedFact[]): string[] {
  const owners = facts.map(() => 0);
  for (const { answer } of done) {
    for (let version = answer.version - answer.facts.length; version < answer.version; version++) owners[version]! += 1;
  }
  const byServer = new Set([...SERVER_FACTS, ...(isRematch ? REMATCH_FACTS : [])]);
  return facts.flatMap(({ version, fact }, index) => {
    const count = owners[index]!;
    if (count === 1 || (count === 0 && byServer.has(fact.type))) return [];
    return [`${fact.type} at version ${version} has ${count} commands`];
  });
}

/** Acknowledged chat lines that are not stored exactly once. */
function wrongChat({ chat }: GameRecord, lines: readonly string[]): string[] {
  return chat.flatMap((text) => {
    const count = lines.filter((line) => line === text).length;
    return count === 1 ? [] : [`the line "${text}" is stored ${count} times`];
  });
}

/** The news of all connections together must equal the news of a new subscription: no gap, no duplicate. */
function wrongNews({ received }: GameRecord, news: readonly News[]): string[] {
  return received.flatMap((received) => {
    const actual = received.news.filter(({ node }) => NEWS_TREE[node].replayed);
    const expected = news.filter(({ node, version }) => NEWS_TREE[node].replayed && version <= received.version);
    if (isDeepStrictEqual(actual, expected)) return [];
    const at = expected.findIndex((item, index) => !isDeepStrictEqual(item, actual[index]));
    const [is, should] = [actual[at], expected[at]].map((item) => JSON.stringify(item)?.slice(0, 200));
    return [
      `received ${actual.length} news instead of ${expected.length} up to ${received.version}; ${is} instead of ${should}`,
    ];
  });
}

/** Facts never change: earlier facts must be a prefix of the current ones. Only secrets may be revealed. */
export function changedSince(id: GameId, before: readonly NumberedFact[], now: readonly NumberedFact[]): string[] {
  const isBeginning = isDeepStrictEqual(before.map(publicPart), now.slice(0, before.length).map(publicPart));
  return isBeginning ? [] : [`${id}: the facts up to version ${before.length} have changed`];
}

const publicPart = ({ version, fact }: NumberedFact) => ({ version, fact: { ...fact, secret: null } });
