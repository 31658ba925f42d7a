import { expect, test } from 'vitest';
import { eventually, openHouse } from './house.js';
import type { Player } from './player.js';

const house = openHouse();

const press = (player: Player, name: string) => player.page.getByRole('button', { name, exact: true }).click();
const play = async (player: Player, ply: number, move: string) => {
  await player.mayMove();
  await player.write(move);
  await player.movesPlayed(ply);
};

/** White makes a game and Black sits down in it. */
async function sitDown(white: Player, black: Player, wish: object = {}): Promise<string> {
  for (const player of [white, black]) await house.greet(player);
  const { game } = await house.post(white, '/api/games', { side: 'white', ...wish });
  await black.page.goto(`${house.server.url}/g/${game}`);
  await press(black, 'Play Black');
  await white.page.goto(`${house.server.url}/g/${game}`);
  await white.mayMove();
  return game;
}

const sentAhead = (player: Player) => player.page.locator('square.current-premove').count();

test('a move sent ahead is played when the turn comes, if it is legal then, and can be taken back', async () => {
  const [anna, bert] = [await house.player(), await house.player()];
  await sitDown(anna, bert);
  await bert.point('e7', 'e5');
  await bert.sees('Then e7–e5.');
  await play(anna, 1, 'e4');
  expect(await bert.movesPlayed(2)).toBe('e5');

  for (const takeBack of [
    () => bert.page.keyboard.press('Escape'),
    () => bert.page.locator('cg-board').click({ button: 'right', position: { x: 5, y: 5 } }),
    () => bert.point('a4'),
  ]) {
    await bert.point('g8', 'f6');
    await eventually(() => sentAhead(bert)).toBe(2);
    await takeBack();
    await eventually(() => sentAhead(bert)).toBe(0);
  }
  await play(anna, 3, 'Bc4');
  await bert.mayMove();

  await play(bert, 4, 'Nc6');
  await anna.mayMove();
  await bert.point('d8', 'h4');
  await play(anna, 5, 'd3');
  expect(await bert.movesPlayed(6)).toBe('Qh4');
  await bert.point('h4', 'f2');
  await play(anna, 7, 'g3');
  await bert.mayMove();
  await eventually(() => sentAhead(bert), { message: 'the way was closed' }).toBe(0);
  expect([...anna.complaints, ...bert.complaints]).toEqual([]);
});

test('a pawn sent ahead to the last rank becomes a queen, with fingers; a move taken back takes the plan along', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [anna, bert] = [await house.player(), await house.player(phone)];
  await sitDown(anna, bert, { setup: { position: '7k/8/8/8/8/8/p7/7K w - - 0 1' } });
  await bert.point('a2', 'a1');
  await bert.sees('Then a2–a1.');
  await play(anna, 1, 'Kh2');
  expect(await bert.movesPlayed(2)).toBe('a1=Q');

  await play(anna, 3, 'Kg3');
  await play(bert, 4, 'Qa3');
  await bert.point('h8', 'h7');
  await bert.sees('Then h8–h7.');
  await press(bert, 'Take back');
  await press(anna, 'Accept');
  await bert.mayMove();
  expect(await sentAhead(bert)).toBe(0);
  expect(await bert.page.locator('[data-ply="4"]').count()).toBe(0);
  expect([...anna.complaints, ...bert.complaints]).toEqual([]);
});

test('nothing is sent ahead in quantum chess, nor by who watches', async () => {
  const [anna, bert, carl] = [await house.player(), await house.player(), await house.player()];
  const game = await sitDown(anna, bert, { ruleset: 'quantum' });
  await bert.point('e7', 'e5');
  expect(await sentAhead(bert)).toBe(0);
  await carl.page.goto(`${house.server.url}/g/${game}`);
  await carl.page.locator('cg-board piece').first().waitFor();
  await carl.point('e7', 'e5');
  expect(await sentAhead(carl)).toBe(0);
});
