import { setTimeout as pause } from 'node:timers/promises';
import type { Fact, GameId, News, PersonId } from '@chessmith/game';
import type { RulesetCard } from '@chessmith/rules';
import type { NumberedFact } from '@chessmith/service';
import { type Random, seededRandom } from '@chessmith/std';
import { openSqliteArchive } from '@chessmith/store';
import { onTestFinished } from 'vitest';
import { changedSince, type GameReport, violationsOf } from './audit.js';
import { auditClocks, type Outage } from './clock-audit.js';
import { emptyJournal, type Journal, type Person } from './journal.js';
import { KINDS, playPairing } from './random-games.js';
import { restClient } from './rest-client.js';
import { type ServerAddress, serverAddress } from './server-address.js';
import { type Launch, type ServerProcess, startServer } from './server-process.js';
import { socketClient } from './socket-client.js';

export type KillTest = {
  readonly launch: Launch;
  readonly folder: string;
  readonly seed: number;
  readonly kills: number;
  readonly pairings: number;
};

/** Counts of what was played, and the broken promises; none for a correct server. */
export type Outcome = {
  readonly violations: readonly string[];
  readonly kills: number;
  readonly killedWhileStarting: number;
  readonly games: number;
  readonly commands: number;
  readonly doubled: number;
  readonly repeated: number;
  readonly facts: number;
  readonly lines: number;
  readonly resumed: number;
  readonly flags: number;
  readonly unchargedMs: number;
};

const PEOPLE = 8;
/** Number of acknowledged commands that are sent again after each kill. */
const REPEATED = 30;
const AT_ONCE = 10;

/**
 * Plays many games while the server is killed again and again, also during its start. Then ends all games, shuts the
 * server down gracefully, and compares what clients received with what a new server reports.
 */
export async function playWhileKilling({ launch, folder, seed, kills, pairings }: KillTest): Promise<Outcome> {
  const random = seededRandom(seed);
  const journal = emptyJournal();
  const outages: Outage[] = [];
  const location = serverAddress();
  let downMs = 0;

  let latest: ServerProcess | undefined;
  function start(): ServerProcess {
    if (downMs > 0) outages.push({ fromMs: downMs, toMs: Date.now() });
    latest = startServer(launch, { data: folder });
    return latest;
  }
  async function open(): Promise<ServerProcess> {
    const server = start();
    const address = await server.ready;
    if (address === null) throw new Error(`the server did not start: ${server.errorOutput()}`);
    location.set(address);
    return server;
  }
  async function kill(server: ServerProcess): Promise<void> {
    location.clear();
    downMs = Date.now();
    await server.end('SIGKILL');
  }

  // Leaves no process behind if the test fails.
  onTestFinished(() => void latest?.end('SIGKILL'));
  let server = await open();
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => newPerson(location, i % 2 === 0)));
  const { rulesets } = (await get<{ rulesets: readonly RulesetCard[] }>(location, '/rulesets'))!;
  let isLast = false;
  const playing = Promise.all(
    Array.from({ length: pairings }, (_, i) => {
      const pair = [people[i % PEOPLE]!, people[(i + 1 + 2 * Math.floor(i / PEOPLE)) % PEOPLE]!] as const;
      const kind = KINDS[i % KINDS.length]!;
      const card = rulesets.find(({ name }) => name === kind.options.ruleset)!;
      const pairing = { kind, people: pair, card, random: random.fork() };
      return playPairing(pairing, journal, () => isLast).catch((error) => void journal.violations.push(String(error)));
    }),
  );
  // A dishonest server may lose so much that every pairing gives up; then no further command comes.
  let isPlaying = true;
  void playing.then(() => {
    isPlaying = false;
  });
  const known = new Map<GameId, readonly NumberedFact[]>();
  let killedWhileStarting = 0;
  let repeated = 0;
  try {
    for (let done = 0; done < kills; ) {
      const before = journal.counts.commands;
      while (isPlaying && journal.counts.commands < before + pairings) await pause(5);
      await pause(random.int(1000));
      await kill(server);
      done += 1;
      if (random.int(5) === 0 && done < kills) {
        const starting = start();
        await Promise.race([starting.ready, pause(random.int(900))]);
        downMs = Date.now();
        await starting.end('SIGKILL');
        killedWhileStarting += 1;
        done += 1;
      }
      await pause(random.int(500));
      server = await open();
      journal.violations.push(...(await changedFacts(location, journal, known)));
      repeated += await repeatCommands(journal, random);
    }
    isLast = true;
    await playing;
    const before = await views(location, journal);
    location.clear();
    downMs = Date.now();
    const ended = await server.end('SIGTERM');
    if (ended.code !== 0)
      journal.violations.push(`the server ended with ${JSON.stringify(ended)}: ${server.errorOutput()}`);
    server = await open();
    const after = await views(location, journal);
    for (const [id, view] of before)
      if (view !== after.get(id)) journal.violations.push(`${id} has another view after a graceful shutdown`);
  } finally {
    for (const { socket } of people) socket.close();
  }
  const found = { facts: 0, lines: 0, resumed: 0, flags: 0, unchargedMs: 0 };
  const reports = await ofEach([...journal.games.keys()], (id) => reportOf(location, id));
  for (const record of journal.games.values()) {
    const { facts, ...rest } = reports.get(record.id)!;
    const clocks = auditClocks(
      facts.map(({ fact }) => fact as Fact),
      outages,
    );
    journal.violations.push(...violationsOf(record, { facts, ...rest }));
    journal.violations.push(...clocks.violations.map((violation) => `${record.id}: ${violation}`));
    found.facts += facts.length;
    found.lines += rest.lines.length;
    found.resumed += clocks.resumed;
    found.flags += clocks.flags;
    found.unchargedMs = Math.max(found.unchargedMs, clocks.unchargedMs);
  }
  location.clear();
  await server.end('SIGTERM');
  journal.violations.push(...(await flawsIn(folder)));
  const { commands, doubled } = journal.counts;
  return {
    ...{
      violations: journal.violations,
      kills,
      killedWhileStarting,
      games: journal.games.size,
      commands,
      doubled,
      repeated,
    },
    ...found,
  };
}

async function newPerson(server: ServerAddress, prefersSocket: boolean): Promise<Person> {
  const response = await fetch(`${await server.get()}/api/guests`, { method: 'POST' });
  const { token, person } = (await response.json()) as { token: string; person: { id: PersonId } };
  const [socket, rest] = [socketClient(server, token), restClient(server, token)];
  return { id: person.id, token, socket, rest, preferred: prefersSocket ? socket : rest };
}

/** A repeated command gets the same answer as the first time, also after a restart. */
async function repeatCommands({ games, violations }: Journal, random: Random): Promise<number> {
  const all = [...games.values()].flatMap(({ done }) => done);
  const some = random.shuffle(all).slice(0, REPEATED);
  await Promise.all(
    some.map(async ({ by, key, answer, repeat }) => {
      const repeatedAnswer = await repeat(random.boolean() ? by.socket : by.rest);
      if (
        repeatedAnswer === null ||
        (repeatedAnswer.ok && JSON.stringify(repeatedAnswer.answer) === JSON.stringify(answer))
      )
        return;
      violations.push(
        `${key} was repeated and answered ${JSON.stringify(repeatedAnswer)} instead of ${JSON.stringify(answer)}`,
      );
    }),
  );
  return some.length;
}

async function changedFacts(
  server: ServerAddress,
  { games }: Journal,
  known: Map<GameId, readonly NumberedFact[]>,
): Promise<string[]> {
  const violations: string[] = [];
  const hasEnded = (id: GameId) => known.get(id)?.some(({ fact }) => fact.type === 'GameEnded') === true;
  const running = [...games.keys()].filter((id) => !hasEnded(id));
  const readable = (id: GameId) =>
    factsOf(server, id).catch((error: unknown) => {
      violations.push(`${id} cannot be read: ${String(error)}`);
      return known.get(id) ?? [];
    });
  for (const [id, facts] of await ofEach(running, readable)) {
    violations.push(...changedSince(id, known.get(id) ?? [], facts));
    known.set(id, facts);
  }
  return violations;
}

/** The public view of every game. All games have ended, so that no clock changes them. */
const views = (server: ServerAddress, { games }: Journal): Promise<ReadonlyMap<GameId, string>> =>
  ofEach([...games.keys()], async (id) => JSON.stringify(await get(server, `/games/${id}`)));

/** Reads all games, a few at a time. */
async function ofEach<T>(games: readonly GameId[], ask: (id: GameId) => Promise<T>): Promise<ReadonlyMap<GameId, T>> {
  const answers = new Map<GameId, T>();
  for (let first = 0; first < games.length; first += AT_ONCE) {
    const some = games.slice(first, first + AT_ONCE);
    await Promise.all(some.map(async (id) => answers.set(id, await ask(id))));
  }
  return answers;
}

async function reportOf(server: ServerAddress, id: GameId): Promise<GameReport> {
  const chat = await get<{ lines: { text: string }[] }>(server, `/games/${id}/chat?limit=100`);
  if (chat === null) return { facts: [], lines: [], news: [] };
  return {
    facts: await factsOf(server, id),
    lines: chat.lines.map(({ text }) => text),
    news: await newsOf(server, id),
  };
}

async function newsOf(server: ServerAddress, id: GameId): Promise<readonly News[]> {
  const stranger = socketClient(server, null);
  const received = stranger.follow(id);
  while (received.version === 0) await pause(2);
  stranger.close();
  return received.news.filter(({ version }) => version <= received.version);
}

const factsOf = async (server: ServerAddress, id: GameId): Promise<readonly NumberedFact[]> =>
  (await get<{ facts: readonly NumberedFact[] }>(server, `/games/${id}/facts`))?.facts ?? [];

/** Null if the game does not exist. */
async function get<T>(server: ServerAddress, path: string): Promise<T | null> {
  const response = await fetch(`${await server.get()}/api${path}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function flawsIn(folder: string): Promise<string[]> {
  const archive = openSqliteArchive({ folder });
  const violations: string[] = [];
  for await (const { game, problem } of archive.problems()) violations.push(`${game ?? 'the file'}: ${problem}`);
  archive.close();
  return violations;
}
