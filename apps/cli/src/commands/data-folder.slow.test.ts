import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';
import { emptyFolder } from '../testing/serving.js';

const FILE = 'chessmith.sqlite';
type Exported = {
  readonly game: string;
  readonly ruleset: string;
  readonly situation: string;
  readonly isPrivate: boolean;
  readonly players: { readonly white: { readonly name: string } | null };
  readonly facts: readonly { readonly version: number; readonly type: string; readonly secret?: unknown }[];
};

/** Thirteen games: won, drawn, timed out, running, waiting, and of both quantum kinds. */
const DEMO = ['demo', '--seed', '7', '--games', '13'];
const ends: (() => void)[] = [];
let data = '';
let games: readonly Exported[] = [];

beforeAll(async () => {
  data = emptyFolder((end) => ends.push(end));
  expect(await chessmith([...DEMO, '--data', data])).toMatchObject({
    code: 0,
    out: `13 games in ${data}, 4 of them unfinished.\n`,
  });
  games = jsonLines(await run('export', '--all', '--json'));
});
afterAll(() => {
  for (const end of ends) end();
});

/** Runs a command on the data folder and expects it to succeed. */
async function run(...words: string[]): Promise<string> {
  const { code, out, err } = await chessmith([...words, '--data', data]);
  expect([code, err.replace(/^Verifying .*\n|^.* so far\n/gm, '')]).toEqual([0, '']);
  return out;
}

const jsonLines = <T>(text: string): readonly T[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const endOf = ({ facts }: Exported) => facts.find(({ type }) => type === 'GameEnded') as never as { end: object };
const gameOf = (ruleset: string, situation: string): Exported =>
  games.find((game) => game.ruleset === ruleset && game.situation === situation)!;

function copyOfData(): string {
  const folder = emptyFolder();
  cpSync(join(data, FILE), join(folder, FILE));
  return folder;
}

describe('chessmith demo', () => {
  test('plays games that end in many ways, and some that do not', () => {
    const found = games.map((game) => JSON.stringify(endOf(game)?.end ?? game.situation));
    for (const wanted of ['checkmate', 'surrender', 'agreement', 'stalemate', 'timeout', 'threefold', 'running']) {
      expect(found.join()).toContain(wanted);
    }
    expect(found).toContain('"waiting-for-players"');
    expect(new Set(games.map(({ ruleset }) => ruleset)).size).toBeGreaterThanOrEqual(5);
    expect(gameOf('quantum', 'running').facts.length).toBeGreaterThan(20);
  });

  test('plays the same games again from the same seed, and others from another', async () => {
    const [same, other] = [emptyFolder(), emptyFolder()];
    await chessmith([...DEMO, '--data', same]);
    await chessmith(['demo', '--seed', '8', '--games', '2', '--data', other]);
    const exported = async (folder: string) => (await chessmith(['export', '--all', '--json', '--data', folder])).out;
    expect(jsonLines(await exported(same))).toEqual(games);
    expect(jsonLines<Exported>(await exported(other))[0]?.game).not.toBe(games[0]?.game);
  });

  test('does not touch a folder that has games', async () => {
    expect(await chessmith(['demo', '--data', data])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('already contains games'),
    });
  });

  test.each([
    [['--games', '0'], '--games takes'],
    [['--seed', 'x'], '--seed takes'],
    [['--data', ':memory:'], 'has no data folder'],
  ])('refuses %j', async (words, why) => {
    expect(await chessmith(['demo', ...words])).toMatchObject({ code: 2, err: expect.stringContaining(why) });
  });
});

describe('chessmith verify', () => {
  test('finds no errors in the demo games, and changes nothing', async () => {
    const digest = () =>
      createHash('sha256')
        .update(readFileSync(join(data, FILE)))
        .digest('hex');
    const before = digest();
    const facts = games.reduce((sum, game) => sum + game.facts.length, 0);
    expect(await run('verify')).toBe(`13 games, ${facts} facts: nothing is wrong.\n`);
    expect(digest()).toBe(before);
  });

  test('finds the folder through the environment variable', async () => {
    const { CHESSMITH_DATA } = process.env;
    process.env.CHESSMITH_DATA = data;
    onTestFinished(() => {
      if (CHESSMITH_DATA === undefined) delete process.env.CHESSMITH_DATA;
      else process.env.CHESSMITH_DATA = CHESSMITH_DATA;
    });
    expect(await chessmith(['verify'])).toMatchObject({ code: 0, err: expect.stringContaining(data) });
  });

  test('finds a flipped bit, and names the game and the version', async () => {
    const folder = copyOfData();
    const mate = games.find(({ facts }) => facts.some((fact) => 'notation' in fact && fact.notation === 'Rd8#'))!;
    const { version } = mate.facts.find((fact) => 'notation' in fact && fact.notation === 'Rd8#')!;
    const bytes = readFileSync(join(folder, FILE));
    for (let at = bytes.indexOf('"notation":"Rd8#"'); at >= 0; at = bytes.indexOf('"notation":"Rd8#"', at)) {
      bytes[at + 13] = bytes[at + 13]! ^ 4;
    }
    writeFileSync(join(folder, FILE), bytes);
    const { code, out } = await chessmith(['verify', '--data', folder]);
    expect(code).toBe(1);
    expect(out).toContain(`game ${mate.game}, version ${version}: the stored data is damaged\n`);
    expect(out).toMatch(/13 games, \d+ facts: 1 thing is wrong\.\n$/);
  });

  test('says so when there is nothing to verify', async () => {
    const nothing = emptyFolder();
    expect(await chessmith(['verify', '--data', nothing])).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no'),
    });
    expect(existsSync(join(nothing, FILE))).toBe(false);
  });
});

describe('chessmith replay', () => {
  test('prints a game ply by ply', async () => {
    const mate = games.find((game) => JSON.stringify(endOf(game)).includes('checkmate'))!;
    const text = await run('replay', mate.game);
    expect(text).toMatch(new RegExp(`^Game ${mate.game}, 20`));
    expect(text).toMatch(/^ {3}0 {9}start .* rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1$/m);
    expect(text).toMatch(/^ {3}1 {2}white {2}e4 .*s {2}rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR b /m);
    expect(text).toMatch(/^ {2}33 {2}white {2}Rd8# /m);
    expect(text).toContain('GameEnded: white wins by checkmate\n');
  });

  test('prints every game as JSON lines', async () => {
    type Line = { readonly game: string; readonly version: number; readonly ply: number; readonly position: string };
    const lines = jsonLines<Line>(await run('replay', '--all', '--json'));
    for (const { game, facts } of games) {
      const ofGame = lines.filter((line) => line.game === game);
      expect(ofGame.map(({ version }) => version)).toEqual(facts.map(({ version }) => version));
    }
    const quantum = lines.filter(({ game }) => game === gameOf('quantum', 'terminated').game);
    expect(quantum.at(-1)?.position).toMatch(/ q\d/);
  });

  test('refuses an unknown game', async () => {
    expect(await chessmith(['replay', '111111111111', '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no such game'),
    });
  });

  test.each([[[]], [['--all', '111111111111']]])('refuses %j', async (words) => {
    expect((await chessmith(['replay', ...words, '--data', data])).code).toBe(2);
  });
});

describe('chessmith export', () => {
  test('writes PGN of one game and of all', async () => {
    const mate = games.find((game) => JSON.stringify(endOf(game)).includes('checkmate'))!;
    const one = await run('export', mate.game);
    expect(one).toMatch(/\[GameId "\w{12}"\].*1\. e4 e5 2\. Nf3 d6 .* 17\. Rd8# 1-0\n\n$/s);
    expect(one).toContain(`[White "${mate.players.white?.name}"]`);
    expect((await run('export', '--all')).match(/^\[GameId /gm)).toHaveLength(games.length);
  });

  test('leaves out secrets until the game has ended', () => {
    const secrets = ({ facts }: Exported) => facts.filter(({ secret }) => secret !== undefined).length;
    expect(secrets(gameOf('quantum-fragments', 'running'))).toBe(0);
    expect(secrets(gameOf('quantum-fragments', 'terminated'))).toBeGreaterThan(1);
  });

  test('filters by ruleset', async () => {
    const atomic = jsonLines<Exported>(await run('export', '--all', '--json', '--ruleset', 'atomic'));
    expect(atomic.map(({ ruleset }) => ruleset)).toEqual(['atomic']);
  });

  // Filters do not apply to named games, so that a private one would be exported despite `--public`.
  test.each([['--public'], ['--ruleset', 'atomic']])('does not take %s beside a named game', async (...choice) => {
    expect(await chessmith(['export', games[0]!.game, ...choice, '--data', data])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('only with --all'),
    });
  });

  test('writes into a file, and not over one', async () => {
    const file = join(emptyFolder(), 'games.pgn');
    expect(await run('export', '--all', '--to', file)).toBe('');
    const written = readFileSync(file, 'utf8');
    expect(written).toBe(await run('export', '--all'));
    expect(await chessmith(['export', '--all', '--to', file, '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    });
    await run('export', games[0]!.game, '--to', file, '--force');
    expect(readFileSync(file, 'utf8').length).toBeLessThan(written.length);
  });

  test.each([
    ['the data folder', (folder: string) => folder],
    ['a copy of the file', (folder: string) => join(folder, FILE)],
  ])('never overwrites %s', async (_, named) => {
    const folder = copyOfData();
    const before = readFileSync(join(folder, FILE));
    writeFileSync(join(folder, `${FILE}-of-old`), '');
    for (const file of [FILE, `${FILE}-of-old`]) {
      const words = ['export', '--all', '--to', join(folder, '.', file), '--force', '--data', named(folder)];
      expect(await chessmith(words)).toMatchObject({
        code: 1,
        err: expect.stringContaining('part of the data folder'),
      });
    }
    expect(readFileSync(join(folder, FILE)).equals(before)).toBe(true);
  });

  test('says which game could not be written, and writes the others', async () => {
    const { code, out, err } = await chessmith(['export', '--data', data, 'unknown', games[0]!.game]);
    expect([code, err]).toEqual([1, 'chessmith export: unknown: There is no such game.\n']);
    expect(out).toContain(games[0]!.game);
  });

  test('says why a file cannot be written', async () => {
    const file = join(emptyFolder(), 'nowhere', 'games.pgn');
    expect(await chessmith(['export', '--all', '--to', file, '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('ENOENT'),
    });
  });
});

describe('chessmith backup', () => {
  test('copies the data into a file that can be verified', async () => {
    const file = join(emptyFolder(), 'copy.sqlite');
    expect(await chessmith(['backup', file, '--data', data])).toMatchObject({ code: 0, out: '' });
    expect(await chessmith(['verify', '--data', file])).toMatchObject({ code: 0 });
    expect(await chessmith(['backup', file, '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    });
    expect(await chessmith(['backup', file, '--data', data, '--force'])).toMatchObject({ code: 0 });
  });

  test('asks for a file', async () => {
    expect(await chessmith(['backup', '--data', data])).toMatchObject({ code: 2 });
  });
});
