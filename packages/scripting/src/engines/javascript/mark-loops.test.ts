import { expect, test } from 'vitest';
import { markLoops } from './mark-loops.js';

const marked = (code: string): string => markLoops(code).split('\nfunction __round')[0]!;

test.each([
  ['while (x) y();', 'while (__round(),x) y();'],
  ['do { x++ } while (x < 8)', 'do { x++ } while (__round(),x < 8)'],
  ['for (;;) x++;', 'for (;__round();) x++;'],
  [
    'for (let x = f(1, (a) => { a; }); x < 8; x++) y();',
    'for (let x = f(1, (a) => { a; });__round(), x < 8; x++) y();',
  ],
  ['if (a)\n  while\n    (b) c();', 'if (a)\n  while\n    (__round(),b) c();'],
])('%s calls the mark in every iteration', (code, after) => expect(marked(code)).toBe(after));

test.each([
  'for (const x of all) y();',
  'for (const x in all) y();',
  'rules.while(x); rules?.for(x);',
  'const a = "while (x)", b = `for (;;)`, d = /while (x)/; // while (x)',
])('%s is not changed', (code) => expect(marked(code)).toBe(code));
