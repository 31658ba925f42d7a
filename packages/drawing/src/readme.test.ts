import { readFileSync } from 'node:fs';
import { classicalReferee, standard } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { drawSvg, drawText } from './index.js';

test('the example of the README is true', () => {
  // README
  const referee = classicalReferee(standard);
  const { position } = unwrap(referee.start({}, { int: () => 0, real: () => 0 }));
  const view = referee.view(position, { kind: 'watcher' });
  const scene = { card: referee.about, view, invalid: null, marked: { from: 'e2', to: ['e3', 'e4'] } };
  // end
  expect(drawText(scene)).toBe(`Standard chess

   8   r  n  b  q  k  b  n  r
   7   p  p  p  p  p  p  p  p
   6   .  .  .  .  .  .  .  .
   5   .  .  .  .  .  .  .  .
   4   .  .  .  .  *  .  .  .
   3   .  .  .  .  *  .  .  .
   2   P  P  P  P [P] P  P  P
   1   R  N  B  Q  K  B  N  R

       a  b  c  d  e  f  g  h

White to move.
Castling: white K Q, black K Q.
FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
`);
  const svg = drawSvg(scene);
  expect(svg.match(/<use /g)).toHaveLength(32);
  expect(svg.match(/<circle class="dot"/g)).toHaveLength(2);
});

test('the README shows the example that is tested here', () => {
  const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, tested = ''] = /\/\/ README\n(.*?)\s+\/\/ end\n/s.exec(textOf('readme.test.ts')) ?? [];
  expect(textOf('../README.md')).toContain(tested.replace(/^ {2}/gm, ''));
});
