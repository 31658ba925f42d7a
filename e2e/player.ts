import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

type Point = { readonly x: number; readonly y: number };

/** A player with a separate browser context: own cookies, own storage. */
export type Player = {
  readonly page: Page;
  /** Errors in the browser's console: failed scripts, violations of the content security policy. */
  readonly browserErrors: readonly string[];
  /** Waits until it is this player's turn and the board accepts moves. */
  waitForTurn(): Promise<void>;
  /** Waits for visible text on the page. */
  sees(text: string | RegExp): Promise<void>;
  /** Clicks the button with exactly this name. */
  press(name: string): Promise<void>;
  /** Waits for the player's turn, then clicks these squares of the board. */
  click(...squares: readonly string[]): Promise<void>;
  /** Clicks squares of the board without waiting for the turn. */
  clickSquares(...squares: readonly string[]): Promise<void>;
  drag(from: string, to: string): Promise<void>;
  /** Drags an element from outside the board to a square. */
  dragFrom(place: Locator, to: string): Promise<void>;
  /** Types a move into the field. */
  typeMove(move: string): Promise<void>;
  /** Waits for the move of this number; gives its notation. */
  movesPlayed(count: number): Promise<string>;
  /** The time on a clock in seconds. */
  seconds(color: 'White' | 'Black'): Promise<number>;
  /** The number of notes that the page has played since it was loaded. */
  notesPlayed(): Promise<number>;
};

/** Long, so that tests pass on a busy machine; it only ends tests that hang. */
const PATIENCE_MS = 90_000;

export async function openPlayer(browser: Browser, options: BrowserContextOptions = {}): Promise<Player> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(countNotes);
  const page = await context.newPage();
  const browserErrors: string[] = [];
  page.on('pageerror', (error) => browserErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text());
  });

  const clockOf = (color: string) => page.getByRole('timer', { name: `Time of ${color}`, exact: true });
  const moveInput = () => page.getByLabel('Type a move');

  /** The page marks the player's turn when the legal moves have arrived; before that, the board accepts no move. */
  const waitForTurn = () => page.locator('.status .yours').waitFor();

  async function centerOf(square: string): Promise<Point> {
    const board = page.locator('cg-board');
    await board.scrollIntoViewIfNeeded();
    const box = (await board.boundingBox())!;
    const [files, ranks] = await page
      .locator('.board')
      .evaluate((element) =>
        ['--files', '--ranks'].map((name) => Number((element as HTMLElement).style.getPropertyValue(name))),
      );
    const isFlipped = (await page.locator('.board.flipped').count()) > 0;
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
    const [column, row] = isFlipped ? [files! - 1 - file, rank] : [file, ranks! - 1 - rank];
    return { x: box.x + ((column + 0.5) * box.width) / files!, y: box.y + ((row + 0.5) * box.height) / ranks! };
  }

  async function clickSquares(...squares: readonly string[]): Promise<void> {
    for (const square of squares) {
      const { x, y } = await centerOf(square);
      await (options.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    }
  }

  async function dragMouse(start: Point, end: Point): Promise<void> {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
  }

  return {
    page,
    browserErrors,
    waitForTurn,
    sees: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    async click(...squares) {
      await waitForTurn();
      await clickSquares(...squares);
    },
    clickSquares,
    async drag(from, to) {
      await waitForTurn();
      await dragMouse(await centerOf(from), await centerOf(to));
    },
    async dragFrom(place, to) {
      await waitForTurn();
      const { x, y, width, height } = (await place.boundingBox())!;
      await dragMouse({ x: x + width / 2, y: y + height / 2 }, await centerOf(to));
    },
    async typeMove(move) {
      await moveInput().fill(move);
      await moveInput().press('Enter');
    },
    async movesPlayed(count) {
      const last = page.locator(`[data-ply="${count}"]`);
      await last.waitFor();
      return (await last.textContent())!.trim();
    },
    notesPlayed: () => page.evaluate(() => (globalThis as { notes?: number }).notes ?? 0),
    async seconds(color) {
      const [minutes = 0, seconds = 0] = (await clockOf(color).textContent())!.split(':').map(Number);
      return minutes * 60 + seconds;
    },
  };
}

/** Runs in the browser: counts the notes that the page plays. */
function countNotes(): void {
  const { start } = OscillatorNode.prototype;
  const counted = globalThis as { notes?: number };
  OscillatorNode.prototype.start = function (when) {
    counted.notes = (counted.notes ?? 0) + 1;
    start.call(this, when);
  };
}
