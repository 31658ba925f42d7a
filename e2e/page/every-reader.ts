import { expect, test } from 'vitest';
import { eventually, type House } from '../house.js';

const PAWN_BEFORE_LAST_RANK = { setup: { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' } };

/** Whoever reads and plays in a way of their own: with fingers, by keyboard, in large letters, from right to left, without cookies. */
export function everyReader(house: House): void {
  test('by keyboard: nothing to leaf through before the first move, and Escape gives up what was begun', async () => {
    const anna = await house.player();
    const { page } = anna;
    await house.hotSeat(anna, PAWN_BEFORE_LAST_RANK);
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
    expect(await question.count(), 'who is asked does not leaf').toBe(1);
    await page.keyboard.press('Escape');
    await eventually(() => question.count()).toBe(0);
    for (const [index, move] of ['Kb2', 'Kg8'].entries()) {
      await anna.write(move);
      await anna.movesPlayed(index + 1);
    }
    const resign = page.getByRole('button', { name: 'Resign', exact: true });
    await resign.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => resign.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(anna.complaints).toEqual([]);
  });

  test('whoever forbids cookies sees the page, and is told what is missing', async () => {
    const anna = await house.player();
    await anna.page.addInitScript(() => {
      const denied = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      Object.defineProperty(globalThis, 'localStorage', { get: denied });
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    });
    await anna.page.goto(house.server.url);
    await anna.sees('Your browser keeps no cookies');
    await anna.page.getByRole('button', { name: 'Dark colours' }).click();
    await anna.page.getByRole('button', { name: 'Light colours' }).waitFor();
    expect(anna.complaints).toEqual([]);
  });
}
