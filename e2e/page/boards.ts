import { expect, test } from 'vitest';
import { eventually, type TestServer } from '../test-server.js';

/** Margins of a board that takes the whole width of the window, in CSS pixels. */
const MARGINS_PX = 20;

/** Boards of all sizes: screens, zoom, forced colors, pockets, quantum moves. */
export function boards(testServer: TestServer): void {
  test('a pawn promotes to the chosen piece, by touch on a phone', async () => {
    const anna = await testServer.player({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await testServer.hotSeat(anna, { ruleset: 'standard', setup: { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' } });
    await anna.click('a7', 'a8');
    await anna.press('rook');
    expect(await anna.movesPlayed(1)).toBe('a8=R+');
    expect(anna.browserErrors).toEqual([]);
  });

  test('on a phone in landscape the board is almost as high as the screen', async () => {
    const viewport = { width: 740, height: 360 };
    const anna = await testServer.player({ viewport, hasTouch: true, isMobile: true });
    await testServer.hotSeat(anna, { ruleset: 'standard' });
    const { width, height } = (await anna.page.locator('cg-board').boundingBox())!;
    expect(height).toBeGreaterThan(viewport.height * 0.8);
    expect(height).toBeLessThan(viewport.height);
    expect(width).toBe(height);
    await anna.click('e2', 'e4');
    expect(await anna.movesPlayed(1)).toBe('e4');
  });

  test.each([
    [1280, 800],
    [1280, 1024],
    [1366, 650],
    [1920, 1080],
  ])('in a window of %i x %i, zooming in never makes the board smaller', async (width, height) => {
    const anna = await testServer.player();
    const { page } = anna;
    await testServer.hotSeat(anna, { ruleset: 'standard' });
    const devtools = await page.context().newCDPSession(page);
    /** The width of the board in device pixels. */
    const boardAt = async (zoom: number): Promise<number> => {
      await devtools.send('Emulation.setDeviceMetricsOverride', {
        width: Math.floor(width / zoom),
        height: Math.floor(height / zoom),
        deviceScaleFactor: zoom,
        mobile: false,
      });
      const board = await page.locator('cg-board').evaluate((board) => {
        // The layout follows the window within two frames.
        const widthOf = () => board.getBoundingClientRect().width;
        return new Promise<number>((give) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => give(widthOf())))),
        );
      });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `nothing runs out of the window at ${zoom}`).toBeLessThanOrEqual(0);
      return board * zoom;
    };
    const plain = await boardAt(1);
    for (const zoom of [1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]) {
      const fitting = Math.min(plain, width - MARGINS_PX * zoom);
      expect(await boardAt(zoom), `zoom ${zoom}`).toBeGreaterThanOrEqual(0.99 * fitting);
    }
  });

  test('coordinates are outside the board, also on a phone and with ten ranks', async () => {
    const anna = await testServer.player({ viewport: { width: 320, height: 640 } });
    for (const ruleset of ['standard', 'grand']) {
      await testServer.hotSeat(anna, { ruleset });
      const board = (await anna.page.locator('cg-board').boundingBox())!;
      const names = await anna.page.locator('.names span').evaluateAll((all) =>
        all.map((name) => {
          const text = document.createRange();
          text.selectNodeContents(name);
          const { left, right, top } = text.getBoundingClientRect();
          return { name: name.textContent, left, right, top };
        }),
      );
      const hidden = names.filter(
        ({ left, right, top }) => left < 0 || (right > board.x + 0.5 && top < board.y + board.height - 0.5),
      );
      expect(hidden, ruleset).toEqual([]);
    }
  });

  test('with forced colors the board, its marks and the colors of the players are visible', async () => {
    const anna = await testServer.player({ forcedColors: 'active' });
    await testServer.hotSeat(anna, { clock: { kind: 'per-player', playerMs: 60_000 } });
    await anna.typeMove('e4');
    await anna.movesPlayed(1);
    await anna.click('d7');
    const style = (selector: string, property: string) =>
      anna.page
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);
    expect(await style('cg-board', 'background-image')).toContain('conic-gradient');
    for (const mark of ['last-move', 'selected'])
      expect(await style(`square.${mark}`, 'box-shadow')).toContain('inset');
    expect(await style('square.move-dest', 'background-image')).toContain('radial-gradient');
    expect(await style('.coin.white', 'background-color')).not.toBe(await style('.coin.black', 'background-color'));
    expect(await style('.seat.turn .coin', 'outline-style')).toBe('solid');
    expect(await style('.clock.running', 'background-color')).not.toBe(
      await style('.clock:not(.running)', 'background-color'),
    );
    await anna.page.goto(testServer.server.url);
    const [chosen, other] = ['input:checked + span', 'input:not(:checked) + span'];
    expect(await style(chosen, 'background-color')).not.toBe(await style(other, 'background-color'));
  });

  test("in racing kings Black sees the board from White's side, and the variant's description opens in the game", async () => {
    const anna = await testServer.player();
    await testServer.openStartPage(anna);
    const { game } = await testServer.post(anna, '/api/games', { ruleset: 'racing-kings', side: 'black' });
    await anna.page.goto(`${testServer.server.url}/g/${game}`);
    await anna.page.locator('cg-board piece').first().waitFor();
    expect(await anna.page.locator('.board.flipped').count()).toBe(0);
    const title = anna.page.getByRole('button', { name: 'Racing kings' });
    await title.click();
    const rules = anna.page.getByRole('dialog', { name: 'Racing kings' });
    await rules.getByText('Race your king to the eighth rank').waitFor();
    expect(await rules.getByRole('link').getAttribute('target')).toBe('_blank');
    await rules.getByRole('button', { name: 'Close' }).click();
    expect(anna.page.url()).toContain(game);
    await eventually(() => title.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(anna.browserErrors).toEqual([]);
  });

  test('for two players on one device a draw needs a confirmation', async () => {
    const anna = await testServer.player();
    await testServer.hotSeat(anna, {});
    for (const [index, move] of ['e4', 'e5'].entries()) {
      await anna.typeMove(move);
      await anna.movesPlayed(index + 1);
    }
    await anna.press('Draw');
    const question = anna.page.getByRole('alertdialog', { name: 'End the game as a draw?' });
    await question.getByRole('button', { name: 'Keep playing' }).click();
    await eventually(() => question.count()).toBe(0);
    await anna.typeMove('Nf3');
    await anna.movesPlayed(3);
    await anna.press('Draw');
    await question.getByRole('button', { name: 'Draw' }).click();
    await anna.sees('The players agreed to a draw.');
  });

  test('a piece is dropped from the pocket, and a board of ten ranks is playable to its edges', async () => {
    const anna = await testServer.player();
    await testServer.hotSeat(anna, {
      ruleset: 'crazyhouse',
      setup: { position: 'k7/pp6/8/8/8/8/PP6/K7[Nn] w - - 0 1' },
    });
    const inHand = anna.page.getByRole('button', { name: 'knight, 1 in hand', disabled: false });
    await inHand.click();
    expect(await inHand.getAttribute('aria-pressed')).toBe('true');
    await anna.click('d4');
    expect(await anna.movesPlayed(1)).toBe('N@d4');
    await anna.dragFrom(inHand, 'e5');
    expect(await anna.movesPlayed(2)).toBe('N@e5');
    await testServer.hotSeat(anna, { ruleset: 'grand' });
    await anna.click('a1', 'a2');
    expect(await anna.movesPlayed(1)).toBe('Ra2');
    await anna.click('j10', 'j9');
    expect(await anna.movesPlayed(2)).toBe('Rj9');
    expect(anna.browserErrors).toEqual([]);
  });

  test('a quantum piece is split and merged by clicks, with its probabilities and the chances of its moves', async () => {
    const anna = await testServer.player();
    await testServer.hotSeat(anna, { ruleset: 'quantum' });
    await anna.page.getByRole('radio', { name: 'Split' }).check();
    await anna.click('b1', 'a3', 'c3');
    expect(await anna.movesPlayed(1)).toBe('b1^a3c3');
    await eventually(() => anna.page.locator('.odds-text').allTextContents()).toEqual(['50', '50']);
    await anna.typeMove('a7a6');
    await anna.movesPlayed(2);
    await anna.page.getByRole('radio', { name: 'Merge' }).check();
    await anna.click('a3', 'c3', 'b5');
    expect(await anna.movesPlayed(3)).toMatch(/^a3c3\^b5/);
    for (const [at, move] of ['c7c6', 'b5^d4a3', 'h7h6'].entries()) {
      await anna.typeMove(move);
      await anna.movesPlayed(4 + at);
    }
    await anna.click('d4');
    await anna.sees('Numbers show the chance that the move succeeds.');
    await eventually(() => anna.page.locator('.chance').allTextContents()).toEqual(['50 %']);
    await anna.click('c6');
    await anna.movesPlayed(7);
    await anna.sees(/Measurement: the move (succeeded|failed) \(50 % chance\)/);
    expect(anna.browserErrors).toEqual([]);
  });
}
