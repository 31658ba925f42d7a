import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardLayout } from './board-layout.js';

const REM_PX = 16;
/** Margins beside the board in a window that is narrower than the board would be, in CSS pixels. */
const MARGINS_PX = 20;
const BOARDS = [
  { files: 8, ranks: 8 },
  { files: 10, ranks: 10 },
  { files: 10, ranks: 8 },
  { files: 5, ranks: 6 },
  { files: 2, ranks: 4 },
  { files: 4, ranks: 16 },
  { files: 16, ranks: 2 },
];
const EXTRAS = ['none', 'pockets', 'gestures'] as const;

const layoutIn = (width: number, height: number, board = BOARDS[0]!, extras: (typeof EXTRAS)[number] = 'none') =>
  boardLayout({ width: width / REM_PX, height: height / REM_PX }, board, extras);

test('zooming in never makes the board smaller in device pixels while it fits into the width of the window', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 320, max: 3840 }),
      fc.integer({ min: 300, max: 2160 }),
      fc.double({ min: 1, max: 5, noNaN: true }),
      fc.constantFrom(...BOARDS),
      fc.constantFrom(...EXTRAS),
      (width, height, zoom, board, extras) => {
        const plain = layoutIn(width, height, board, extras).board * REM_PX;
        const zoomed = layoutIn(width / zoom, height / zoom, board, extras).board * REM_PX * zoom;
        expect(zoomed).toBeGreaterThanOrEqual(0.99 * Math.min(plain, width - MARGINS_PX * zoom));
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['a desktop', 1920, 937, { side: 352, isShort: false }],
  ['a laptop', 1280, 800, { side: 352, isShort: false }],
  ['a low laptop', 1366, 650, { side: 352, isShort: true }],
  ['a tablet', 1024, 768, { side: 345, isShort: false }],
  ['a tablet in portrait', 820, 1180, { side: null, isShort: false }],
  ['a phone', 390, 844, { side: null, isShort: false }],
  ['a phone in landscape', 740, 360, { side: 240, isShort: true }],
  ['a desktop at 200 %', 960, 540, { side: 329, isShort: true }],
  ['a desktop at 400 %', 480, 270, { side: null, isShort: false }],
])('%s (%i x %i)', (_name, width, height, { side, isShort }) => {
  const layout = layoutIn(width, height);
  expect(layout.side === null ? null : Math.round(layout.side * REM_PX)).toBe(side);
  expect(layout.isShort).toBe(isShort);
});
