import { cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GameId } from '@chessmith/game';
import { gameRecords, type Records, type Referees } from '@chessmith/service';
import { openTestService, playMoves, startGame } from '@chessmith/service/testing';
import { seededRandom, unwrap } from '@chessmith/std';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ArchiveProblem, openSqliteArchive } from './archive.js';
import { checksumOf } from './checksum.js';
import { openSqliteStore } from './open.js';

const FOOLS_MATE = ['f2f3', 'e7e6', 'g2g4', 'd8h4'];

let referees: Referees;
let original = '';
let folder = '';
let file = '';
let mated: GameId;
let running: GameId;

beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'chessmith-records-'));
  const store = await openSqliteStore({ folder: original });
  const testService = await openTestService(store);
  referees = testService.ports.referees;
  mated = await startGame(testService, { alias: 'fools' });
  await playMoves(testService, mated, ...FOOLS_MATE);
  await testService.clock.advance(60_000);
  running = await startGame(testService, { isPrivate: true, clock: { kind: 'days-per-move', days: 2 } });
  await playMoves(testService, running, 'e2e4', 'e7e5');
  await testService.service.close();
  await store.close();
});
afterAll(() => rmSync(original, { recursive: true }));

beforeEach((context) => {
  folder = mkdtempSync(join(tmpdir(), 'chessmith-records-'));
  file = join(folder, 'chessmith.sqlite');
  cpSync(join(original, 'chessmith.sqlite'), file);
  context.onTestFinished(() => rmSync(folder, { recursive: true }));
});

type Found = {
  readonly problems: readonly ArchiveProblem[];
  readonly games: { readonly [game: string]: string | null };
};

async function verify(): Promise<Found> {
  const archive = openSqliteArchive({ folder });
  const records = gameRecords({ store: archive, referees });
  const problems: ArchiveProblem[] = [];
  for await (const problem of archive.problems()) problems.push(problem);
  const games: { [game: string]: string | null } = {};
  for (const game of [mated, running]) {
    const { flaw } = await records.audit(game);
    games[game] = flaw && `${flaw.version}: ${flaw.problem}`;
  }
  archive.close();
  return { problems, games };
}

async function withRecords<T>(work: (records: Records) => Promise<T>): Promise<T> {
  const archive = openSqliteArchive({ folder });
  try {
    return await work(gameRecords({ store: archive, referees }));
  } finally {
    archive.close();
  }
}

function alter(sql: string, ...values: unknown[]): void {
  const db = new Database(file);
  db.prepare(sql).run(...values);
  db.close();
}

describe('an intact store', () => {
  test('has no problems', async () => {
    expect(await verify()).toEqual({ problems: [], games: { [mated]: null, [running]: null } });
  });

  test('lists all games, including private ones', async () => {
    await withRecords(async (records) => {
      const seen: GameId[] = [];
      for await (const { game } of records.allGames()) seen.push(game);
      expect(seen).toEqual([mated, running]);
      expect(await records.find('unknown' as GameId)).toBeUndefined();
    });
  });

  test('replays a game fact by fact', async () => {
    await withRecords(async (records) => {
      const steps = unwrap(await records.steps(mated));
      expect(steps.map(({ after }) => after.board?.moves.length ?? 0)).toEqual([0, 0, 0, 0, 1, 2, 3, 4, 4]);
      expect(steps.at(-1)?.after.end).toMatchObject({ winner: 'black', cause: 'checkmate' });
      expect(await records.steps('unknown' as GameId)).toMatchObject({ ok: false, error: { code: 'game/not-found' } });
    });
  });

  test('exports a game as PGN, with names', async () => {
    await withRecords(async (records) => {
      expect(unwrap(await records.pgn(mated))).toMatch(/\[White "Anna"\].*1\. f3 e6 2\. g4 Qh4# 0-1/s);
    });
  });

  test('does not show the join code of a running game', async () => {
    await withRecords(async (records) => {
      const [created] = unwrap(await records.facts(running));
      expect(created?.fact.type).toBe('GameCreated');
      expect(created?.fact).not.toHaveProperty('secret');
      expect(unwrap(await records.facts(mated))[0]?.fact).toHaveProperty('secret.joinCode');
    });
  });
});

describe('a store that was changed without the server', () => {
  /** Changes the facts of a commit and its checksum, which an accident would not do. */
  function forge(game: GameId, first: number, change: (facts: string) => string): void {
    const db = new Database(file);
    const row = db
      .prepare('SELECT * FROM commits WHERE n = (SELECT n FROM games WHERE id = ?) AND first = ?')
      .get(game, first) as Parameters<typeof checksumOf>[0] & { readonly place: number };
    const forged = { ...row, facts: change(row.facts) };
    expect(forged.facts).not.toBe(row.facts);
    db.prepare('UPDATE commits SET facts = ?, checksum = ? WHERE place = ?').run(
      ...[forged.facts, checksumOf(forged), row.place],
    );
    db.close();
  }

  test.each([
    [
      'an impossible move',
      () => forge(mated, 6, (facts) => facts.replace(/"record":\S+?,/, '"record":"a1a8",')),
      /6: .*replay/,
    ],
    [
      'another winner',
      () => forge(mated, 8, (facts) => facts.replace('"winner":"black"', '"winner":"white"')),
      /9: .*expected/,
    ],
    [
      'a fact of a newer version',
      () => forge(mated, 6, (facts) => facts.replace('"schema":1', '"schema":9')),
      /6: A newer/,
    ],
  ])('%s is detected', async (_, change, problem) => {
    change();
    const { games } = await verify();
    expect(games[mated]).toMatch(problem);
    expect(games[running]).toBeNull();
  });

  test.each([
    ['a player', "UPDATE games SET white = black WHERE alias = 'fools'", /seats/],
    [
      'the end',
      `UPDATE games SET summary = replace(summary, 'checkmate', 'stalemate') WHERE alias = 'fools'`,
      /summary/,
    ],
    ['the situation', "UPDATE games SET situation = 'running' WHERE alias = 'fools'", /situation/],
    [
      'a summary of another version',
      "UPDATE games SET summary_version = summary_version - 1 WHERE alias = 'fools'",
      /summary/,
    ],
    ['the last activity', "UPDATE games SET active_at = active_at + 1 WHERE alias = 'fools'", /lastActivityAt/],
  ])('%s that differs in the list of games is detected', async (_, sql, problem) => {
    alter(sql);
    const { games } = await verify();
    expect(games[mated]).toMatch(problem);
    expect(games[running]).toBeNull();
  });

  test('a summary of an earlier version is compared with the game at that version', async () => {
    const db = new Database(file);
    const behind = db.prepare('SELECT version - summary_version FROM games WHERE id = ?').pluck().get(running);
    db.close();
    expect(behind).toBe(2);
    alter(`UPDATE games SET summary = replace(summary, '"ply":0', '"ply":1') WHERE id = ?`, running);
    expect((await verify()).games[running]).toMatch(/summary/);
  });

  test('a game that is missing from the lists of its players is detected', async () => {
    alter('DELETE FROM game_people WHERE n = (SELECT n FROM games WHERE id = ?)', running);
    expect((await verify()).problems).toEqual(
      Array.from({ length: 2 }, () => ({ game: running, problem: 'its host or a player is missing from game_people' })),
    );
  });

  test.each([
    ['commit_versions', 'UPDATE commit_versions SET place = place + 1000 WHERE n = 1 AND first = 6'],
    ['commit_keys', 'DELETE FROM commit_keys WHERE place = (SELECT place FROM commits WHERE n = 1 AND first = 6)'],
  ])('a wrong index entry in %s is detected', async (_, sql) => {
    alter(sql);
    expect((await verify()).problems).toEqual([{ game: mated, problem: expect.stringContaining('the index entry') }]);
  });

  test('a game that a player left while it ran stays in their list without a problem', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'chessmith-records-'));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    const store = await openSqliteStore({ folder: empty });
    const testService = await openTestService(store);
    const game = await startGame(testService, { openSeats: true });
    await playMoves(testService, game, 'e2e4');
    unwrap(await testService.service.games.command(testService.bert, game, { type: 'LeaveGame' }));
    const own = unwrap(
      await testService.service.queries.run({ name: 'UserGames', person: testService.bert }, testService.bert),
    );
    expect(own.map((listed) => listed.game)).toEqual([game]);
    await testService.service.close();
    await store.close();
    const archive = openSqliteArchive({ folder: empty });
    onTestFinished(() => archive.close());
    for await (const problem of archive.problems()) expect(problem).toBeUndefined();
  });

  test('a game in the list of a stranger is detected', async () => {
    alter('INSERT INTO game_people (person, n) SELECT ?, n FROM games WHERE id = ?', 'x', running);
    expect((await verify()).problems).toMatchObject([{ game: running }]);
  });

  test('a game that is missing from the list of games is detected', async () => {
    alter('DELETE FROM games WHERE id = ?', mated);
    alter('DELETE FROM game_people WHERE n NOT IN (SELECT n FROM games)');
    expect((await verify()).problems).toEqual([{ game: mated, problem: 'it is missing from the list of games' }]);
  });
});

test('a flipped bit anywhere in the facts of a commit is detected, with its game and version', async () => {
  const random = seededRandom(3);
  const commits = readCommits();
  const handle = openSync(file, 'r+');
  for (const [index, { id, first, facts }] of commits.entries()) {
    const bytes = readFileSync(file);
    const offset = random.int(facts.length);
    const bit = 1 << random.int(7);
    const flip = (at: number, mask: number) => writeSync(handle, Buffer.from([bytes[at]! ^ mask]), 0, 1, at);
    // Free pages keep old copies of a row; flip until the copy is found that a query reads.
    let found = -1;
    let at = -1;
    do {
      if (found >= 0) flip(at, 0);
      found = bytes.indexOf(facts.slice(0, WINDOW), found + 1);
      expect(found).toBeGreaterThanOrEqual(0);
      at = found + offset;
      flip(at, bit);
    } while (readCommits()[index]!.facts === facts);
    const { games } = await verify();
    expect(games[id], `bit ${bit} of byte ${at}`).toMatch(new RegExp(`^${first}: `));
    expect(Object.values(games).filter((flaw) => flaw !== null)).toHaveLength(1);
    flip(at, 0);
  }
  expect(commits.length).toBeGreaterThan(8);
});

const WINDOW = 60;

function readCommits(): readonly { readonly id: GameId; readonly first: number; readonly facts: string }[] {
  const db = new Database(file, { readonly: true });
  const commits = db.prepare('SELECT id, first, facts FROM commits JOIN games USING (n) ORDER BY place').all();
  db.close();
  return commits as { readonly id: GameId; readonly first: number; readonly facts: string }[];
}

test('an overwritten page is detected', async () => {
  const page = Math.floor(readFileSync(file).indexOf('"MovePlayed"') / 4096);
  writeSync(openSync(file, 'r+'), Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);
  expect((await verify()).problems.length).toBeGreaterThan(0);
});
