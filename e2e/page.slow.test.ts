import { expect, onTestFinished, test } from 'vitest';
import { eventually, openHouse } from './house.js';
import type { Player } from './player.js';
import { type Server, startServer } from './server.js';

const house = openHouse();

const create = (player: Player) => player.page.getByRole('button', { name: 'Create the game' }).click();
const press = (player: Player, name: string) => player.page.getByRole('button', { name, exact: true }).click();

/** Anna makes a game of these choices on the start page and plays White; Bert follows her link. */
async function sitDown(
  anna: Player,
  bert: Player,
  choices: readonly string[],
  at: Server = house.server,
): Promise<void> {
  await anna.page.goto(at.url);
  for (const name of ['White', ...choices]) await anna.page.getByRole('radio', { name, exact: true }).check();
  await create(anna);
  await bert.page.goto(await anna.page.getByLabel('Link to this game').inputValue());
  await press(bert, 'Play Black');
  await anna.sees('Your move.');
  await bert.sees('Waiting for White.');
}

/** A game of built-in rules from a position, with both seats for one person. */
const hotSeat = (player: Player, ruleset: string, position?: string) =>
  house.hotSeat(player, { ruleset, ...(position === undefined ? {} : { setup: { position } }) });

test('two people share a link, play with clocks, reload in the middle, and both see the mate', async () => {
  const [anna, bert] = [await house.player(), await house.player({ colorScheme: 'dark' })];
  await sitDown(anna, bert, ['5 + 3']);
  expect(await bert.seconds('White')).toBeGreaterThan(250);
  const before = await anna.seconds('White');
  await eventually(() => anna.seconds('White')).toBeLessThan(before);
  expect(await anna.seconds('Black')).toBe(300);

  await anna.click('f2', 'f3');
  expect(await bert.movesPlayed(1)).toBe('f3');
  await bert.sees('Your move.');
  await eventually(() => bert.seconds('Black')).toBeLessThan(300);
  await bert.drag('e7', 'e5');
  expect(await anna.movesPlayed(2)).toBe('e5');
  await eventually(() => anna.notesHeard(), { message: 'one for each move' }).toBe(2);
  const sounds = anna.page.getByRole('button', { name: 'Sounds' });
  await sounds.click();

  await bert.page.reload();
  await anna.page.reload();
  await eventually(() => sounds.getAttribute('aria-pressed'), { message: 'it stays silent' }).toBe('false');
  await anna.sees('Your move.');
  expect(await anna.movesPlayed(2)).toBe('e5');
  await anna.write('g4');
  expect(await bert.movesPlayed(3)).toBe('g4');

  await bert.click('d8', 'h4');
  await bert.sees('You win');
  await anna.sees('You lose');
  for (const player of [anna, bert]) await player.sees('White is checkmated.');

  await press(anna, 'Rematch');
  await press(bert, 'Accept');
  await bert.sees('Your move.');
  await anna.sees('Waiting for White.');
  expect(bert.page.url()).toBe(anna.page.url());
  expect([...anna.complaints, ...bert.complaints]).toEqual([]);
});

test('a server that is killed and comes back goes on with the game, and nobody has to do anything', async () => {
  const mortal = await startServer();
  onTestFinished(() => mortal.end());
  const [anna, bert] = [await house.player(), await house.player()];
  await sitDown(anna, bert, ['10 + 5', 'Only people with the link'], mortal);
  await anna.write('e4');
  await bert.mayMove();
  const made = await anna.page.request.post(`${mortal.url}/api/games`, { data: { side: 'white', isPrivate: true } });
  const tab = await bert.page.context().newPage();
  await tab.goto(mortal.url);
  await tab.getByLabel('Somebody gave you a code?').fill((await made.json()).joinCode);
  await mortal.kill();
  await anna.sees('Reconnecting…');
  await tab.getByRole('button', { name: 'Join' }).click();
  await bert.click('e7', 'e5');
  await bert.sees('On its way.');
  await mortal.startAgain();
  expect(await anna.movesPlayed(2)).toBe('e5');
  await tab.getByRole('button', { name: 'Play Black' }).waitFor();
  await tab.close();
  await anna.write('Nf3');
  expect(await bert.movesPlayed(3)).toBe('Nf3');
  await press(bert, 'Resign');
  await bert.page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await anna.sees('You win');
  await bert.sees('Black resigned.');
});

test('offers, refusals, chat and a look back', async () => {
  const [anna, bert] = [await house.player(), await house.player()];
  await sitDown(anna, bert, ['None']);
  await anna.write('e5');
  await anna.page.getByRole('alert').getByText(/pawn/i).waitFor();
  await anna.write('e4');
  await bert.movesPlayed(1);
  await anna.write('d4');
  await anna.sees('Wait for the other side to move.');
  await press(anna, 'Take back');
  await bert.sees('Your opponent asks to take back.');
  await press(bert, 'Accept');
  await anna.sees('No moves yet.');
  await anna.write('d4');
  await bert.movesPlayed(1);
  await bert.write('d5');
  await anna.movesPlayed(2);

  const pieceOn = (player: Player, index: number) => player.page.locator('cg-board piece').nth(index);
  await pieceOn(anna, 0).waitFor();
  await anna.page.locator('body').press('ArrowLeft');
  await anna.sees('You look at an earlier position.');
  await press(anna, 'Back to now');
  const oneBack = anna.page.getByRole('button', { name: 'One back' });
  const place = await oneBack.boundingBox();
  await oneBack.click();
  await anna.sees('You look at an earlier position.');
  expect(await oneBack.boundingBox(), 'what was clicked stays below the pointer').toEqual(place);
  await anna.page.locator('body').press('Home');
  await eventually(() => anna.page.locator('[data-ply][aria-current="step"]').count()).toBe(0);
  await press(anna, 'Back to now');
  await eventually(() => anna.page.locator('[data-ply="2"][aria-current="step"]').count()).toBe(1);

  await anna.page.getByLabel('Say something').fill('<b>Hello</b>');
  await anna.page.getByLabel('Say something').press('Enter');
  await bert.sees('<b>Hello</b>');
  await press(anna, 'Offer a draw');
  await press(bert, 'Decline');
  await anna.sees('Your opponent declined the draw.');
  await anna.write('c4');
  await bert.movesPlayed(3);
  await press(anna, 'Offer a draw');
  await bert.sees('Your opponent offers a draw.');
  expect(await anna.page.getByText('Your opponent declined the draw.').count()).toBe(0);
  await bert.page.setViewportSize({ width: 390, height: 844 });
  const answer = (await bert.page.getByRole('button', { name: 'Accept' }).boundingBox())!;
  expect(answer.y + answer.height, 'an offer is seen without scrolling').toBeLessThan(844);
  await press(bert, 'Accept');
  for (const player of [anna, bert]) await player.sees('Both sides agreed.');
  const saved = anna.page.waitForEvent('download');
  await anna.page.getByRole('link', { name: 'PGN' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^chessmith-\w+\.pgn$/);
  expect([...anna.complaints, ...bert.complaints]).toEqual([]);
});

test('a join code opens a private game, which stands in no list; others may watch', async () => {
  const [anna, bert] = [await house.player(), await house.player()];
  await anna.page.goto(house.server.url);
  await anna.page.getByRole('radio', { name: 'Only people with the link' }).check();
  await create(anna);
  const code = await anna.page.getByTitle('Copy the code').textContent();
  await bert.page.goto(house.server.url);
  await bert.sees('Nobody waits for you right now.');
  await bert.page.getByLabel('Somebody gave you a code?').fill(code!.trim().toLowerCase());
  await press(bert, 'Join');
  await bert.page.waitForURL(/\/g\//);
  await bert.page.getByRole('button', { name: /^Play (White|Black)$/ }).click();
  await bert.page
    .getByText(/^(Your move|Waiting for White)/)
    .first()
    .waitFor();
  await bert.page.goto(`${house.server.url}/j/${code!.trim()}`);
  await bert.sees('This code opens nothing');
  await bert.page.goto(`${house.server.url}/g/111111111111`);
  await bert.sees('Game not found');
  await bert.page.goto(`${house.server.url}/nowhere`);
  await bert.sees('There is nothing here');
});

test('a pawn is promoted to what is chosen; on a phone, with fingers', async () => {
  const anna = await house.player({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await hotSeat(anna, 'standard', '7k/P7/8/8/8/8/8/K7 w - - 0 1');
  await anna.click('a7', 'a8');
  await press(anna, 'rook');
  expect(await anna.movesPlayed(1)).toBe('a8=R+');
  expect(anna.complaints).toEqual([]);
});

test('on a telephone that lies on its side the board is as high as the screen', async () => {
  const viewport = { width: 740, height: 360 };
  const anna = await house.player({ viewport, hasTouch: true, isMobile: true });
  await hotSeat(anna, 'standard');
  const { width, height } = (await anna.page.locator('cg-board').boundingBox())!;
  expect(height).toBeGreaterThan(viewport.height * 0.8);
  expect(height).toBeLessThan(viewport.height);
  expect(width).toBe(height);
  await anna.click('e2', 'e4');
  expect(await anna.movesPlayed(1)).toBe('e4');
});

test('tabs that are opened together at the first visit are one guest', async () => {
  const { page } = await house.player();
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(house.server.url)));
  const names = await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Guest/ }).textContent()));
  expect(new Set(names).size).toBe(1);
});

test('a piece is dropped out of the pocket, and a board of ten ranks is played to its edge', async () => {
  const anna = await house.player();
  await hotSeat(anna, 'crazyhouse', 'k7/pp6/8/8/8/8/PP6/K7[Nn] w - - 0 1');
  const inHand = anna.page.getByRole('button', { name: 'knight, 1 in hand', disabled: false });
  await inHand.click();
  expect(await inHand.getAttribute('aria-pressed')).toBe('true');
  await anna.click('d4');
  expect(await anna.movesPlayed(1)).toBe('N@d4');
  await anna.dragFrom(inHand, 'e5');
  expect(await anna.movesPlayed(2)).toBe('N@e5');
  await hotSeat(anna, 'grand');
  await anna.click('a1', 'a2');
  expect(await anna.movesPlayed(1)).toBe('Ra2');
  await anna.click('j10', 'j9');
  expect(await anna.movesPlayed(2)).toBe('Rj9');
  expect(anna.complaints).toEqual([]);
});

test('a quantum piece is split and merged by clicks, and shows how likely it is where, and where it may come', async () => {
  const anna = await house.player();
  await hotSeat(anna, 'quantum');
  await anna.page.getByRole('radio', { name: 'Split' }).check();
  await anna.click('b1', 'a3', 'c3');
  expect(await anna.movesPlayed(1)).toBe('b1^a3c3');
  await eventually(() => anna.page.locator('.odds-text').allTextContents()).toEqual(['50', '50']);
  await anna.write('a7a6');
  await anna.movesPlayed(2);
  await anna.page.getByRole('radio', { name: 'Merge' }).check();
  await anna.click('a3', 'c3', 'b5');
  expect(await anna.movesPlayed(3)).toMatch(/^a3c3\^b5/);
  for (const [at, move] of ['c7c6', 'b5^d4a3', 'h7h6'].entries()) {
    await anna.write(move);
    await anna.movesPlayed(4 + at);
  }
  await anna.click('d4');
  await anna.sees('The numbers tell how likely the move is to go on.');
  expect(await anna.page.locator('.chance').allTextContents()).toEqual(['50 %']);
  await anna.click('c6');
  await anna.movesPlayed(7);
  await anna.sees(/Measured: the move (went on|did not go on) \(50 %\)/);
  expect(anna.complaints).toEqual([]);
});

test('a match with a free seat stands in the lobby while it goes on, and is joined from there', async () => {
  const [anna, bert] = [await house.player(), await house.player()];
  await house.greet(anna);
  const wish = { ruleset: 'quantum-fragments', side: 'white', openSeats: true };
  const { game } = await house.post(anna, '/api/games', wish);
  expect((await house.post(anna, `/api/games/${game}/start`, {}, 200)).situation).toBe('running');
  await anna.page.goto(`${house.server.url}/g/${game}`);
  await anna.write('e2e4');
  await bert.page.goto(house.server.url);
  await bert.page.locator(`a[href="/g/${game}"]`).click();
  await press(bert, 'Play Black');
  await bert.sees('Your move.');
  await bert.click('e7', 'e5');
  await anna.sees('Your move.');
  expect([...anna.complaints, ...bert.complaints]).toEqual([]);
});

test('whoever looks at a turn plays on from there in a new game, alone or with somebody else', async () => {
  const [anna, bert] = [await house.player(), await house.player()];
  const playOn = 'Play on from here in a new game';
  await hotSeat(anna, 'standard');
  const first = anna.page.url();
  for (const [index, move] of ['f3', 'e5', 'g4', 'Qh4'].entries()) {
    await anna.write(move);
    await anna.movesPlayed(index + 1);
  }
  await anna.sees('White is checkmated.');
  await press(anna, playOn);
  await create(anna);
  await anna.sees('Go back a move, and play on from there.');
  await press(anna, 'One back');
  await create(anna);
  await anna.sees('goes on from another game');
  await anna.sees('Black to move.');
  await anna.write('d5');
  expect(await anna.movesPlayed(1)).toBe('d5');

  await bert.page.goto(first);
  await bert.page.locator('[data-ply="2"]').click();
  await press(bert, playOn);
  await bert.page.getByRole('radio', { name: 'White', exact: true }).check();
  await create(bert);
  await anna.page.goto(await bert.page.getByLabel('Link to this game').inputValue());
  await press(anna, 'Play Black');
  await bert.sees('Your move.');
  await bert.write('Nc3');
  expect(await anna.movesPlayed(1)).toBe('Nc3');
  await anna.page.getByRole('link', { name: 'goes on from another game' }).click();
  await anna.sees('White is checkmated.');
});

test('a game that nobody has joined is cancelled, and a link that leads to no game is told as one', async () => {
  const anna = await house.player();
  await anna.page.goto(house.server.url);
  await create(anna);
  await press(anna, 'Cancel the game');
  await anna.sees('The game was stopped.');
  for (const link of ['abc', '%zz', 'x'.repeat(400)]) {
    await anna.page.goto(`${house.server.url}/g/${link}`);
    await anna.sees('This link leads to no game. Check the link, or start a new game.');
  }
});
