import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAnnotations, type PgnAnnotations, type PgnEvaluation, parseAnnotations } from './annotations.js';

test.each<[comment: string, annotations: Partial<PgnAnnotations>]>([
  ['just words', { text: 'just words' }],
  ['[%clk 0:01:02.5]', { clockMs: 62_500 }],
  ['[%clk 1:00:00] [%emt 0:00:03]', { clockMs: 3_600_000, elapsedMs: 3_000 }],
  ['[%clk 12:34]', { clockMs: 754_000 }],
  ['[%emt 7.25]', { elapsedMs: 7_250 }],
  ['[%clk -0:00:01]', { clockMs: -1_000 }],
  ['[%eval 0.17]', { evaluation: { kind: 'centipawns', centipawns: 17 } }],
  ['[%eval -1.5,20]', { evaluation: { kind: 'centipawns', centipawns: -150, depth: 20 } }],
  ['[%eval #3]', { evaluation: { kind: 'mate', moves: 3 } }],
  ['[%eval #-2,31]', { evaluation: { kind: 'mate', moves: -2, depth: 31 } }],
  [
    'before [%clk 0:00:01] between [%eval 1] after',
    { text: 'before between after', clockMs: 1_000, evaluation: { kind: 'centipawns', centipawns: 100 } },
  ],
  [
    '[%csl Ga4,Rb5][%cal Ga4b5] look',
    {
      text: 'look',
      others: [
        { name: 'csl', value: 'Ga4,Rb5' },
        { name: 'cal', value: 'Ga4b5' },
      ],
    },
  ],
  [
    '[%clk soon] [%eval #1.5]',
    {
      others: [
        { name: 'clk', value: 'soon' },
        { name: 'eval', value: '#1.5' },
      ],
    },
  ],
  ['[%clk 0:00:01] [%clk 0:00:02]', { clockMs: 1_000, others: [{ name: 'clk', value: '0:00:02' }] }],
  ['[%toString]', { others: [{ name: 'toString', value: '' }] }],
  ['[%clk 0:00:01', { text: '[%clk 0:00:01' }],
  ['[Editor] 100%', { text: '[Editor] 100%' }],
])('%s', (comment, annotations) => {
  expect(parseAnnotations(comment)).toEqual({ text: '', others: [], ...annotations });
});

test('commands are written as lichess does', () => {
  const evaluation = { kind: 'centipawns', centipawns: 17 } as const;
  const others = [{ name: 'csl', value: 'Ga4' }];
  expect(formatAnnotations({ text: 'good', clockMs: 62_500, elapsedMs: 1_000, evaluation, others })).toBe(
    '[%eval 0.17] [%clk 0:01:02.5] [%emt 0:00:01] [%csl Ga4] good',
  );
});

const duration = fc.integer({ min: -86_400_000, max: 999 * 3_600_000 });
const depth = fc.option(fc.nat(99), { nil: undefined });
const whole = fc.integer({ min: -99_999, max: 99_999 });
const evaluation: fc.Arbitrary<PgnEvaluation> = fc.tuple(fc.boolean(), whole, depth).map(([mates, n, deep]) => ({
  ...(mates ? { kind: 'mate' as const, moves: n } : { kind: 'centipawns' as const, centipawns: n }),
  ...(deep !== undefined && { depth: deep }),
}));

test('written annotations read back', () => {
  const annotations = fc.record(
    {
      text: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('[%', '').trim()),
      clockMs: duration,
      elapsedMs: duration,
      evaluation,
      others: fc.array(
        fc.record({ name: fc.constantFrom('csl', 'cal', 'tqu'), value: fc.stringMatching(/^[A-Za-z0-9,]{0,9}$/) }),
      ),
    },
    { requiredKeys: ['text', 'others'] },
  );
  fc.assert(
    fc.property(annotations, (given) => {
      expect(parseAnnotations(formatAnnotations(given))).toEqual(given);
    }),
  );
});

test('any comment can be read, and writing it again is stable', () => {
  const words = fc.constantFrom('[%', ']', 'clk', 'eval', ' ', '0:00:01', '#', '-', '1.5', ',', 'x', '[', '%');
  fc.assert(
    fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
      const once = parseAnnotations(parts.join(''));
      expect(parseAnnotations(formatAnnotations(once))).toBeDefined();
    }),
  );
});

test('a hostile comment is read in linear time', () => {
  expect(parseAnnotations('[%'.repeat(500_000)).others).toEqual([]);
  expect(parseAnnotations(`[%${' '.repeat(500_000)}x${' '.repeat(500_000)}]`).others).toHaveLength(1);
  expect(parseAnnotations('[%clk 0:00:01]'.repeat(50_000)).others).toHaveLength(49_999);
});
