import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

const file = (name: string) => fileURLToPath(new URL(`../../testdata/${name}`, import.meta.url));

test('a script is checked, drawn, counted and judged', async () => {
  const script = file('race.js');
  expect(await chessmith(['check', script])).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^The script passed the check: Race on 3x4/),
  });
  const shown = await chessmith(['show', '--ruleset', script, '--moves', 'a1a2 a4a3']);
  expect(shown).toMatchObject({ code: 0, err: '', out: expect.stringContaining('White to move.') });
  expect(await chessmith(['perft', '--ruleset', script, '--depth', '3'])).toMatchObject({
    code: 0,
    out: '27\n',
    err: '',
  });
  const judged = await chessmith(['judge', '--ruleset', script], { input: '{"moves":["a1a2","a1a2","c4c3"]}\n' });
  expect(JSON.parse(judged.out)).toMatchObject({
    legal: [true, false, true],
    turn: 'white',
    moves: expect.arrayContaining(['a2a3']),
  });
});

test('a check in a terminal shows a status line, which is cleared at the end', async () => {
  const { out, err, progress = [] } = await chessmith(['check', file('race.js')], { isTerminal: true });
  expect([out, err]).toEqual([expect.stringMatching(/^The script passed the check/), '']);
  expect(progress.slice(0, 3)).toEqual([
    'Reading the script …',
    'Creating the start position …',
    'Playing random games … 0 of 20 finished, 0 moves',
  ]);
  expect(progress.slice(-2)).toEqual([
    expect.stringMatching(/^Playing random games … 20 of 20 finished, \d+ moves$/),
    '',
  ]);
});

test('a ruleset without code is checked and counted from its file', async () => {
  const rules = fileURLToPath(new URL('../../../../examples/camel-chess.json', import.meta.url));
  expect(await chessmith(['check', rules])).toMatchObject({ code: 0, out: 'The ruleset is valid: Camel chess.\n' });
  expect(await chessmith(['perft', '--ruleset', rules, '--depth', '2'])).toMatchObject({ code: 0, out: '102\n' });
});

test('two people play in one terminal, and a wrong move is refused', async () => {
  const moves = ['b1b2', 'nonsense', 'a4a3', 'moves', 'undo', 'c4c3', 'b2b3', 'c3c2', 'b3b4'];
  const { code, out } = await chessmith(['play', file('race.js')], { input: `${moves.join('\n')}\n` });
  expect(code).toBe(0);
  expect(out).toMatch(/Moves: a1a2 b1b2 c1c2\n> /);
  expect(out).toContain('"nonsense" is not a move');
  expect(out).toMatch(/White wins[\s\S]*Reason: first across\nFEN: [^\n]+\n$/);
});

test('a script with a syntax error is refused with its line', async () => {
  const { code, out } = await chessmith(['check', file('misspelt.py')]);
  expect([code, out]).toEqual([1, expect.stringMatching(/^line 2, column \d+: .*\(script\/syntax\)\n$/)]);
  const played = await chessmith(['play', file('misspelt.py')]);
  expect(played).toMatchObject({ code: 1, err: expect.stringContaining('misspelt.py cannot be played') });
});

test.each([
  ['check'],
  ['check', 'rules.txt'],
  ['check', 'missing.py'],
  ['perft', '--ruleset', 'missing.js', '--depth', '1'],
])('%j %j is refused', async (...args) => {
  const { code, err } = await chessmith(args);
  expect(code).toBeGreaterThan(0);
  expect(err).toMatch(/^chessmith \w+: /);
});
