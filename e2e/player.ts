import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

type Point = { readonly x: number; readonly y: number };

/** Somebody with a browser of their own: other cookies, other storage. */
export type Player = {
  readonly page: Page;
  /** What the browser complained of: scripts that failed, what the content security policy forbade. */
  readonly complaints: readonly string[];
  /** Waits until it is this player's turn, and the board takes hold of their pieces. */
  mayMove(): Promise<void>;
  /** Waits until the page says this, in text that can be seen. */
  sees(text: string | RegExp): Promise<void>;
  /** Presses the button of exactly this name. */
  press(name: string): Promise<void>;
  /** Plays by clicking on the board: a square, and then another. */
  click(...squares: readonly string[]): Promise<void>;
  /** Clicks on squares of the board, whoever is to move. */
  point(...squares: readonly string[]): Promise<void>;
  drag(from: string, to: string): Promise<void>;
  /** Drags what is beside the board to a square. */
  dragFrom(place: Locator, to: string): Promise<void>;
  /** Plays by writing the move. */
  write(move: string): Promise<void>;
  /** Waits until so many moves have been played; gives the last. */
  movesPlayed(count: number): Promise<string>;
  /** What stands on a clock, in seconds. */
  seconds(color: 'White' | 'Black'): Promise<number>;
  /** How many notes were played since the page was loaded. */
  notesHeard(): Promise<number>;
};

/** Ends only what hangs: a busy machine is no failure. */
const PATIENCE_MS = 90_000;

export async function openPlayer(browser: Browser, options: BrowserContextOptions = {}): Promise<Player> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(countNotes);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });

  const clockOf = (color: string) => page.getByRole('timer', { name: `Time of ${color}`, exact: true });
  const moveInput = () => page.getByLabel('Type a move');

  /** Waits until the page knows what may be played; before that, the board does not take hold of pieces. */
  const mayMove = () => page.locator('.status .yours').waitFor();

  async function middleOf(square: string): Promise<Point> {
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

  async function point(...squares: readonly string[]): Promise<void> {
    for (const square of squares) {
      const { x, y } = await middleOf(square);
      await (options.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    }
  }

  async function pull(start: Point, end: Point): Promise<void> {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
  }

  return {
    page,
    complaints,
    mayMove,
    sees: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    async click(...squares) {
      await mayMove();
      await point(...squares);
    },
    point,
    async drag(from, to) {
      await mayMove();
      await pull(await middleOf(from), await middleOf(to));
    },
    async dragFrom(place, to) {
      await mayMove();
      const { x, y, width, height } = (await place.boundingBox())!;
      await pull({ x: x + width / 2, y: y + height / 2 }, await middleOf(to));
    },
    async write(move) {
      await moveInput().fill(move);
      await moveInput().press('Enter');
    },
    async movesPlayed(count) {
      const last = page.locator(`[data-ply="${count}"]`);
      await last.waitFor();
      return (await last.textContent())!.trim();
    },
    notesHeard: () => page.evaluate(() => (globalThis as { notes?: number }).notes ?? 0),
    async seconds(color) {
      const [minutes = 0, seconds = 0] = (await clockOf(color).textContent())!.split(':').map(Number);
      return minutes * 60 + seconds;
    },
  };
}

/** In the browser: counts the notes that the page plays. */
function countNotes(): void {
  const { start } = OscillatorNode.prototype;
  const counted = globalThis as { notes?: number };
  OscillatorNode.prototype.start = function (when) {
    counted.notes = (counted.notes ?? 0) + 1;
    start.call(this, when);
  };
}
