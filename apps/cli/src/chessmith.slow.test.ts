import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { linesOf } from './lines.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const COMMAND = path('../bin/chessmith.mjs');

const chessmith = (args: string[], input = '') =>
  spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', input, maxBuffer: 1 << 28 });

beforeAll(() => {
  const built = spawnSync(process.execPath, [path('../../../scripts/ready.mjs'), 'build'], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
});

test('the built command counts', () => {
  expect(chessmith(['perft', '--ruleset', 'standard', '--depth', '4'])).toMatchObject({
    status: 0,
    stdout: '197281\n',
    stderr: '',
  });
});

test('its exit codes distinguish failures from usage errors', () => {
  expect(chessmith(['show', '--ruleset', 'standard', '--fen', 'x']).status).toBe(1);
  expect(chessmith(['show', '--ruleset', 'standart']).status).toBe(2);
});

test.skipIf(!existsSync('/dev/full'))('a full disk is an error with its reason and without a stack trace', () => {
  const stdout = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'rulesets'], {
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'pipe'],
  });
  closeSync(stdout);
  expect([status, stderr]).toEqual([1, 'chessmith: cannot write the output: ENOSPC: no space left on device, write\n']);
});

test('a closed error stream does not affect the output and the exit code', async () => {
  const answered = async (...args: string[]) => {
    const command = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    command.stderr.destroy();
    const said = text(command.stdout);
    const [code] = await once(command, 'close');
    return [code, await said];
  };
  expect(await answered('show', '--ruleset', 'standart')).toEqual([2, '']);
  expect(await answered('backup', 'x.sqlite', '--data', '/nowhere')).toEqual([1, '']);
});

test('it judges thousands of games', () => {
  const games = Array.from({ length: 3000 }, (_, i) => ({
    ruleset: i % 2 === 0 ? 'standard' : 'atomic',
    moves: ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'e2e5'],
  }));
  const { status, stdout } = chessmith(['judge'], games.map((game) => `${JSON.stringify(game)}\n`).join(''));
  const answers = stdout.trimEnd().split('\n');
  expect([status, answers.length]).toEqual([0, games.length]);
  for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ turn: 'black', legal: { 7: false } });
});

test('it answers a line before the next one arrives', async () => {
  const judge = spawn(process.execPath, [COMMAND, 'judge'], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const answers = linesOf(judge.stdout);
    for (const move of ['e4', 'd4']) {
      judge.stdin.write(`${JSON.stringify({ ruleset: 'standard', moves: [move] })}\n`);
      expect(JSON.parse((await answers.next()).value ?? '')).toMatchObject({ legal: [true] });
    }
    judge.stdin.end();
    expect((await once(judge, 'close'))[0]).toBe(0);
  } finally {
    judge.kill();
  }
});
