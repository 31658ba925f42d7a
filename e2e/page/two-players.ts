import { expect, onTestFinished, test } from 'vitest';
import type { Player } from '../player.js';
import { startServer } from '../server.js';
import { eventually, type TestServer } from '../test-server.js';

/** Two players, each with a separate browser context. */
export function twoPlayers(testServer: TestServer): void {
  test('two players share a link, play with clocks, reload in the middle, and both see the mate', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player({ colorScheme: 'dark' })];
    await testServer.startGame(anna, bert, ['5 + 3']);
    expect(await bert.seconds('White')).toBeGreaterThan(250);
    expect(await anna.seconds('Black')).toBe(300);

    await anna.click('f2', 'f3');
    expect(await bert.movesPlayed(1)).toBe('f3');
    await bert.sees('Your move.');
    await bert.drag('e7', 'e5');
    expect(await anna.movesPlayed(2)).toBe('e5');
    // The clocks start after the first move of each side.
    const before = await anna.seconds('White');
    await eventually(() => anna.seconds('White')).toBeLessThan(before);
    await eventually(() => anna.notesPlayed(), { message: 'two notes when Bert joins, and one for each move' }).toBe(4);
    const sounds = anna.page.getByRole('button', { name: 'Sounds' });
    await sounds.click();

    await bert.page.reload();
    await anna.page.reload();
    await eventually(() => sounds.getAttribute('aria-pressed'), { message: 'sounds stay off' }).toBe('false');
    await anna.sees('Your move.');
    expect(await anna.movesPlayed(2)).toBe('e5');
    await anna.typeMove('g4');
    expect(await bert.movesPlayed(3)).toBe('g4');

    await bert.click('d8', 'h4');
    await bert.sees('You win');
    await anna.sees('You lose');
    for (const player of [anna, bert]) await player.sees('White is checkmated.');

    const url = `${testServer.server.url}/api${new URL(bert.page.url()).pathname.replace('g', 'games')}/facts?type=MovePlayed`;
    const { facts } = await (await bert.page.request.get(url)).json();
    for (const { fact } of facts.slice(0, -1)) {
      await bert.page.locator(`[data-ply="${fact.ply}"]`).click();
      const { white, black } = fact.clocks.remainingMs;
      const clocks = () => Promise.all([bert.seconds('White'), bert.seconds('Black')]);
      await eventually(clocks, { message: `clocks at ply ${fact.ply}` }).toEqual(
        [white, black].map((ms) => Math.floor(ms / 1000)),
      );
    }
    await bert.press('Latest position');

    await anna.press('Rematch');
    await bert.press('Accept');
    await bert.sees('Your move.');
    await anna.sees('White to move.');
    expect(bert.page.url()).toBe(anna.page.url());
    expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
  });

  test('the host sees on every page that an opponent has joined, and keeps an unfinished draft', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await anna.page.goto(testServer.server.url);
    await anna.page.getByRole('radio', { name: 'White', exact: true }).check();
    await anna.press('Create game');
    const link = await anna.page.getByLabel('Link to this game').inputValue();
    await anna.page.getByRole('link', { name: 'Chessmith' }).click();
    await anna.page.getByRole('link', { name: 'Create a variant' }).click();
    const source = anna.page.getByLabel('Source of the variant');
    await source.fill('def half_a_thought');
    await bert.page.goto(link);
    await bert.press('Play Black');
    await anna.sees(/joined your game/);
    await eventually(() => anna.page.title()).toMatch(/^● Guest .* joined your game · Create a variant · Chessmith$/);
    await eventually(() => anna.notesPlayed()).toBe(2);
    expect(new URL(anna.page.url()).pathname, 'the page with the draft stays open').toBe('/write');
    expect(await source.inputValue()).toBe('def half_a_thought');
    await anna.page.getByRole('link', { name: 'Variants', exact: true }).click();
    await anna.page.getByRole('heading', { name: 'Community variants' }).waitFor();
    await anna.press('Go to the game');
    await anna.sees('Your move.');
    expect(anna.page.url()).toBe(link);
    expect(await anna.page.getByText(/joined your game/).count()).toBe(0);
    expect(await anna.page.title()).toBe('Your move · Standard chess · Chessmith');
    expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
  });

  test('after a server is killed and restarted, the game continues by itself', async () => {
    const restarted = await startServer();
    onTestFinished(() => restarted.end());
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await testServer.startGame(anna, bert, ['10 + 5', 'Only with the link'], restarted);
    await anna.typeMove('e4');
    await bert.waitForTurn();
    const made = await anna.page.request.post(`${restarted.url}/api/games`, {
      data: { side: 'white', isPrivate: true },
    });
    const tab = await bert.page.context().newPage();
    await tab.goto(restarted.url);
    await tab.getByLabel('Have a game code?').fill((await made.json()).joinCode);
    await anna.clickSquares('g1', 'f3');
    await anna.sees('Premove: g1–f3');
    await restarted.kill();
    await anna.sees('Reconnecting…');
    await tab.getByRole('button', { name: 'Join' }).click();
    await bert.click('e7', 'e5');
    await bert.sees('Sending…');
    await restarted.startAgain();
    expect(await anna.movesPlayed(2)).toBe('e5');
    await tab.getByRole('button', { name: 'Play Black' }).waitFor();
    await tab.close();
    expect(await bert.movesPlayed(3)).toBe('Nf3');
    await bert.press('Resign');
    await bert.page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await anna.sees('You win');
    await bert.sees('Black resigned.');
  });

  test('offers, refusals, chat and a look back', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await testServer.startGame(anna, bert, ['None']);
    await anna.typeMove('e5');
    await anna.page.getByRole('alert').getByText(/pawn/i).waitFor();
    await anna.typeMove('e4');
    await bert.movesPlayed(1);
    await anna.typeMove('d4');
    await anna.sees('It is not your turn. Wait for your opponent to move.');
    await anna.press('Takeback');
    await bert.sees('Your opponent wants a takeback.');
    await bert.press('Accept');
    await anna.sees('No moves yet.');
    await anna.typeMove('d4');
    await bert.movesPlayed(1);
    await bert.typeMove('d5');
    await anna.movesPlayed(2);

    const pieceOn = (player: Player, index: number) => player.page.locator('cg-board piece').nth(index);
    await pieceOn(anna, 0).waitFor();
    await anna.page.locator('body').press('ArrowLeft');
    await anna.sees('Viewing an earlier move.');
    await anna.press('Return to current');
    const oneBack = anna.page.getByRole('button', { name: 'One back' });
    const place = await oneBack.boundingBox();
    await oneBack.click();
    await anna.sees('Viewing an earlier move.');
    expect(await oneBack.boundingBox(), 'the button stays under the pointer').toEqual(place);
    await anna.page.locator('body').press('Home');
    await eventually(() => anna.page.locator('[data-ply][aria-current="step"]').count()).toBe(0);
    await anna.press('Return to current');
    await eventually(() => anna.page.locator('[data-ply="2"][aria-current="step"]').count()).toBe(1);

    await anna.page.getByLabel('Message', { exact: true }).fill('<b>Hello</b>');
    await anna.page.getByLabel('Message', { exact: true }).press('Enter');
    await bert.sees('<b>Hello</b>');
    await anna.press('Offer a draw');
    await bert.press('Decline');
    await anna.sees('Your opponent declined the draw.');
    await anna.typeMove('c4');
    await bert.movesPlayed(3);
    await anna.press('Offer a draw');
    await bert.sees('Your opponent offers a draw.');
    expect(await anna.page.getByText('Your opponent declined the draw.').count()).toBe(0);
    await bert.page.setViewportSize({ width: 390, height: 844 });
    const answer = (await bert.page.getByRole('button', { name: 'Accept' }).boundingBox())!;
    expect(answer.y + answer.height, 'an offer is visible without scrolling').toBeLessThan(844);
    await bert.press('Accept');
    for (const player of [anna, bert]) await player.sees('The players agreed to a draw.');
    const saved = anna.page.waitForEvent('download');
    await anna.page.getByRole('link', { name: 'PGN' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^chessmith-\w+\.pgn$/);
    expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
  });
}
