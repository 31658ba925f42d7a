import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS, type Language } from '../../language.js';
import { openSandbox } from '../../sandbox/open-sandbox.js';
import type { Program, Sandbox, Worked } from '../../sandbox/port.js';
import { childPids, residentBytes } from '../sandbox-pids.js';
import { HOSTILE, type HostileBodies } from './cases.js';

/** One language's answers to the list. */
export type HostileLanguage = {
  readonly language: Language;
  readonly bodies: HostileBodies;
  /** A whole script around a body; with more than one argument it answers with its arguments, before the body runs. */
  around(body: string): string;
};

/** Tests may run on a busy machine, where warming up takes long. */
const PATIENT = { total: 100, perLane: 100, longestMs: 200_000 };
/** What all interpreters of a language and the process around them may hold, however hard scripts try. */
const MOST_BYTES = 1_200_000_000;

/**
 * Runs every hostile script of a language while an honest one goes on being called in another lane. Each ends with a code
 * that names the reason, no honest call is lost, and the memory of the process stays bounded.
 */
export function testHostile({ language, bodies, around }: HostileLanguage): void {
  describe(`hostile scripts in ${language}`, () => {
    let sandbox: Sandbox;
    let honest: Program;
    let isOver = false;
    let honestCalls: Promise<readonly Worked<string>[]>;
    const name = FUNCTIONS[language].move;
    const prepared = async (source: string): Promise<Program> => {
      const worked = await sandbox.prepare(language, source, { lane: 'author', kind: 'check' });
      if (!worked.ok) throw new Error(JSON.stringify(worked));
      return worked.value;
    };
    const call = (program: Program, lane: string, args: readonly unknown[]): Promise<Worked<string>> =>
      sandbox.call(program, { name, args: JSON.stringify(args), seed: 1 }, { lane, kind: 'play' });

    async function playHonestly(): Promise<readonly Worked<string>[]> {
      const answers: Worked<string>[] = [];
      while (!isOver) {
        answers.push(await call(honest, 'honest', [answers.length, 'honest']));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return answers;
    }

    beforeAll(async () => {
      sandbox = openSandbox({ languages: [language], workersPerLanguage: 2, atOnce: 2, waiting: PATIENT });
      honest = await prepared(around(''));
      honestCalls = playHonestly();
    });
    afterAll(() => sandbox.close());

    test.each(HOSTILE.filter((one) => bodies[one.name] !== undefined))('$name', async ({ name: hostile, ends }) => {
      const program = await prepared(around(bodies[hostile]!));
      const worked = await call(program, 'hostile', [0]);
      const end = worked.ok ? (worked.value === '"contained"' ? 'contained' : worked.value) : worked.trouble.code;
      expect(ends).toContain(end);
      if (!worked.ok) expect(worked.trouble.message.length).toBeLessThanOrEqual(500);
      expect(JSON.stringify(worked)).not.toMatch(/node_modules|packages\/scripting|file:\/\//);
      expect(await call(program, 'hostile', [1, 'next'])).toMatchObject({ ok: true, value: '[1,"next"]' });
    });

    test('an honest game went on all the while, and memory stayed bounded', async () => {
      isOver = true;
      const answers = await honestCalls;
      expect(answers.length).toBeGreaterThan(5);
      for (const [i, worked] of answers.entries()) expect(worked).toMatchObject({ ok: true, value: `[${i},"honest"]` });
      for (const pid of childPids()) expect(residentBytes(pid)).toBeLessThan(MOST_BYTES);
      expect(sandbox.status().replacedProcesses).toBe(0);
    });
  });
}
