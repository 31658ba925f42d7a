import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { lockFolder, openSqliteArchive } from '@chessmith/store';
import { type Caller, openCaller, succeeded } from './client.js';
import { newFolder, startServer } from './server.js';

const GAMES = Number(process.env.ATTACK_GAMES ?? 50_000);
/** A person may make so many at once. */
const GAMES_PER_PAIR = 200;
const AT_ONCE = 48;
const SERVICE_MS = 400;
const FLAGS = ['--guests-per-minute', '1000000'];

/** SIGTERM right after many games ended, without a statistics service and with a slow one; then everything is delivered. */
export async function outbox(): Promise<void> {
  await stopAndRestart('without a statistics service');
  const posts = new Map<string, number>();
  const slow = await openService(SERVICE_MS, posts);
  const quick = await openService(0, posts);
  await stopAndRestart(`with one that answers in ${SERVICE_MS} ms`, slow, quick);
  const wrong = [...posts.values()].filter((count) => count !== GAMES_PER_PAIR).length;
  const total = [...posts.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `outbox: ${total} results were posted for ${posts.size} players, ${2 * GAMES} expected; ` +
      `${wrong} players have more or fewer than ${GAMES_PER_PAIR}`,
  );
  for (const { server } of [slow, quick]) server.close();
}

async function stopAndRestart(name: string, slow?: StatisticsService, quick?: StatisticsService): Promise<void> {
  const folder = newFolder();
  const first = await startServer(folder, { flags: [...FLAGS, ...flagsFor(slow)] });
  const caller = openCaller(first.address);
  const beganMs = performance.now();
  await endGames(caller);
  const playedMs = performance.now() - beganMs;
  caller.close();
  const before = await waitingIn(folder);
  const memory = first.memory().server;
  const { seconds, code } = await first.stop();
  lockFolder(folder).release();
  const after = await waitingIn(folder);
  console.log(
    `outbox ${name}: ${GAMES} games ended in ${(playedMs / 1000).toFixed(0)} s, ${before} results waited (${memory} MB); ` +
      `SIGTERM: exit code ${code} after ${seconds.toFixed(2)} s, the folder is free, ${after} wait for the next start`,
  );
  const second = await startServer(folder, { flags: [...FLAGS, ...flagsFor(quick)] });
  const restartedMs = performance.now();
  while ((await waitingIn(folder)) > 0) await pause(200);
  const deliveredMs = performance.now() - restartedMs;
  const stopped = await second.stop();
  console.log(
    `outbox ${name}: ${after} delivered in ${(deliveredMs / 1000).toFixed(0)} s after the restart; ` +
      `SIGTERM with an empty outbox: exit code ${stopped.code} after ${stopped.seconds.toFixed(2)} s`,
  );
}

/** Pairs of named guests play their games to a resignation, many pairs at once. */
async function endGames(caller: Caller): Promise<void> {
  const pairs = Array.from({ length: Math.ceil(GAMES / GAMES_PER_PAIR) }, (_, pair) => pair);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
        const white = await caller.guest(`White ${pair}`);
        const black = await caller.guest(`Black ${pair}`);
        for (let game = 0; game < GAMES_PER_PAIR; game++) {
          const { game: id } = succeeded(await caller.post('/api/games', { side: 'white' }, white));
          succeeded(await caller.post(`/api/games/${id}/join`, {}, black));
          succeeded(await caller.post(`/api/games/${id}/resign`, {}, game % 2 === 0 ? white : black));
        }
      }
    }),
  );
}

type StatisticsService = { readonly server: Server; readonly address: string };

/** Takes every result after a while, and counts those of each player. */
async function openService(answerMs: number, posts: Map<string, number>): Promise<StatisticsService> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.split('/').at(-1)!);
    posts.set(name, (posts.get(name) ?? 0) + 1);
    request.resume();
    if (answerMs === 0) response.end('{}');
    else setTimeout(() => response.end('{}'), answerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const flagsFor = (service: StatisticsService | undefined): readonly string[] =>
  service === undefined ? [] : ['--statistics-service', service.address];

async function waitingIn(folder: string): Promise<number> {
  const archive = openSqliteArchive({ folder });
  const waiting = await archive.outbox.waiting('results');
  archive.close();
  return waiting;
}
