import type { APIResponse, Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openChromium } from './chromium.js';
import { openPlayer, type Player } from './player.js';
import { type Server, startServer } from './server.js';

/** A server and a browser for all tests of a file. */
export type TestServer = {
  readonly server: Server;
  /** Opens a separate browser context for a player. */
  player(options?: BrowserContextOptions): Promise<Player>;
  /** Opens the start page and waits until the player has a session. */
  openStartPage(player: Player): Promise<void>;
  /** Sends a request with the player's cookie; fails if the answer has another status. */
  post(player: Player, path: string, data: object, status?: number): ReturnType<APIResponse['json']>;
  /** Anna creates a game on the start page with these options and plays White; Bert opens her link and joins. */
  startGame(anna: Player, bert: Player, choices: readonly string[], at?: Server): Promise<void>;
  /** Opens a game in which the player has both seats. */
  hotSeat(player: Player, options: object): Promise<void>;
};

/** `expect.poll` with a long timeout, so that tests pass on a busy machine. */
export const eventually: typeof expect.poll = (read, options) => expect.poll(read, { timeout: 90_000, ...options });

/** Starts server and browser before the first test of a file, and stops them after the last. */
export function openTestServer(): TestServer {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end();
  });

  async function openStartPage({ page }: Player): Promise<void> {
    await page.goto(server.url);
    await eventually(async () => (await page.request.get(`${server.url}/api/me`)).status()).toBe(200);
  }
  async function post({ page }: Player, path: string, data: object, status = 201) {
    const answer = await page.request.post(`${server.url}${path}`, { data });
    expect(answer.status(), await answer.text()).toBe(status);
    return answer.json();
  }

  return {
    get server() {
      return server;
    },
    player: (options) => openPlayer(browser, options),
    openStartPage,
    post,
    async startGame(anna, bert, choices, at = server) {
      await anna.page.goto(at.url);
      for (const name of ['White', ...choices]) await anna.page.getByRole('radio', { name, exact: true }).check();
      await anna.press('Create game');
      await bert.page.goto(await anna.page.getByLabel('Link to this game').inputValue());
      await bert.press('Play Black');
      await anna.sees('Your move.');
      await bert.sees('White to move.');
    },
    async hotSeat(player, options) {
      await openStartPage(player);
      const { game } = await post(player, '/api/games', { side: 'both', hotSeat: true, ...options });
      await player.page.goto(`${server.url}/g/${game}`);
      await player.page.locator('cg-board piece').first().waitFor();
    },
  };
}
