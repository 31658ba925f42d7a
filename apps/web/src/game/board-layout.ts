/** Sizes in rem, so that the layout follows the reader's font size. */
export type Size = { readonly width: number; readonly height: number };

/** What stands above and below the board besides the names: nothing, pockets, or the choice between move, split and merge. */
export type Extras = 'none' | 'pockets' | 'gestures';

export type BoardLayout = {
  /** Width of the board in rem. */
  readonly board: number;
  /** Width of the panel with moves, buttons and chat, in rem; null where the panel stands below the board. */
  readonly side: number | null;
  /** Names, clocks and pockets stand beside the board instead of above and below it. */
  readonly isShort: boolean;
};

/**
 * The board's share of the window. Browser zoom shrinks the window in CSS pixels; a constant share keeps the board's size in device
 * pixels, and a larger share for smaller windows only makes it larger. Tiny windows: phones in landscape, strong zoom.
 */
const HEIGHT_SHARE = { usual: 0.79, tiny: 0.9 } as const;
const WIDTH_SHARE = 0.64;
const TINY_HEIGHT = 31.25;
/** The share of the board that must fit above the fold; a lower layout is chosen if less fits. */
const TOLERANCE = 0.99;

/** Total height above and below the board: header, names, coordinates, and the extras. */
const AROUND: { readonly [extras in Extras]: number } = { none: 10.15, pockets: 16.15, gestures: 14.65 };
/** Width of names and clocks that stand beside the board, with their gap. */
export const BESIDE = 8.25;
const SIDE = { most: 22, least: 18, leastShort: 15, leastTiny: 13.75 } as const;
const MARGINS = { usual: 4.5, tiny: 2.75, oneColumn: 1.2 } as const;
/** Narrower windows have no space for names beside the board. */
const LEAST_SHORT_WIDTH = 37.5;
const MOST_SQUARE = 8.5;
/** A square stays as large as a fingertip where the window is wide enough; the page scrolls. */
const LEAST_SQUARE = 2.4;
const LEAST_BOARD = 20;

/** Finds the layout that keeps the board as large as its share, with as much beside it as fits. */
export function boardLayout(
  { width, height }: Size,
  { files, ranks }: { readonly files: number; readonly ranks: number },
  extras: Extras,
): BoardLayout {
  const isTiny = height <= TINY_HEIGHT;
  const isLandscape = width > height;
  const most = Math.min((height * HEIGHT_SHARE[isTiny ? 'tiny' : 'usual'] * files) / ranks, MOST_SQUARE * files);
  const least = Math.min(LEAST_BOARD, LEAST_SQUARE * files);
  const margins = isTiny ? MARGINS.tiny : MARGINS.usual;
  const fitsAbove = (board: number) => height - AROUND[extras] >= (TOLERANCE * board * ranks) / files;

  const wide = Math.max(least, Math.min(most, WIDTH_SHARE * width));
  const leastSide = isTiny ? SIDE.leastTiny : SIDE.leastShort;
  const besides = width - margins - wide;
  if (besides >= SIDE.least && fitsAbove(wide))
    return { board: wide, side: Math.min(besides, SIDE.most), isShort: false };
  if (isLandscape && besides - BESIDE >= leastSide) {
    return { board: wide, side: Math.min(besides - BESIDE, SIDE.most), isShort: true };
  }

  const board = Math.min(Math.max(least, most), width - MARGINS.oneColumn);
  const isShort =
    isLandscape && width >= LEAST_SHORT_WIDTH && width - MARGINS.oneColumn - BESIDE >= board && !fitsAbove(board);
  return { board, side: null, isShort };
}

/**
 * The next board width, in CSS pixels, whose squares are whole device pixels. The board component rounds down, which would cost a
 * pixel for each file; the half pixel keeps it from rounding down a width that is almost whole.
 */
export function wholeSquares(widthPx: number, files: number): number {
  const squarePx = Math.ceil((widthPx * devicePixelRatio) / files - 0.01);
  return (squarePx * files + 0.5) / devicePixelRatio;
}
