import { describe, expect, test } from 'vitest';
import type { Command } from './command.js';
import { readInteger, readOptions } from './options.js';
import { chessmith as run } from './testing/chessmith.js';

const echo: Command = {
  name: 'echo',
  summary: 'Repeat a word',
  usage: 'chessmith echo [--times N] <word>',
  async run(args, io) {
    const options = readOptions(args, { times: { type: 'string', default: '1' } }, { positionals: 1 });
    if (!options.ok) return options.error;
    const times = readInteger('times', options.value.values.times, { min: 1, max: 3 });
    if (!times.ok) return times.error;
    await io.out(`${options.value.positionals.join('').repeat(times.value)}\n`);
    return 0;
  },
};

const chessmith = (...args: string[]) => run(args, { commands: [echo] });

describe('help', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])('lists the commands for %j', async (args) => {
    const { code, out, err } = await chessmith(...args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Usage: chessmith <command>');
    expect(out).toMatch(/^ {2}echo {2}Repeat a word$/m);
    expect(out).toMatch(/^ {2}help {2}/m);
  });

  test.each([[['help', 'echo']], [['echo', '--help']], [['echo', 'x', '-h']]])(
    'explains a command for %j',
    async (args) => {
      const { code, out } = await chessmith(...args);
      expect([code, out]).toEqual([0, 'Repeat a word.\n\nchessmith echo [--times N] <word>\n']);
    },
  );

  test('of a command that does not exist is refused', async () => {
    expect(await chessmith('help', 'ehco')).toMatchObject({ code: 2, out: '' });
  });
});

test('the version is that of the package', async () => {
  expect(await chessmith('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
});

test('a command gets its arguments and returns the exit code', async () => {
  expect(await chessmith('echo', 'e4', '--times', '2')).toEqual({ code: 0, out: 'e4e4\n', err: '' });
  expect(await chessmith('echo', '--', '--help')).toEqual({ code: 0, out: '--help\n', err: '' });
});

test.each([
  [['ehco'], "unknown command 'ehco'"],
  [['--loud'], "unknown option '--loud'"],
  [['toString'], "unknown command 'toString'"],
  [['echo', '--loud'], "Unknown option '--loud'"],
  [['echo', '--times'], "'--times <value>' argument missing"],
  [['echo', '--times', '1.5'], "--times takes a whole number from 1 to 3, not '1.5'"],
  [['echo', '--times', '4'], "--times takes a whole number from 1 to 3, not '4'"],
  [['echo', 'a', 'b'], "Unexpected argument 'b'"],
])('%j is refused with exit code 2, and says why', async (args, why) => {
  const { code, out, err } = await chessmith(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(why);
  expect(err).toMatch(/'chessmith .*help'/);
});
