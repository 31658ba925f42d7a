import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CSS = readFileSync(new URL('../apps/web/src/style.css', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;

/** A color of the style sheet in a theme, as three numbers from 0 to 255. */
function colorOf(name: string, theme: (typeof THEMES)[number]): readonly number[] {
  const pair = new RegExp(`--${name}: (?:light-dark\\(#(\\w{6}), #(\\w{6})\\)|#(\\w{6}));`).exec(CSS)!;
  const hex = pair[3] ?? pair[1 + THEMES.indexOf(theme)]!;
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** WCAG 2.2, relative luminance. */
function luminance(color: readonly number[]): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(theme: (typeof THEMES)[number], one: string, other: string): number {
  const [dark, light] = [one, other].map((name) => luminance(colorOf(name, theme))).toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const TEXTS = [
  ...['page', 'surface', 'sunken', 'hover', 'accent-soft', 'danger-soft'].map((ground) => ['ink', ground] as const),
  ...['page', 'surface', 'sunken', 'hover'].map((ground) => ['quiet', ground] as const),
  ...['page', 'surface'].flatMap((ground) => [['accent-text', ground] as const, ['danger', ground] as const]),
  ['on-accent', 'accent'],
  ['on-danger', 'danger'],
] as const;

test.each(THEMES)('every text has a contrast of 4.5 : 1 with its background: %s', (theme) => {
  for (const [text, ground] of TEXTS)
    expect(contrast(theme, text, ground), `${text} on ${ground}`).toBeGreaterThan(4.5);
});

test.each(THEMES)('focus outlines and borders of fields have a contrast of 3 : 1: %s', (theme) => {
  for (const edge of ['focus', 'line-strong']) {
    for (const ground of ['page', 'surface']) {
      expect(contrast(theme, edge, ground), `${edge} on ${ground}`).toBeGreaterThan(3);
    }
  }
});

test.each(['last-move', 'chosen-square', 'move-target', 'planned-move'])(
  'the mark %s has a contrast of 3 : 1 with squares',
  (mark) => {
    for (const square of ['light-square', 'dark-square']) {
      expect(contrast('light', mark, square), `${mark} on ${square}`).toBeGreaterThan(3);
    }
  },
);
