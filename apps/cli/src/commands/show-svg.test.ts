import { expect, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

const show = async (...args: string[]) => (await chessmith(['show', ...args, '--svg'])).out;

test('every piece is drawn, each kind defined once', async () => {
  const svg = await show('--ruleset', 'standard');
  expect(svg.match(/<use /g)).toHaveLength(32);
  expect(svg.match(/<g id="/g)).toHaveLength(6);
  expect(svg).toContain('<use href="#king" class="man white" transform="translate(180 315)"/>');
});

test('check, the chosen piece, empty targets and captures are marked', async () => {
  const svg = await show('--ruleset', 'standard', '--fen', '4k3/8/8/8/8/4r3/3P4/4K3 w - - 0 1', '--from', 'd2');
  expect(svg).toContain('<rect class="check" x="180" y="315"');
  expect(svg).toContain('<rect class="from" x="135" y="270"');
  expect(svg.match(/<circle class="ring"/g)).toHaveLength(1);
  expect(svg.match(/<circle class="dot"/g)).toBeNull();
});

test('a piece with a probability below one is filled to its level, with an arc and the percentage', async () => {
  const svg = await show('--ruleset', 'quantum', '--moves', 'b1^a3c3 e7e5 a3^b5c4');
  expect(svg).toContain(
    'aria-label="Quantum chess: white knight 50 percent on c3, white knight 25 percent on c4, white knight 25 percent on b5"',
  );
  expect(svg.match(/<clipPath id="to\d+"/g)).toEqual(['<clipPath id="to25"', '<clipPath id="to50"']);
  expect(svg.match(/class="share white"/g)).toHaveLength(3);
  expect(svg).toContain('<title>white knight on b5: 25 %</title>');
  expect(svg).toContain('d="M22.5 2A20.5 20.5 0 0 1 43 22.5"');
  expect(svg.match(/<use href="#knight" class="man white"/g)).toHaveLength(4);
});
