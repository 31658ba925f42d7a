import type { APIResponse, Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openChromium } from './chromium.js';
import { openPlayer, type Player } from './player.js';
import { type Server, startServer } from './server.js';

/** A server and a browser for all tests of a file. */
export type TestServer = {
  readonly server: Server;
  /** Somebody with a browser of their own. */
  player(options?: BrowserContextOptions): Promise<Player>;
  /** Opens the start page and waits until the server knows who this is. */
  greet(player: Player): Promise<void>;
  /** What a program of this person would send; the answer must be of this status. */
  post(player: Player, path: string, data: object, status?: number): ReturnType<APIResponse['json']>;
  /** Anna makes a game of these choices on the start page and plays White; Bert follows her link. */
  sitDown(anna: Player, bert: Player, choices: readonly string[], at?: Server): Promise<void>;
  /** Opens a game with both seats for one person. */
  hotSeat(player: Player, wish: object): Promise<void>;
};

/** Like `expect.poll`, with patience for a busy machine. */
export const eventually: typeof expect.poll = (look, options) => expect.poll(look, { timeout: 90_000, ...options });

/** Starts them before the first test of a file, and ends them after the last. */
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

  async function greet({ page }: Player): Promise<void> {
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
    greet,
    post,
    async sitDown(anna, bert, choices, at = server) {
      await anna.page.goto(at.url);
      for (const name of ['White', ...choices]) await anna.page.getByRole('radio', { name, exact: true }).check();
      await anna.press('Create game');
      await bert.page.goto(await anna.page.getByLabel('Link to this game').inputValue());
      await bert.press('Play Black');
      await anna.sees('Your move.');
      await bert.sees('White to move.');
    },
    async hotSeat(player, wish) {
      await greet(player);
      const { game } = await post(player, '/api/games', { side: 'both', hotSeat: true, ...wish });
      await player.page.goto(`${server.url}/g/${game}`);
      await player.page.locator('cg-board piece').first().waitFor();
    },
  };
}
