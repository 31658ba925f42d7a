import { unwrap } from '@chessmith/std';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkQueue } from '../../check/check-queue.js';
import { checkScript } from '../../check/check-script.js';
import { readStart } from '../../contract/read-answer.js';
import { FUNCTIONS } from '../../language.js';
import { scriptReferee } from '../../referee/script-referee.js';
import { BUDGETS, openSandbox } from '../../sandbox/open-sandbox.js';
import type { JobResult, Program, Sandbox } from '../../sandbox/port.js';
import { type Outside, openOutside } from '../escapes/outside.js';
import { everyEscape } from '../escapes/ways-out.js';
import { sandboxPids } from '../sandbox-pids.js';
import { BAD_ANSWERS } from './answers.js';
import { HOSTILE, type HostileLanguage } from './cases.js';
import { type HonestGames, playHonestly, scriptOf } from './honest-games.js';
import { lastingGrowth, type MemoryWatch, mostGrowth, watchMemory } from './memory-watch.js';

/** Tests may run on a busy machine, where starting workers takes long. */
const PATIENT = { total: 100, perLane: 100, longestMs: 200_000 };
/** The usual CPU limits, with more wall time for a busy machine. */
const BUSY = { call: { ...BUDGETS.call, wallMs: 120_000 } };
const WORKERS = 2;
const CHANCE = { int: () => 0, real: () => 0 };

/**
 * Runs every hostile script of a language in the real sandbox beside honest games of another script. Each must end with
 * a code that names the reason, the next call must work, no honest move may be lost, and memory must stay bounded.
 */
export function testHostile(given: HostileLanguage): void {
  const { language, bodies, escapes, around } = given;
  describe(`hostile scripts in ${language}`, () => {
    let outside: Outside;
    let sandbox: Sandbox;
    let games: readonly HonestGames[];
    let memory: MemoryWatch | undefined;
    let atRest: number;
    let plies = [0, 0];
    const name = FUNCTIONS[language].move;
    const prepared = async (source: string): Promise<Program> => {
      const result = await sandbox.prepare(language, source, { lane: 'author', kind: 'check' });
      if (!result.ok) throw new Error(JSON.stringify(result));
      return result.value;
    };
    const ask = (program: Program, args: string, lane = program.id): Promise<JobResult<string>> =>
      sandbox.call(program, { name, args, seed: 1 }, { lane, kind: 'play' });
    const expectNext = async (program: Program): Promise<void> => {
      // In another lane, because one that cost a worker has to pause.
      expect(await ask(program, '[1,"next"]', 'next')).toMatchObject({ ok: true, value: '[1,"next"]' });
    };

    /** Expects every honest game to have advanced since the last time. */
    function goOnMeanwhile(what: string): void {
      test(`honest games go on beside ${what}, and memory stays bounded`, async () => {
        for (const [i, game] of games.entries()) {
          await expect.poll(() => game.plies, { timeout: 120_000 }).toBeGreaterThan(plies[i]! + 10);
        }
        plies = games.map((game) => game.plies);
        expect(memory!.takePeak()).toBeLessThan(atRest + mostGrowth(WORKERS));
      });
    }

    beforeAll(async () => {
      outside = openOutside();
      const pool = { workersPerLanguage: WORKERS, atOnce: WORKERS };
      sandbox = openSandbox({ languages: [language], ...pool, waiting: PATIENT, budgets: BUSY });
      const scripts = ['one', 'two'].map((lane) => scriptOf(sandbox, language, `honest ${lane}`, given.honest));
      games = (await Promise.all(scripts)).map((script, seed) => playHonestly(sandbox, script, seed));
      await vi.waitFor(() => expect(sandbox.status().warm[language]).toBe(WORKERS), { timeout: 200_000 });
      memory = watchMemory(sandboxPids);
      atRest = memory.now();
    });
    afterAll(async () => {
      memory?.stop();
      await sandbox.close();
      await outside.close();
    });

    test.each(HOSTILE.filter((one) => bodies[one.name] !== undefined))('$name', async ({ name: hostile, ends }) => {
      const program = await prepared(around(bodies[hostile]!));
      const end = endOf(await ask(program, '[0]'));
      expect(ends).toContain(end);
      await expectNext(program);
      // A second call must not find traces of the first.
      if (end === 'contained') expect(endOf(await ask(program, '[0]'))).toBe(end);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
    goOnMeanwhile('the list of hostile scripts');

    test.each(Object.entries(BAD_ANSWERS))('an answer with %s', async (_, { answer, code }) => {
      const program = await prepared(around(given.answering(answer)));
      expect(endOf(await ask(program, '[0]'))).toBe(code);
    });

    test.each(everyEscape(escapes))('$way: $name', async ({ body }) => {
      const program = await prepared(around(body));
      const attempt = await outside.attempt();
      const result = await ask(program, JSON.stringify([attempt.bait]));
      if (!result.ok) expect(result.error.code).toMatch(/^script\/(?:raised|forbidden|timeout)$/);
      expect(attempt.cameOut(JSON.stringify(result))).toBe(false);
      await expectNext(program);
    });
    goOnMeanwhile('invalid answers and escapes');

    test('deeply nested arguments', async () => {
      const program = await prepared(around(''));
      const result = await ask(program, `[0,${'['.repeat(100_000)}${']'.repeat(100_000)}]`);
      expect(result).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^script\//) } });
      await expectNext(program);
    });

    test.each<[string, string | Uint8Array, RegExp]>([
      ['that is not UTF-8', new Uint8Array([0x23, 0xff]), /^script\/not-utf8$/],
      ['of more than a megabyte', ' '.repeat(1_048_577), /^script\/source-too-large$/],
      ['100,000 levels deep', `a = ${'['.repeat(100_000)}`, /^script\/(?:syntax|out-of-stack|out-of-memory|timeout)$/],
    ])('a source %s', async (_, source, code) => {
      const report = await checkScript(sandbox, { language, source, author: 'author' });
      expect(report).toMatchObject({ ok: false, error: { code: expect.stringMatching(code) } });
    });

    test('additional_data that grows each turn is refused beyond a megabyte', async () => {
      const program = await prepared(around(given.growing));
      let data = '"x"';
      for (let turns = 0; turns < 30; turns++) {
        const result = await ask(program, `[${data}]`);
        const read = result.ok ? readStart(result.value) : undefined;
        if (!read?.ok) {
          expect(endOf(result)).toBe('script/data-too-large');
          expect(data.length).toBeGreaterThan(500_000);
          return;
        }
        ({ data } = read.value.state);
      }
      expect.fail('it grows for ever');
    });

    test('a game that never ends is drawn at the ply cap', async () => {
      const referee = scriptReferee(sandbox, await scriptOf(sandbox, language, 'endless', given.game('running')));
      let { position } = unwrap(await referee.start({}, CHANCE));
      let plies = 0;
      for (; referee.view(position, { kind: 'all' }).outcome === null; plies++) {
        position = unwrap(await referee.judge(position, position.state.moves[0]!, CHANCE)).after;
      }
      expect(plies).toBe(200);
      expect(referee.view(position, { kind: 'all' }).outcome).toEqual({ kind: 'draw', by: 'ply-cap' });
    });

    test('a game that was won stays won', async () => {
      const referee = scriptReferee(sandbox, await scriptOf(sandbox, language, 'won', given.game('black won')));
      let { position } = unwrap(await referee.start({}, CHANCE));
      for (const move of ['a1a2', 'h8h7']) position = unwrap(await referee.judge(position, move, CHANCE)).after;
      expect(await referee.judge(position, 'a1a2', CHANCE)).toMatchObject({ error: { code: 'game/over' } });
    });

    test('a thousand uploads at once are checked in turn or refused', async () => {
      const limits = { games: 1, cpuMs: 1000, wallMs: 60_000 };
      const checks = checkQueue(sandbox, { waiting: { total: 10, perLane: 2 }, limits });
      const uploads = Array.from({ length: 1000 }, (_, i) =>
        checks.check({ language, source: around(given.answering({ upload: i })), author: `author ${i % 50}` }),
      );
      const codes = (await Promise.all(uploads)).map((report) => (report.ok ? 'ok' : report.error.code));
      expect(codes.filter((code) => code === 'script/missing-field').length).toBe(11);
      expect(codes.filter((code) => code === 'sandbox/busy').length).toBe(989);
    });

    goOnMeanwhile('uploads and endless games');

    test('the process survived, and its memory was freed', async () => {
      expect(sandbox.status()).toMatchObject({ replacedProcesses: 0 });
      await expect.poll(() => memory!.now(), { timeout: 60_000 }).toBeLessThan(atRest + lastingGrowth(WORKERS));
    });

    test('the process is killed in mid-call: the call is answered, and the next one works', async () => {
      const loop = await prepared(around(bodies['an endless loop']!));
      const underWay = ask(loop, '[0]');
      await expect.poll(() => sandbox.status().running, { timeout: 60_000 }).toBeGreaterThan(0);
      for (const pid of sandboxPids()) process.kill(pid, 'SIGKILL');
      expect(['sandbox/died', 'script/timeout']).toContain(endOf(await underWay));
      await expectNext(loop);
      expect(sandbox.status()).toMatchObject({ replacedProcesses: 1 });
    });

    goOnMeanwhile('the loss of the process');

    test('no honest move was lost', async () => {
      for (const game of games) expect((await game.stop()).plies).toBeGreaterThan(40);
    });
  });

  /** The error code, or the word for a harmless answer. */
  function endOf(result: JobResult<string>): string {
    expect(JSON.stringify(result)).not.toMatch(/node_modules|packages\/scripting|file:\/\//);
    if (!result.ok) {
      expect(result.error.message.length).toBeLessThanOrEqual(500);
      return result.error.code;
    }
    if (result.value === '"contained"') return 'contained';
    const read = readStart(result.value);
    return read.ok ? 'valid' : read.error.code;
  }
}
