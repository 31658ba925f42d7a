import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually, type TestServer } from '../test-server.js';

/** How people come to a game: by a code, from the lobby, out of another game; or not at all. */
export function waysIn(testServer: TestServer): void {
  test('a join code opens a private game, which stands in no list; others may watch', async () => {
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

  test('at the first visit the server is asked once who this is, and names come with the lists', async () => {
    const hosts = await Promise.all([1, 2, 3].map(() => testServer.player()));
    for (const [index, host] of hosts.entries()) {
      await testServer.greet(host);
      const renamed = await host.page.request.patch(`${testServer.server.url}/api/me`, {
        data: { name: `Host ${index}` },
      });
      expect(renamed.status()).toBe(200);
      await testServer.post(host, '/api/games', { side: 'white' });
    }
    const anna = await testServer.player();
    const asked: string[] = [];
    anna.page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await anna.page.goto(testServer.server.url);
    for (const index of hosts.keys()) await anna.sees(`Host ${index}`);
    expect(asked.filter((request) => /session|guests|\/me$/.test(request))).toEqual(['POST /api/session']);
    expect(
      asked.filter((request) => /\/people(\/[^/]+)?$/.test(request)),
      'no name is asked for',
    ).toEqual([]);
    expect(anna.complaints).toEqual([]);
  });

  test('tabs that are opened together at the first visit are one guest', async () => {
    const { page } = await testServer.player();
    const tabs = [page, await page.context().newPage(), await page.context().newPage()];
    // Becoming a guest takes so long that another tab could begin with it.
    await page.context().route('**/api/session', async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await Promise.all(tabs.map((tab) => tab.goto(testServer.server.url)));
    const names = await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Guest/ }).textContent()));
    expect(new Set(names).size).toBe(1);
  });

  test('a match with a free seat stands in the lobby while it goes on, and is joined from there', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    await testServer.greet(anna);
    const wish = { ruleset: 'quantum-fragments', side: 'white', openSeats: true };
    const { game } = await testServer.post(anna, '/api/games', wish);
    expect((await testServer.post(anna, `/api/games/${game}/start`, {}, 200)).situation).toBe('running');
    await anna.page.goto(`${testServer.server.url}/g/${game}`);
    await anna.write('e2e4');
    await bert.page.goto(testServer.server.url);
    await bert.page.locator(`a[href="/g/${game}"]`).click();
    await bert.press('Play Black');
    await bert.sees('Your move.');
    await bert.click('e7', 'e5');
    await anna.sees('Your move.');
    expect([...anna.complaints, ...bert.complaints]).toEqual([]);
  });

  test('whoever looks at a turn plays on from there in a new game, alone or with somebody else', async () => {
    const [anna, bert] = [await testServer.player(), await testServer.player()];
    const playOn = 'Start a new game from this position';
    await testServer.hotSeat(anna, { ruleset: 'standard' });
    const first = anna.page.url();
    for (const [index, move] of ['f3', 'e5', 'g4', 'Qh4'].entries()) {
      await anna.write(move);
      await anna.movesPlayed(index + 1);
    }
    await anna.sees('White is checkmated.');
    await anna.press(playOn);
    await anna.press('Create game');
    await anna.sees('Go back a move and start from there.');
    await anna.press('One back');
    await anna.press('Create game');
    await anna.sees('started from another game');
    await anna.sees('Black to move.');
    await anna.write('d5');
    expect(await anna.movesPlayed(1)).toBe('d5');
    const record = () => anna.page.locator('[data-ply]').allTextContents();
    await eventually(record, { message: 'the moves before stand before' }).toEqual(['f3', 'e5', 'g4', 'd5']);
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
    await bert.press(playOn);
    await bert.page.getByRole('radio', { name: 'White', exact: true }).check();
    await bert.press('Create game');
    await anna.page.goto(await bert.page.getByLabel('Link to this game').inputValue());
    await anna.press('Play Black');
    await bert.sees('Your move.');
    // Only where the pawn before the king has moved.
    await bert.write('Kf2');
    expect(await anna.movesPlayed(1)).toBe('Kf2');
    await anna.page.getByRole('link', { name: 'started from another game' }).click();
    await anna.sees('White is checkmated.');
  });

  test('a game that nobody has joined is cancelled, and a link that leads to no game is told as one', async () => {
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
