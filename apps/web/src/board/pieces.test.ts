import { PIECE_SHAPES } from '@chessmith/drawing';
import { expect, test } from 'vitest';
import { picture } from './pieces.js';

const drawn = (man: { role: string; letter: string; glyph?: string }, color: 'white' | 'black' = 'white') =>
  decodeURIComponent(picture(man, color).slice('url("data:image/svg+xml,'.length, -2));

test('a piece has the shape it names, or the built-in shape of its role, or a disc with its letter', () => {
  expect(drawn({ role: 'dragon', letter: 'D', glyph: 'queen' })).toContain(PIECE_SHAPES.queen);
  expect(drawn({ role: 'knight', letter: 'N' })).toContain(PIECE_SHAPES.knight);
  expect(drawn({ role: 'dragon', letter: 'D' })).toContain('>D</text>');
});

test('an emoji has a disc in the color of its side', () => {
  const dragon = { role: 'dragon', letter: 'D', glyph: '🐉' };
  for (const color of ['white', 'black'] as const) expect(drawn(dragon, color)).toMatch(/<circle .*>🐉<\/text>/);
  expect(drawn(dragon, 'white')).not.toBe(drawn(dragon, 'black'));
});

test('an SVG without colors is painted in the color of its side; one with colors gets a disc', () => {
  const plain =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="9"><rect width="60" height="60"/></svg>';
  expect(drawn({ role: 'wall', letter: 'W', glyph: plain })).toMatch(
    /<svg x="4.5" y="4.5" width="36" height="36" viewBox="0 0 100 100" stroke-width="[\d.]+"><rect width="60" height="60"\/><\/svg>/,
  );
  expect(drawn({ role: 'wall', letter: 'W', glyph: plain })).not.toContain('<circle');
  const red = '<svg width="24" height="24"><path d="M0 0h9" fill="red"/></svg>';
  expect(drawn({ role: 'wall', letter: 'W', glyph: red })).toMatch(/<circle .*viewBox="0 0 24 24".*fill="red"/);
});
