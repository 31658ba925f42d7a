import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, type TestServer } from '../test-server.js';

const PAWN_BEFORE_LAST_RANK = { setup: { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' } };
const FINGERTIP_PX = 40;

/** Touch, keyboard, large fonts, right-to-left names, and browsers without cookies. */
export function accessibility(testServer: TestServer): void {
  test('the page works with touch, a large font and a right-to-left name', async () => {
    const anna = await testServer.player({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await testServer.openStartPage(anna);
    expect(await smallTargets(anna.page), 'on the start page').toEqual([]);
    await anna.page.getByRole('button', { name: /change your name/ }).click();
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth), 'nothing overflows').toBe(390);
    await anna.page.setViewportSize({ width: 320, height: 640 });
    const [save, header] = [anna.page.getByRole('button', { name: 'Save' }), anna.page.locator('header')];
    const [button, row] = [(await save.boundingBox())!, (await header.boundingBox())!];
    expect(button.x + button.width, 'its button stays in the header').toBeLessThan(row.width);
    expect(await save.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
    await save.click({ trial: true });
    await anna.page.setViewportSize({ width: 390, height: 844 });
    const name = { name: 'محمد عبد الرحمن' };
    expect((await anna.page.request.patch(`${testServer.server.url}/api/me`, { data: name })).status()).toBe(200);
    await testServer.hotSeat(anna, PAWN_BEFORE_LAST_RANK);
    const names = anna.page.locator('header .who, .seat .who');
    const directions = names.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
    expect(await directions, 'a long name is cut at its end').toEqual(['rtl', 'rtl', 'rtl']);
    await anna.typeMove('Kb2');
    await anna.movesPlayed(1);
    expect(await smallTargets(anna.page), 'in a game').toEqual([]);
    await anna.typeMove('Kh7');
    await anna.movesPlayed(2);
    await anna.click('a7', 'a8');
    await anna.page.getByRole('button', { name: 'knight' }).waitFor();
    const options = await anna.page.locator('dialog .options button').all();
    const heights = await Promise.all(options.map(async (option) => (await option.boundingBox())!.y));
    expect(heights.length).toBe(4);
    expect(new Set(heights).size, 'the promotions fit into one line').toBe(1);

    const fontSizeOf = (element: Element) => getComputedStyle(element).fontSize;
    await anna.page.evaluate(() => {
      document.documentElement.style.fontSize = '24px';
    });
    expect(await anna.page.locator('.status').evaluate(fontSizeOf)).toBe('24px');
  });

  test('buttons stay under the pointer while messages appear', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await testServer.startGame(anna, bert, ['None']);
    const placeOf = (name: string) => anna.page.getByRole('button', { name, exact: true }).boundingBox();
    const step = await placeOf('One back');
    for (const [index, move] of ['e4', 'e5', 'Nf3', 'Nc6'].entries()) {
      const player = [anna, bert][index % 2]!;
      await player.waitForTurn();
      await player.typeMove(move);
      await player.movesPlayed(index + 1);
    }
    await anna.waitForTurn();
    expect(await placeOf('One back'), 'after moves').toEqual(step);
    const takeBack = await placeOf('Takeback');
    await anna.press('Offer a draw');
    await anna.sees('You offered a draw.');
    await bert.press('Takeback');
    await anna.sees('Your opponent wants a takeback.');
    expect(await placeOf('One back'), 'with two offers').toEqual(step);
    expect(await placeOf('Takeback'), 'beside a disabled offer').toEqual(takeBack);
    await anna.press('Decline');
    await anna.typeMove('Ke8');
    await anna.page.getByRole('alert').waitFor();
    expect(await placeOf('One back'), 'with a refusal').toEqual(step);

    const chat = anna.page.getByRole('log');
    const say = (text: string) =>
      testServer.post(bert, `/api${new URL(bert.page.url()).pathname.replace('g', 'games')}/chat`, { text });
    for (let i = 0; i < 12; i++) await say(`Line ${i}, to be read again.`);
    await chat.getByText('Line 11').waitFor();
    await chat.getByText('Line 0').scrollIntoViewIfNeeded();
    const read = await chat.getByText('Line 0').boundingBox();
    await say('One more.');
    await chat.getByText('One more.').waitFor();
    expect(await chat.getByText('Line 0').boundingBox(), 'the line that is read in the chat').toEqual(read);
  });

  test('by keyboard: arrow keys do nothing before the first move, and Escape cancels', async () => {
    const anna = await testServer.player();
    const { page } = anna;
    await testServer.hotSeat(anna, PAWN_BEFORE_LAST_RANK);
    await page.locator('body').press('ArrowLeft');
    await anna.click('a7');
    const inHand = page.locator('square.selected');
    await eventually(() => inHand.count()).toBe(1);
    await page.keyboard.press('Escape');
    await eventually(() => inHand.count()).toBe(0);
    await anna.click('a7', 'a8');
    const question = page.getByRole('dialog', { name: 'Promote to' });
    await question.waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await question.count(), 'a dialog keeps the arrow keys').toBe(1);
    await page.keyboard.press('Escape');
    await eventually(() => question.count()).toBe(0);
    for (const [index, move] of ['Kb2', 'Kg8'].entries()) {
      await anna.typeMove(move);
      await anna.movesPlayed(index + 1);
    }
    const resign = page.getByRole('button', { name: 'Resign', exact: true });
    await resign.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => resign.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(anna.browserErrors).toEqual([]);
  });

  test('by keyboard: after each button the focus stays, or moves to the element that replaced it', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await testServer.openStartPage(anna);
    const { game } = await testServer.post(anna, '/api/games', { side: 'white', clock: { kind: 'none' } });
    for (const { page } of [anna, bert]) await page.goto(`${testServer.server.url}/g/${game}`);
    /** Presses a button by keyboard and waits until the element named `then` has the focus. */
    const press = async ({ page }: typeof anna, name: string, then: string) => {
      await page.getByRole('button', { name, exact: true }).last().press('Enter');
      const focused = () =>
        page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          const label = element.ariaLabel ?? (element as HTMLInputElement).labels?.[0]?.textContent;
          return (element === document.body ? 'nothing' : (label ?? element.textContent)).trim();
        });
      await eventually(focused, { message: `after ${name}` }).toBe(then);
    };
    const STATE = 'State of the game';
    await press(bert, 'Play Black', STATE);
    for (const [index, move] of ['e4', 'e5', 'Nf3', 'Nc6'].entries()) {
      const player = [anna, bert][index % 2]!;
      await player.waitForTurn();
      await player.typeMove(move);
      await player.movesPlayed(index + 1);
    }
    await anna.waitForTurn();
    await press(anna, 'Offer a draw', 'Offer a draw');
    await bert.sees('Your opponent offers a draw.');
    await press(bert, 'Decline', STATE);
    await bert.press('Takeback');
    await anna.sees('Your opponent wants a takeback.');
    await press(anna, 'Accept', STATE);
    await bert.waitForTurn();
    await bert.typeMove('Ke4');
    await bert.page.getByRole('alert').waitFor();
    await press(bert, 'Close this message', STATE);
    await press(bert, 'First position', 'First position');
    await press(bert, 'One back', 'One back');
    await press(bert, 'New game from this position', 'Two players on this device');
    await press(bert, 'Cancel', 'New game from this position');
    await press(bert, 'Return to current', STATE);
    await press(bert, 'Resign', 'Keep playing');
    await press(bert, 'Keep playing', 'Resign');
    await bert.press('Resign');
    await bert.page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).focus();
    await bert.page.keyboard.press('Enter');
    await bert.sees('You lose');
    await eventually(() => bert.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Game actions');
    expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
  });

  test('a browser that blocks cookies shows the page and the reason why playing is impossible', async () => {
    const anna = await testServer.player();
    await anna.page.addInitScript(() => {
      const denied = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      Object.defineProperty(globalThis, 'localStorage', { get: denied });
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    });
    await anna.page.goto(testServer.server.url);
    await anna.sees('Your browser blocks cookies');
    await anna.page.getByRole('button', { name: 'Dark theme' }).click();
    await anna.page.getByRole('button', { name: 'Light theme' }).waitFor();
    expect(anna.browserErrors).toEqual([]);
  });
}

/** Touch targets smaller than a fingertip; links within a sentence do not count. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, input:not([type="radio"]), select, label:has([type="radio"])',
      ),
    ];
    return targets.flatMap((element) => {
      const { width, height, right } = element.getBoundingClientRect();
      const isInSentence = getComputedStyle(element).display === 'inline' && element.tagName === 'A';
      const isSeen = right > 0 && width > 0;
      return isInSentence || !isSeen || (width >= least && height >= least)
        ? []
        : [`${element.textContent} ${width}x${height}`];
    });
  }, FINGERTIP_PX);
