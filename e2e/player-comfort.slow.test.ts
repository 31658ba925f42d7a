import { expect, test } from 'vitest';
import type { Player } from './player.js';
import { eventually, openTestServer } from './test-server.js';

const testServer = openTestServer();

const press = (player: Player, name: string) => player.page.getByRole('button', { name, exact: true }).click();
const play = async (player: Player, ply: number, move: string) => {
  await player.waitForTurn();
  await player.typeMove(move);
  await player.movesPlayed(ply);
};

/** White creates a game and Black joins it. */
async function startGame(white: Player, black: Player, options: object = {}): Promise<string> {
  for (const player of [white, black]) await testServer.openStartPage(player);
  const { game } = await testServer.post(white, '/api/games', { side: 'white', ...options });
  await black.page.goto(`${testServer.server.url}/g/${game}`);
  await press(black, 'Play Black');
  await white.page.goto(`${testServer.server.url}/g/${game}`);
  await white.waitForTurn();
  return game;
}

const premoveSquares = (player: Player) => player.page.locator('square.current-premove').count();

test('a premove is played when the turn comes if it is legal, and can be cancelled', async () => {
  const [anna, bert] = [await testServer.player(), await testServer.player()];
  await startGame(anna, bert);
  await bert.clickSquares('e7', 'e5');
  await bert.sees('Premove: e7–e5');
  await play(anna, 1, 'e4');
  expect(await bert.movesPlayed(2)).toBe('e5');

  for (const cancel of [
    () => bert.page.keyboard.press('Escape'),
    () => bert.page.locator('cg-board').click({ button: 'right', position: { x: 5, y: 5 } }),
    () => bert.clickSquares('a4'),
  ]) {
    await bert.clickSquares('g8', 'f6');
    await eventually(() => premoveSquares(bert)).toBe(2);
    await cancel();
    await eventually(() => premoveSquares(bert)).toBe(0);
  }
  await play(anna, 3, 'Bc4');
  await bert.waitForTurn();

  await play(bert, 4, 'Nc6');
  await anna.waitForTurn();
  await bert.clickSquares('d8', 'h4');
  await play(anna, 5, 'd3');
  expect(await bert.movesPlayed(6)).toBe('Qh4');
  await bert.clickSquares('h4', 'f2');
  await play(anna, 7, 'g3');
  await bert.waitForTurn();
  await eventually(() => premoveSquares(bert), { message: 'the path was blocked' }).toBe(0);
  expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
});

test('a premove to the last rank promotes to a queen, by touch; a takeback cancels the premove', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [anna, bert] = [await testServer.player(), await testServer.player(phone)];
  await startGame(anna, bert, { setup: { position: '7k/8/8/8/8/8/p7/7K w - - 0 1' } });
  await bert.clickSquares('a2', 'a1');
  await bert.sees('Premove: a2–a1');
  await play(anna, 1, 'Kh2');
  expect(await bert.movesPlayed(2)).toBe('a1=Q');

  await play(anna, 3, 'Kg3');
  await play(bert, 4, 'Qa3');
  await bert.clickSquares('h8', 'h7');
  await bert.sees('Premove: h8–h7');
  await press(bert, 'Takeback');
  await press(anna, 'Accept');
  await bert.waitForTurn();
  expect(await premoveSquares(bert)).toBe(0);
  expect(await bert.page.locator('[data-ply="4"]').count()).toBe(0);
  expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
});

test('there are no premoves in quantum chess', async () => {
  const bert = await testServer.player();
  await testServer.openStartPage(bert);
  const options = { ruleset: 'quantum', side: 'black', openSeats: true };
  const { game } = await testServer.post(bert, '/api/games', options);
  await testServer.post(bert, `/api/games/${game}/start`, {}, 200);
  await bert.page.goto(`${testServer.server.url}/g/${game}`);
  await bert.sees('White to move.');
  await bert.clickSquares('e7', 'e5');
  expect(await premoveSquares(bert)).toBe(0);
});

/** Makes the page believe that its tab is hidden or visible; headless browsers never hide a tab. */
const hide = (player: Player, isHidden: boolean) =>
  player.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('the tab title shows whose move it is, and calls a player who looks at another tab', async () => {
  const [anna, bert] = [await testServer.player(), await testServer.player()];
  await startGame(anna, bert);
  const tabOf = async ({ page }: Player) => [
    await page.title(),
    await page.locator('link[rel="icon"]').getAttribute('href'),
  ];
  await eventually(() => tabOf(anna)).toEqual(['Your move · Standard chess · Chessmith', '/favicon.svg']);
  await eventually(() => tabOf(bert)).toEqual(['White to move · Standard chess · Chessmith', '/favicon.svg']);
  await hide(bert, true);
  await play(anna, 1, 'e4');
  const called = '● Your move · Standard chess · Chessmith';
  await eventually(() => tabOf(bert)).toEqual([called, '/favicon-calling.svg']);
  expect((await bert.page.request.get(`${testServer.server.url}/favicon-calling.svg`)).status()).toBe(200);
  await hide(bert, false);
  await eventually(() => tabOf(bert)).toEqual(['Your move · Standard chess · Chessmith', '/favicon.svg']);
  await play(bert, 2, 'e5');
  await anna.waitForTurn();
  expect((await tabOf(anna))[0], 'a visible page is not marked').toBe('Your move · Standard chess · Chessmith');
});

test('captured pieces are shown below the names, also at earlier moves and for watchers', async () => {
  const [anna, bert, carl] = [await testServer.player(), await testServer.player(), await testServer.player()];
  const game = await startGame(anna, bert);
  for (const [index, move] of ['e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Qxd2', 'Bxd2'].entries()) {
    await play([anna, bert][index % 2]!, index + 1, move);
  }
  const captured = async ({ page }: Player) => (await page.locator('.taken .hidden').allTextContents()).toSorted();
  const now = ['Captured: 2 pawns', 'Captured: queen, pawn; 8 points ahead'];
  await carl.page.goto(`${testServer.server.url}/g/${game}`);
  await carl.sees('you are watching');
  expect(await carl.page.getByRole('button', { name: 'Resign' }).count()).toBe(0);
  await carl.clickSquares('d2', 'c3');
  expect(await premoveSquares(carl), 'a watcher cannot premove').toBe(0);
  for (const player of [anna, bert, carl]) await eventually(() => captured(player)).toEqual(now);
  await anna.page.locator('[data-ply="4"]').click();
  await eventually(() => captured(anna)).toEqual(['Captured: pawn', 'Captured: pawn']);
  await anna.page.locator('body').press('End');
  await eventually(() => captured(anna)).toEqual(now);
});

test('one click copies the link, and a key flips the board with its coordinates', async () => {
  const anna = await testServer.player({ permissions: ['clipboard-read', 'clipboard-write'] });
  await testServer.hotSeat(anna, {});
  await anna.page.getByTitle('Copy the link to this game').click();
  await anna.page.getByRole('img', { name: 'Copied' }).waitFor();
  expect(await anna.page.evaluate(() => navigator.clipboard.readText())).toBe(anna.page.url());
  const heightOf = async (name: string) => {
    const box = await anna.page.locator('.names.ranks span', { hasText: name }).boundingBox();
    return box!.y;
  };
  expect(await heightOf('1')).toBeGreaterThan(await heightOf('8'));
  await anna.page.locator('body').press('f');
  await eventually(() => anna.page.locator('.board.flipped').count()).toBe(1);
  expect(await heightOf('1')).toBeLessThan(await heightOf('8'));
  await anna.click('e2', 'e4');
  expect(await anna.movesPlayed(1)).toBe('e4');
  expect(anna.browserErrors).toEqual([]);
});

test('after a declined rematch the player cannot offer it again, also after a reload', async () => {
  const [anna, bert] = [await testServer.player(), await testServer.player()];
  await startGame(anna, bert, { setup: { position: '7k/8/8/8/8/8/R7/1R5K w - - 0 1' } });
  for (const [index, move] of ['Kg1', 'Kg8', 'Rb7', 'Kh8', 'Ra8'].entries()) {
    await play([anna, bert][index % 2]!, index + 1, move);
  }
  const rematch = ({ page }: Player) => page.getByRole('button', { name: 'Rematch', exact: true });
  await anna.sees('You win');
  await press(anna, 'Rematch');
  await press(bert, 'Decline');
  await anna.sees('Your opponent declined the rematch.');
  await eventually(() => rematch(anna).count()).toBe(0);
  await anna.page.reload();
  await anna.sees('Your opponent can still offer one.');
  expect(await rematch(anna).count()).toBe(0);
  await press(bert, 'Rematch');
  await press(anna, 'Decline');
  await bert.sees('Your opponent declined the rematch.');
  await anna.page.getByRole('link', { name: 'New game' }).click();
  await anna.page.getByRole('button', { name: 'Create game' }).waitFor();
  expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
});

test('a player whose opponent has left sees when the win can be claimed, and claims it', async () => {
  const [anna, bert] = [await testServer.player(), await testServer.player()];
  await startGame(anna, bert, { abandonedAfterMs: 10_000 });
  await play(anna, 1, 'e4');
  await play(bert, 2, 'e5');
  const claim = anna.page.getByRole('button', { name: 'Claim the win', exact: true });
  expect(await claim.count()).toBe(0);
  await bert.page.goto('about:blank');
  await anna.sees(/Black has disconnected\. You can claim the win in \d seconds?\./);
  await anna.page.reload();
  await claim.click();
  await anna.sees('You win');
  expect(anna.browserErrors).toEqual([]);
});

test('on a phone in landscape, board, names and clocks are visible without scrolling', async () => {
  const viewport = { width: 740, height: 360 };
  const [anna, bert] = [
    await testServer.player(),
    await testServer.player({ viewport, hasTouch: true, isMobile: true }),
  ];
  const game = await startGame(anna, bert, { clock: { kind: 'per-player', playerMs: 86_000_000 } });
  await bert.page.goto(`${testServer.server.url}/g/${game}`);
  const { page } = bert;
  const parts = [page.locator('cg-board'), page.getByRole('timer').first(), page.getByRole('timer').last()];
  for (const part of parts) {
    await part.waitFor();
    await eventually(async () => {
      const { x, y, width, height } = (await part.boundingBox())!;
      const beside = (await page.getByRole('heading', { name: 'Standard chess' }).boundingBox())!;
      return x >= 0 && y >= 0 && x + width <= beside.x && y + height <= viewport.height;
    }).toBe(true);
  }
});

test('a click beside the promotion dialog cancels the move', async () => {
  const anna = await testServer.player();
  await testServer.hotSeat(anna, { setup: { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' } });
  await anna.click('a7', 'a8');
  const question = anna.page.getByRole('dialog', { name: 'Promote to' });
  const { x, y } = (await question.boundingBox())!;
  await anna.page.mouse.click(x + 4, y + 4);
  expect(await question.count(), 'a click on the padding of the dialog keeps it open').toBe(1);
  await anna.page.mouse.click(x - 20, y - 20);
  await eventually(() => question.count()).toBe(0);
  await anna.click('a7', 'a8');
  await press(anna, 'queen');
  expect(await anna.movesPlayed(1)).toBe('a8=Q+');
});
