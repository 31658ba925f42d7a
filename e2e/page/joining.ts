import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually, type TestServer } from '../test-server.js';

/** Ways to a game: a code, the lobby, a fork; and links that lead nowhere. */
export function joining(testServer: TestServer): void {
  test('a join code opens a private game, which is not listed; others can watch', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await anna.page.goto(testServer.server.url);
    await anna.page.getByRole('radio', { name: 'Only with the link' }).check();
    await anna.press('Create game');
    const code = await anna.page.getByTitle('Copy the code').textContent();
    await bert.page.goto(testServer.server.url);
    await bert.sees('No open games.');
    await bert.page.getByLabel('Have a game code?').fill(code!.trim().toLowerCase());
    await bert.press('Join');
    await bert.page.waitForURL(/\/g\//);
    await bert.page.getByRole('button', { name: /^Play (White|Black)$/ }).click();
    await bert.page
      .getByText(/^(Your move|White to move)/)
      .first()
      .waitFor();
    const carol = await testServer.player();
    await carol.page.goto(anna.page.url());
    await carol.sees('White to move.');
    expect(await carol.page.getByLabel('Type a move').count()).toBe(0);
    await bert.page.goto(`${testServer.server.url}/j/${code!.trim()}`);
    await bert.sees('Code not found');
    await bert.page.goto(`${testServer.server.url}/g/111111111111`);
    await bert.sees('Game not found');
    await bert.page.goto(`${testServer.server.url}/nowhere`);
    await bert.sees('Page not found');
  });

  test('the first visit makes one request for the session, and lists contain the names', async () => {
    const hosts = await Promise.all([1, 2, 3].map(() => testServer.player()));
    for (const [index, host] of hosts.entries()) {
      await testServer.openStartPage(host);
      const renamed = await host.page.request.patch(`${testServer.server.url}/api/me`, {
        data: { name: `Host ${index}` },
      });
      expect(renamed.status()).toBe(200);
      await testServer.post(host, '/api/games', { side: 'white' });
    }
    const anna = await testServer.player();
    const requests: string[] = [];
    anna.page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await anna.page.goto(testServer.server.url);
    for (const index of hosts.keys()) await anna.sees(`Host ${index}`);
    expect(requests.filter((request) => /session|guests|\/me$/.test(request))).toEqual(['POST /api/session']);
    expect(
      requests.filter((request) => /\/people(\/[^/]+)?$/.test(request)),
      'names need no requests',
    ).toEqual([]);
    expect(anna.browserErrors).toEqual([]);
  });

  test('tabs opened together at the first visit share one guest', async () => {
    const { page } = await testServer.player();
    const tabs = [page, await page.context().newPage(), await page.context().newPage()];
    // The delay lets the tabs overlap while they create the guest.
    await page.context().route('**/api/session', async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await Promise.all(tabs.map((tab) => tab.goto(testServer.server.url)));
    const names = await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Guest/ }).textContent()));
    expect(new Set(names).size).toBe(1);
  });

  test('a running game with a free seat is listed in the lobby, and can be joined there', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await testServer.openStartPage(anna);
    const options = { ruleset: 'quantum-fragments', side: 'white', openSeats: true };
    const { game } = await testServer.post(anna, '/api/games', options);
    expect((await testServer.post(anna, `/api/games/${game}/start`, {}, 200)).situation).toBe('running');
    await anna.page.goto(`${testServer.server.url}/g/${game}`);
    await anna.typeMove('e2e4');
    await bert.page.goto(testServer.server.url);
    await bert.page.locator(`a[href="/g/${game}"]`).click();
    await bert.press('Play Black');
    await bert.sees('Your move.');
    await bert.click('e7', 'e5');
    await anna.sees('Your move.');
    expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
  });

  test('a new game starts from an earlier position, alone or with an opponent', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    const fork = 'New game from this position';
    await testServer.hotSeat(anna, { ruleset: 'standard' });
    const first = anna.page.url();
    for (const [index, move] of ['f3', 'e5', 'g4', 'Qh4'].entries()) {
      await anna.typeMove(move);
      await anna.movesPlayed(index + 1);
    }
    await anna.sees('White is checkmated.');
    await anna.press(fork);
    await anna.press('Create game');
    await anna.sees('Go back a move and start from there.');
    await anna.press('One back');
    await anna.press('Create game');
    await anna.sees('started from another game');
    await anna.sees('Black to move.');
    await anna.typeMove('d5');
    expect(await anna.movesPlayed(1)).toBe('d5');
    const record = () => anna.page.locator('[data-ply]').allTextContents();
    await eventually(record, { message: 'the moves before the fork are listed' }).toEqual(['f3', 'e5', 'g4', 'd5']);
    const pawn = anna.page.getByText(/^White: .*pawn .*f2/);
    expect(await pawn.count()).toBe(0);
    await anna.page.locator('body').press('Home');
    await eventually(() => pawn.count()).toBe(1);
    await anna.press('One forward');
    await eventually(() => pawn.count()).toBe(0);
    expect(await anna.page.locator('[aria-current="step"]').textContent()).toBe('f3');
    await anna.press('Return to current');

    await bert.page.goto(first);
    await bert.page.locator('[data-ply="2"]').click();
    await bert.press(fork);
    await bert.page.getByRole('radio', { name: 'White', exact: true }).check();
    await bert.press('Create game');
    await anna.page.goto(await bert.page.getByLabel('Link to this game').inputValue());
    await anna.press('Play Black');
    await bert.sees('Your move.');
    // Legal only because the pawn on f2 has moved.
    await bert.typeMove('Kf2');
    expect(await anna.movesPlayed(1)).toBe('Kf2');
    await anna.page.getByRole('link', { name: 'started from another game' }).click();
    await anna.sees('White is checkmated.');
  });

  test('a game without an opponent can be cancelled, and a wrong link shows an error', async () => {
    const anna = await testServer.player();
    await anna.page.goto(testServer.server.url);
    await anna.press('Create game');
    await anna.press('Cancel the game');
    await anna.sees('The game was cancelled.');
    for (const link of ['abc', '%zz', 'x'.repeat(400)]) {
      await anna.page.goto(`${testServer.server.url}/g/${link}`);
      await anna.sees('This link leads to no game. Check the link, or start a new game.');
    }
  });
}
