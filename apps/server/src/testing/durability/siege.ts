import { setTimeout as pause } from 'node:timers/promises';
import type { Fact, GameId, News, PersonId } from '@chessmith/game';
import type { RulesetCard } from '@chessmith/rules';
import type { NumberedFact } from '@chessmith/service';
import { type Random, seededRandom } from '@chessmith/std';
import { openSqliteArchive } from '@chessmith/store';
import { onTestFinished } from 'vitest';
import { liesAbout, rewritten, type Told } from './audit.js';
import { byRest } from './by-rest.js';
import { bySocket } from './by-socket.js';
import { auditClocks, type Outage } from './clock-audit.js';
import { emptyJournal, type Journal, type Person } from './journal.js';
import { type Launch, type ServerProcess, startServer } from './server-process.js';
import { KINDS, playAt } from './tables.js';
import { openVenue, type Venue } from './venue.js';

export type Siege = {
  readonly launch: Launch;
  readonly folder: string;
  readonly seed: number;
  readonly kills: number;
  readonly tables: number;
};

/** What was played and found; `lies` is empty for a server that keeps its promises. */
export type Outcome = {
  readonly lies: readonly string[];
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
  readonly givenMs: number;
};

const PEOPLE = 8;
/** Of those commands that were answered in an earlier life of the server, so many are given again after each kill. */
const REPEATED = 30;
const AT_ONCE = 10;

/**
 * Plays at many tables while the server is killed without warning again and again, also while it starts; then plays all
 * games to their ends, stops it gracefully, and compares what clients were told with what a new server tells.
 */
export async function besiege({ launch, folder, seed, kills, tables }: Siege): Promise<Outcome> {
  const random = seededRandom(seed);
  const journal = emptyJournal();
  const outages: Outage[] = [];
  const venue = openVenue();
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
    if (address === null) throw new Error(`the server did not start: ${server.said()}`);
    venue.opens(address);
    return server;
  }
  async function kill(server: ServerProcess): Promise<void> {
    venue.closes();
    downMs = Date.now();
    await server.end('SIGKILL');
  }

  // Whatever goes wrong, no process stays behind.
  onTestFinished(() => void latest?.end('SIGKILL'));
  let server = await open();
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => newPerson(venue, i % 2 === 0)));
  const { rulesets } = (await get<{ rulesets: readonly RulesetCard[] }>(venue, '/rulesets'))!;
  let isLast = false;
  const playing = Promise.all(
    Array.from({ length: tables }, (_, i) => {
      const pair = [people[i % PEOPLE]!, people[(i + 1 + 2 * Math.floor(i / PEOPLE)) % PEOPLE]!] as const;
      const kind = KINDS[i % KINDS.length]!;
      const card = rulesets.find(({ name }) => name === kind.options.ruleset)!;
      const table = { kind, people: pair, card, random: random.fork() };
      return playAt(table, journal, () => isLast).catch((error) => void journal.lies.push(String(error)));
    }),
  );
  const known = new Map<GameId, readonly NumberedFact[]>();
  let killedWhileStarting = 0;
  let repeated = 0;
  try {
    for (let done = 0; done < kills; ) {
      const before = journal.counts.commands;
      while (journal.counts.commands < before + tables) await pause(5);
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
      journal.lies.push(...(await rewrittenAnywhere(venue, journal, known)));
      repeated += await giveAgain(journal, random);
    }
    isLast = true;
    await playing;
    const before = await views(venue, journal);
    venue.closes();
    downMs = Date.now();
    const ended = await server.end('SIGTERM');
    if (ended.code !== 0) journal.lies.push(`the server ended with ${JSON.stringify(ended)}: ${server.said()}`);
    server = await open();
    const after = await views(venue, journal);
    for (const [id, view] of before)
      if (view !== after.get(id)) journal.lies.push(`${id} looks different after a stop`);
  } finally {
    for (const { socket } of people) socket.close();
  }
  const found = { facts: 0, lines: 0, resumed: 0, flags: 0, givenMs: 0 };
  const told = await ofEach([...journal.games.keys()], (id) => tell(venue, id));
  for (const record of journal.games.values()) {
    const { facts, ...rest } = told.get(record.id)!;
    const clocks = auditClocks(
      facts.map(({ fact }) => fact as Fact),
      outages,
    );
    journal.lies.push(...liesAbout(record, { facts, ...rest }));
    journal.lies.push(...clocks.lies.map((lie) => `${record.id}: ${lie}`));
    found.facts += facts.length;
    found.lines += rest.lines.length;
    found.resumed += clocks.resumed;
    found.flags += clocks.flags;
    found.givenMs = Math.max(found.givenMs, clocks.givenMs);
  }
  venue.closes();
  await server.end('SIGTERM');
  journal.lies.push(...(await flawsIn(folder)));
  const { commands, doubled } = journal.counts;
  return {
    ...{ lies: journal.lies, kills, killedWhileStarting, games: journal.games.size, commands, doubled, repeated },
    ...found,
  };
}

async function newPerson(venue: Venue, likesSockets: boolean): Promise<Person> {
  const response = await fetch(`${await venue.find()}/api/guests`, { method: 'POST' });
  const { token, person } = (await response.json()) as { token: string; person: { id: PersonId } };
  const [socket, rest] = [bySocket(venue, token), byRest(venue, token)];
  return { id: person.id, token, socket, rest, usual: likesSockets ? socket : rest };
}

/** A command that comes again, even in another life of the server, is answered as it was the first time. */
async function giveAgain({ games, lies }: Journal, random: Random): Promise<number> {
  const all = [...games.values()].flatMap(({ done }) => done);
  const some = random.shuffle(all).slice(0, REPEATED);
  await Promise.all(
    some.map(async ({ by, key, answer, again }) => {
      const said = await again(random.boolean() ? by.socket : by.rest);
      if (said === null || (said.ok && JSON.stringify(said.answer) === JSON.stringify(answer))) return;
      lies.push(`${key} came again and was answered ${JSON.stringify(said)} instead of ${JSON.stringify(answer)}`);
    }),
  );
  return some.length;
}

async function rewrittenAnywhere(
  venue: Venue,
  { games }: Journal,
  known: Map<GameId, readonly NumberedFact[]>,
): Promise<string[]> {
  const lies: string[] = [];
  const hasEnded = (id: GameId) => known.get(id)?.some(({ fact }) => fact.type === 'GameEnded') === true;
  const running = [...games.keys()].filter((id) => !hasEnded(id));
  for (const [id, facts] of await ofEach(running, (id) => factsOf(venue, id))) {
    lies.push(...rewritten(id, known.get(id) ?? [], facts));
    known.set(id, facts);
  }
  return lies;
}

/** Every game as a stranger sees it; all have ended, so that nothing in them moves any more. */
const views = (venue: Venue, { games }: Journal): Promise<ReadonlyMap<GameId, string>> =>
  ofEach([...games.keys()], async (id) => JSON.stringify(await get(venue, `/games/${id}`)));

/** Asks about all games, some at a time. */
async function ofEach<T>(games: readonly GameId[], ask: (id: GameId) => Promise<T>): Promise<ReadonlyMap<GameId, T>> {
  const answers = new Map<GameId, T>();
  for (let first = 0; first < games.length; first += AT_ONCE) {
    const some = games.slice(first, first + AT_ONCE);
    await Promise.all(some.map(async (id) => answers.set(id, await ask(id))));
  }
  return answers;
}

async function tell(venue: Venue, id: GameId): Promise<Told> {
  const chat = await get<{ lines: { text: string }[] }>(venue, `/games/${id}/chat?limit=100`);
  if (chat === null) return { facts: [], lines: [], news: [] };
  return { facts: await factsOf(venue, id), lines: chat.lines.map(({ text }) => text), news: await newsOf(venue, id) };
}

async function newsOf(venue: Venue, id: GameId): Promise<readonly News[]> {
  const stranger = bySocket(venue, null);
  const ear = stranger.follow(id);
  while (ear.version === 0) await pause(2);
  stranger.close();
  return ear.news.filter(({ version }) => version <= ear.version);
}

const factsOf = async (venue: Venue, id: GameId): Promise<readonly NumberedFact[]> =>
  (await get<{ facts: readonly NumberedFact[] }>(venue, `/games/${id}/facts`))?.facts ?? [];

/** Null where there is no such game. */
async function get<T>(venue: Venue, path: string): Promise<T | null> {
  const response = await fetch(`${await venue.find()}/api${path}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function flawsIn(folder: string): Promise<string[]> {
  const archive = openSqliteArchive({ folder });
  const lies: string[] = [];
  for await (const { game, problem } of archive.problems()) lies.push(`${game ?? 'the file'}: ${problem}`);
  archive.close();
  return lies;
}
