import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS, type Language } from '../language.js';
import type { Call, JobOwner, JobResult, Program, Sandbox } from '../sandbox/port.js';

/** The scripts that the suite needs in one language, each as the body of a move function with the parameter `args`. */
export type LanguageSample = {
  readonly language: Language;
  /** A whole script with this body. With more than one argument it returns its arguments before the body runs. */
  around(body: string): string;
  /** Returns how often it was called since it was loaded, as far as it can tell. */
  readonly counting: string;
  /** Returns a list of random numbers. */
  readonly random: string;
  /**
   * The first two of them for the seeds 0 and 5, for languages with games that were recorded when seeds had 32 bits.
   */
  readonly recorded?: readonly (readonly number[])[];
  /** Prints the word "here" and fails with the word "trouble" in its message. */
  readonly failing: string;
  /** A line of code that does nothing, different for each number. */
  line(n: number): string;
  readonly looping: string;
  /** Returns at once, with a value that runs an endless loop when it is written as JSON or reported as not JSON. */
  readonly hiding: string;
  readonly heavy: { readonly with80MB: string; readonly with128MB: string };
  /** A whole script with a syntax error, and its line. */
  readonly misspelt: { readonly source: string; readonly line: number };
};

/** Values that are slow to pass in and out: many small ones. */
const DENSE: readonly (readonly [string, (n: number) => unknown])[] = [
  ['numbers', (n) => n],
  ['texts', (n) => `s${n}`],
  ['pieces', (n) => ({ color: 'white', name: 'pawn', x: n % 8, y: 3 })],
  ['empty objects', () => ({})],
];

const SEED = 'c0ffee0123456789abcdef00112233445566778899aabbccddeeff0f1e2d3c4b';

const OWNER: JobOwner = { lane: 'the suite', kind: 'play' };

/** The contract suite of sandboxes: what every sandbox guarantees in every language. */
export function testSandbox(name: string, open: () => Sandbox, samples: readonly LanguageSample[]): void {
  describe(`${name} fulfils the contract of sandboxes`, () => {
    let sandbox: Sandbox;
    beforeAll(() => {
      sandbox = open();
    });
    afterAll(() => sandbox.close());

    describe.each(samples)('for scripts in $language', (sample) => {
      const move = FUNCTIONS[sample.language].move;
      const prepared = async (source: string): Promise<Program> =>
        answerOf(await sandbox.prepare(sample.language, source, OWNER));
      const script = (body: string): Promise<Program> => prepared(sample.around(body));
      const call = (program: Program, args: readonly unknown[] = [0], more: Partial<Call> = {}) =>
        sandbox.call(program, { name: move, args: JSON.stringify(args), seed: 1, ...more }, OWNER);
      /** Calls often enough to reach every worker. */
      const expectAlive = async (program: Program): Promise<void> => {
        for (let i = 0; i < 3; i++)
          expect(await call(program, [i, 'alive'])).toMatchObject({
            ok: true,
            value: expect.stringContaining('alive'),
          });
      };

      test('JSON goes in and comes out', async () => {
        const program = await script(sample.counting);
        const args = [[{ a: 'ä€😀"\\\n', b: [1, -2.5, true, null] }], { c: {} }, 'white', []];
        expect(JSON.parse(answerOf(await call(program, args)))).toEqual(args);
      });

      test('a program lists its functions, and a call of another one is refused', async () => {
        const program = await script(sample.counting);
        expect([...program.functions].sort()).toEqual(Object.values(FUNCTIONS[sample.language]).sort());
        expect(await call(program, [], { name: 'nothing' })).toMatchObject({
          ok: false,
          error: { code: 'script/no-function' },
        });
      });

      test('a source that cannot be read is refused with its line and column', async () => {
        const { source, line } = sample.misspelt;
        expect(await sandbox.prepare(sample.language, source, OWNER)).toMatchObject({
          ok: false,
          error: { code: 'script/syntax', line, column: expect.any(Number) },
        });
      });

      test('nothing survives a call', async () => {
        const program = await script(sample.counting);
        for (let i = 0; i < 4; i++) expect(answerOf(await call(program))).toBe('1');
      });

      test('the same seed draws the same numbers, in every interpreter', async () => {
        const program = await script(sample.random);
        const seeds = [SEED, SEED, SEED, 5, 5, 5];
        const drawn = await Promise.all(seeds.map(async (seed) => answerOf(await call(program, [0], { seed }))));
        expect(drawn.map((text) => drawn.indexOf(text))).toEqual([0, 0, 0, 3, 3, 3]);
      });

      test('every part of a seed counts for every number that is drawn', async () => {
        const program = await script(sample.random);
        const drawn = async (seed: string) => JSON.parse(answerOf(await call(program, [0], { seed }))) as number[];
        const numbers = await drawn(SEED);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (let i = 0; i < SEED.length; i += 7) {
          const others = await drawn(`${SEED.slice(0, i)}${SEED[i] === '0' ? '1' : '0'}${SEED.slice(i + 1)}`);
          expect(others.filter((number, n) => number === numbers[n])).toEqual([]);
        }
      });

      test.skipIf(sample.recorded === undefined)('a seed that was recorded earlier means what it meant', async () => {
        const program = await script(sample.random);
        const drawn = await Promise.all([0, 5].map(async (seed) => answerOf(await call(program, [0], { seed }))));
        expect(drawn.map((text) => (JSON.parse(text) as number[]).slice(0, 2))).toEqual(sample.recorded);
      });

      test('a failing script reports the place and its output, without paths of the host', async () => {
        const program = await script(sample.failing);
        const result = await call(program);
        expect(result).toMatchObject({ ok: false, printed: expect.stringContaining('here') });
        if (result.ok) return;
        expect(result.error).toMatchObject({
          code: 'script/raised',
          message: expect.stringContaining('trouble'),
          line: lineOf(sample.around(sample.failing), 'trouble'),
          traceback: expect.stringMatching(new RegExp(`${move}`)),
        });
        expect(JSON.stringify(result.error)).not.toMatch(/node_modules|packages\/|file:|\/usr\//);
        await expectAlive(program);
      });

      test('deeply nested arguments and sources are refused, and the next call works', async () => {
        const program = await script(sample.counting);
        const deep = `[0,${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
        const asked = await sandbox.call(program, { name: move, args: deep, seed: 1 }, OWNER);
        expect(asked).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^script\//) } });
        const source = await sandbox.prepare(sample.language, `a = ${'['.repeat(100_000)}`, OWNER);
        expect(source).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^script\//) } });
        await expectAlive(program);
      });

      test('a script that never ends is stopped, the others do not wait for it, and the next call works', async () => {
        const [loop, honest] = [await script(sample.looping), await script(sample.counting)];
        const endless = call(loop);
        await expectAlive(honest);
        expect(await endless).toMatchObject({ ok: false, error: { code: 'script/timeout' } });
        await expectAlive(loop);
      });

      test('a megabyte goes in and comes out', async () => {
        const program = await script(sample.counting);
        const args = [0, 'x'.repeat(1_048_570)];
        expect(answerOf(await call(program, args))).toBe(JSON.stringify(args));
      });

      test.each(DENSE)('passing a megabyte of %s does not use up the time of the script', async (_, item) => {
        const program = await script(sample.counting);
        const all = Array.from({ length: 1_048_000 / (JSON.stringify(item(1e5)).length + 1) }, (_, n) => item(n));
        expect(JSON.parse(answerOf(await call(program, [0, all])))).toEqual([0, all]);
      });

      test('code that runs while the answer is written is charged to the script', async () => {
        const program = await script(sample.hiding);
        const message = 'The script ran longer than 0.1 s and was stopped.';
        expect(await call(program)).toMatchObject({ ok: false, error: { code: 'script/timeout', message } });
        await expectAlive(program);
      });

      test('a source of a megabyte is compiled, and called', async () => {
        let source = sample.around(sample.counting);
        for (let n = 0; source.length < 1_048_000; n++) source += `\n${sample.line(n)}`;
        expect(answerOf(await call(await prepared(source)))).toBe('1');
      });

      test('80 MB are allowed, 128 MB are not, and the next call works', async () => {
        expect(await call(await script(sample.heavy.with80MB))).toMatchObject({ ok: true });
        const greedy = await script(sample.heavy.with128MB);
        expect(await call(greedy)).toMatchObject({ error: { code: 'script/out-of-memory' } });
        await expectAlive(greedy);
      });
    });
  });
}

function answerOf<T>(result: JobResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
}

/** The line in which a word first occurs, counted from 1. */
const lineOf = (source: string, word: string): number => source.slice(0, source.indexOf(word)).split('\n').length;
