import { expect, test } from 'vitest';
import type { House } from '../house.js';

/** Whoever reads and plays in a way of their own: with fingers, by keyboard, in large letters, from right to left, without cookies. */
export function everyReader(house: House): void {
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
