import { expect, test } from 'vitest';
import { eventually, type House } from '../house.js';

const PAWN_BEFORE_LAST_RANK = { setup: { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' } };

/** Whoever reads and plays in a way of their own: with fingers, by keyboard, in large letters, from right to left, without cookies. */
export function everyReader(house: House): void {
  test('nothing moves away from under the pointer, whatever is told meanwhile', async () => {
    const [anna, bert] = [await house.player(), await house.player()];
    await house.sitDown(anna, bert, ['None']);
    const placeOf = (name: string) => anna.page.getByRole('button', { name, exact: true }).boundingBox();
    const step = await placeOf('One back');
    for (const [index, move] of ['e4', 'e5', 'Nf3', 'Nc6'].entries()) {
      const player = [anna, bert][index % 2]!;
      await player.mayMove();
      await player.write(move);
      await player.movesPlayed(index + 1);
    }
    await anna.mayMove();
    expect(await placeOf('One back'), 'after moves').toEqual(step);
    const takeBack = await placeOf('Take back');
    await anna.press('Offer a draw');
    await anna.sees('You offered a draw.');
    await bert.press('Take back');
    await anna.sees('Your opponent asks to take back.');
    expect(await placeOf('One back'), 'with two offers').toEqual(step);
    expect(await placeOf('Take back'), 'beside what may not be offered again').toEqual(takeBack);
    await anna.press('Decline');
    await anna.write('Ke8');
    await anna.page.getByRole('alert').waitFor();
    expect(await placeOf('One back'), 'with a refusal').toEqual(step);
  });

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
