import { isDeepStrictEqual } from 'node:util';
import { FACT_VERSIONS, type FactType, type GameId, NEWS_TREE, type News } from '@chessmith/game';
import type { NumberedFact } from '@chessmith/service';
import type { GameRecord } from './journal.js';

/** A game as the server tells it. */
export type Told = {
  readonly facts: readonly NumberedFact[];
  readonly lines: readonly string[];
  /** All that can be told again, from the beginning. */
  readonly news: readonly News[];
};

/** What the server itself may do in a game without being asked. */
const OF_THE_SERVER: readonly FactType[] = ['ClocksResumed', 'FlagFell', 'FirstMoveMissed', 'GameEnded'];
const OF_A_REMATCH: readonly FactType[] = ['GameCreated', 'GameConfigured', 'GameStarted'];

/** What of the record of a game is not true of what the server tells: nothing, if it keeps its promises. */
export function liesAbout(record: GameRecord, { facts, lines, news }: Told): string[] {
  return [
    ...gaps(facts),
    ...lost(record, facts),
    ...uncalledFor(record, facts),
    ...misquoted(record, lines),
    ...misheard(record, news),
  ].map((lie) => `${record.id}: ${lie}`);
}

function gaps(facts: readonly NumberedFact[]): string[] {
  return facts.flatMap(({ version, fact }, index) => [
    ...(version === index + 1 ? [] : [`version ${index + 1} is missing before ${version}`]),
    ...(fact.type in FACT_VERSIONS ? [] : [`a fact of the unknown type ${fact.type}`]),
  ]);
}

/** Acknowledged, but not there. */
function lost({ done }: GameRecord, facts: readonly NumberedFact[]): string[] {
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

/** There by no command, or by two. Every command has been answered by now, so each fact has its answer. */
function uncalledFor({ done, isRematch }: GameRecord, facts: readonly NumberedFact[]): string[] {
  const owners = facts.map(() => 0);
  for (const { answer } of done) {
    for (let version = answer.version - answer.facts.length; version < answer.version; version++) owners[version]! += 1;
  }
  const byServer = new Set([...OF_THE_SERVER, ...(isRematch ? OF_A_REMATCH : [])]);
  return facts.flatMap(({ version, fact }, index) => {
    const count = owners[index]!;
    if (count === 1 || (count === 0 && byServer.has(fact.type))) return [];
    return [`${fact.type} at version ${version} has ${count} commands`];
  });
}

/** A line that was acknowledged is there once, however often it was sent. */
function misquoted({ chat }: GameRecord, lines: readonly string[]): string[] {
  return chat.flatMap((text) => {
    const count = lines.filter((line) => line === text).length;
    return count === 1 ? [] : [`the line "${text}" is there ${count} times`];
  });
}

/** What was heard, in all connections together, is what is told to somebody who comes now: no gap, nothing twice. */
function misheard({ ears }: GameRecord, news: readonly News[]): string[] {
  return ears.flatMap((ear) => {
    const heard = ear.news.filter(({ node }) => NEWS_TREE[node].replayed);
    const wanted = news.filter(({ node, version }) => NEWS_TREE[node].replayed && version <= ear.version);
    if (isDeepStrictEqual(heard, wanted)) return [];
    const at = wanted.findIndex((item, index) => !isDeepStrictEqual(item, heard[index]));
    const [is, should] = [heard[at], wanted[at]].map((item) => JSON.stringify(item)?.slice(0, 200));
    return [`heard ${heard.length} news instead of ${wanted.length} up to ${ear.version}; ${is} instead of ${should}`];
  });
}

/** Facts never change: what was told of a game before is the beginning of what is told now, but for secrets that are out. */
export function rewritten(id: GameId, before: readonly NumberedFact[], now: readonly NumberedFact[]): string[] {
  const isBeginning = isDeepStrictEqual(before.map(open), now.slice(0, before.length).map(open));
  return isBeginning ? [] : [`${id}: what was told up to version ${before.length} is told differently`];
}

const open = ({ version, fact }: NumberedFact) => ({ version, fact: { ...fact, secret: null } });
