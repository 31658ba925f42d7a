import { unwrap } from '@chessmith/std';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openChecks } from '../../check/admission.js';
import { checkScript } from '../../check/check-script.js';
import { readStart } from '../../contract/read-answer.js';
import { FUNCTIONS } from '../../language.js';
import { scriptReferee } from '../../referee/script-referee.js';
import { BUDGETS, openSandbox } from '../../sandbox/open-sandbox.js';
import type { Program, Sandbox, Worked } from '../../sandbox/port.js';
import { type Outside, openOutside } from '../escapes/outside.js';
import { everyEscape } from '../escapes/ways-out.js';
import { sandboxPids } from '../sandbox-pids.js';
import { BAD_ANSWERS } from './answers.js';
import { HOSTILE, type HostileLanguage } from './cases.js';
import { type HonestGames, playHonestly, scriptOf } from './honest-games.js';
import { lastingGrowth, type MemoryWatch, mostGrowth, watchMemory } from './memory-watch.js';

/** Tests may run on a busy machine, where warming up takes long. */
const PATIENT = { total: 100, perLane: 100, longestMs: 200_000 };
/** The processor time is as ever; on the clock a busy machine may take long. */
const BUSY = { call: { ...BUDGETS.call, wallMs: 120_000 } };
const WORKERS = 2;
const LOTS = { int: () => 0, real: () => 0 };

/**
 * Runs every hostile script of a language in the real sandbox while honest games by another script go on. Each ends with
 * a code that names the reason and the next call works; no honest move is lost; and memory stays bounded all the while.
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
      const worked = await sandbox.prepare(language, source, { lane: 'author', kind: 'check' });
      if (!worked.ok) throw new Error(JSON.stringify(worked));
      return worked.value;
    };
    const ask = (program: Program, args: string, lane = program.id): Promise<Worked<string>> =>
      sandbox.call(program, { name, args, seed: 1 }, { lane, kind: 'play' });
    const expectNext = async (program: Program): Promise<void> => {
      // In another lane, since one that cost an interpreter has to pause.
      expect(await ask(program, '[1,"next"]', 'next')).toMatchObject({ ok: true, value: '[1,"next"]' });
    };

    /** Every honest game has come further since the last time. */
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
      const crew = { workersPerLanguage: WORKERS, atOnce: WORKERS };
      sandbox = openSandbox({ languages: [language], ...crew, waiting: PATIENT, budgets: BUSY });
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
      // What was found clean once is found clean again.
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
      const worked = await ask(program, JSON.stringify([attempt.bait]));
      if (!worked.ok) expect(worked.trouble.code).toMatch(/^script\/(?:raised|forbidden|timeout)$/);
      expect(attempt.cameOut(JSON.stringify(worked))).toBe(false);
      await expectNext(program);
    });
    goOnMeanwhile('answers that are none and ways out');

    test('deeply nested arguments', async () => {
      const program = await prepared(around(''));
      const worked = await ask(program, `[0,${'['.repeat(100_000)}${']'.repeat(100_000)}]`);
      expect(worked).toMatchObject({ ok: false, trouble: { code: expect.stringMatching(/^script\//) } });
      await expectNext(program);
    });

    test.each<[string, string | Uint8Array, RegExp]>([
      ['that is not UTF-8', new Uint8Array([0x23, 0xff]), /^script\/not-utf8$/],
      ['of more than a megabyte', ' '.repeat(1_048_577), /^script\/source-too-large$/],
      ['100,000 levels deep', `a = ${'['.repeat(100_000)}`, /^script\/(?:syntax|out-of-stack|out-of-memory|timeout)$/],
    ])('a source %s', async (_, source, code) => {
      const report = await checkScript(sandbox, { language, source, author: 'author' });
      expect(report).toMatchObject({ ok: false, problem: { code: expect.stringMatching(code) } });
    });

    test('additional_data that grows each turn is refused beyond a megabyte', async () => {
      const program = await prepared(around(given.growing));
      let data = '"x"';
      for (let turns = 0; turns < 30; turns++) {
        const worked = await ask(program, `[${data}]`);
        const read = worked.ok ? readStart(worked.value) : undefined;
        if (!read?.ok) {
          expect(endOf(worked)).toBe('script/data-too-large');
          expect(data.length).toBeGreaterThan(500_000);
          return;
        }
        ({ data } = read.value.state);
      }
      expect.fail('it grows for ever');
    });

    test('a game that never ends is drawn at the ply cap', async () => {
      const referee = scriptReferee(sandbox, await scriptOf(sandbox, language, 'endless', given.game('running')));
      let { position } = unwrap(await referee.start({}, LOTS));
      let plies = 0;
      for (; referee.view(position, { kind: 'all' }).outcome === null; plies++) {
        position = unwrap(await referee.judge(position, position.state.moves[0]!, LOTS)).after;
      }
      expect(plies).toBe(200);
      expect(referee.view(position, { kind: 'all' }).outcome).toEqual({ kind: 'draw', by: 'ply-cap' });
    });

    test('a game that was won stays won, whatever its script would say next', async () => {
      const referee = scriptReferee(sandbox, await scriptOf(sandbox, language, 'won', given.game('black won')));
      let { position } = unwrap(await referee.start({}, LOTS));
      for (const move of ['a1a2', 'h8h7']) position = unwrap(await referee.judge(position, move, LOTS)).after;
      expect(await referee.judge(position, 'a1a2', LOTS)).toMatchObject({ error: { code: 'game/over' } });
    });

    test('a thousand uploads at once are checked in turn or turned away', async () => {
      const limits = { games: 1, cpuMs: 1000, wallMs: 60_000 };
      const checks = openChecks(sandbox, { waiting: { total: 10, perLane: 2 }, limits });
      const uploads = Array.from({ length: 1000 }, (_, i) =>
        checks.check({ language, source: around(given.answering({ upload: i })), author: `author ${i % 50}` }),
      );
      const codes = (await Promise.all(uploads)).map((report) => (report.ok ? 'ok' : report.problem.code));
      expect(codes.filter((code) => code === 'script/missing-field').length).toBe(11);
      expect(codes.filter((code) => code === 'sandbox/busy').length).toBe(989);
    });

    goOnMeanwhile('uploads and endless games');

    test('none of it cost the process, and what was used is given back', async () => {
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

  /** A code, or the harmless word for what was answered. */
  function endOf(worked: Worked<string>): string {
    expect(JSON.stringify(worked)).not.toMatch(/node_modules|packages\/scripting|file:\/\//);
    if (!worked.ok) {
      expect(worked.trouble.message.length).toBeLessThanOrEqual(500);
      return worked.trouble.code;
    }
    if (worked.value === '"contained"') return 'contained';
    const read = readStart(worked.value);
    return read.ok ? 'valid' : read.error.code;
  }
}
