import { withTempFolder } from '@chessmith/store/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { build, CHESSMITH_SERVE, startServer } from '../testing/durability/server-process.js';
import { openSoloPlayer } from '../testing/durability/solo-player.js';

beforeAll(build);

test('a graceful shutdown closes every WebSocket, finishes running commands and exits with 0; nothing acknowledged is lost', async () => {
  await withTempFolder(async (data) => {
    const server = startServer(CHESSMITH_SERVE, { data });
    onTestFinished(() => void server.end('SIGKILL'));
    const address = (await server.ready)!;
    const players = await Promise.all(Array.from({ length: 8 }, () => openSoloPlayer(address)));
    const watcher = new WebSocket(`${address.replace('http', 'ws')}/api/socket`);
    const closing = new Promise((resolve) => watcher.on('close', (code, reason) => resolve([code, String(reason)])));
    // It neither answers the close frame nor closes, like a client without a network.
    const silent = new WebSocket(`${address.replace('http', 'ws')}/api/socket`);
    await Promise.all([watcher, silent].map((socket) => new Promise((resolve) => socket.on('open', resolve))));
    silent.pause();
    onTestFinished(() => silent.terminate());

    let isStopped = false;
    const refused: unknown[] = [];
    const playing = players.map(async (player, index) => {
      const client = index % 2 === 0 ? player.rest : player.socket;
      while (!isStopped && player.acknowledged() < 150) {
        const answer = await Promise.race([player.move(client), server.ended.then(() => null)]);
        if (answer?.ok) continue;
        if (answer !== null) refused.push(answer);
        return;
      }
    });
    while (players.some((player) => player.acknowledged() < 3)) await new Promise((resolve) => setTimeout(resolve, 5));
    const ended = server.end('SIGTERM');
    expect(await closing).toEqual([1001, 'the server is shutting down']);
    expect(await ended).toEqual({ code: 0, signal: null });
    isStopped = true;
    await Promise.all(playing);
    for (const answer of refused) expect(answer).toEqual({ ok: false, code: 'server/stopping' });

    const again = startServer(CHESSMITH_SERVE, { data });
    onTestFinished(() => void again.end('SIGKILL'));
    const later = (await again.ready)!;
    for (const player of players) {
      player.moveTo(later);
      const answer = await player.rest.view(player.game);
      const { ply } = (answer as { readonly answer: { readonly ply: number } }).answer;
      expect(ply - player.acknowledged()).toBeOneOf([0, 1]);
      player.close();
    }
    expect(await again.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
