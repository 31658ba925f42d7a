import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram, straceCommand, whyNoStrace, withTempFolder } from '@chessmith/store/testing';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countUnsynced } from '../testing/durability/acknowledged.js';
import { build, CHESSMITH_SERVE, type Launch, startServer } from '../testing/durability/server-process.js';
import { openSoloPlayer } from '../testing/durability/solo-player.js';

const MOVES = 30;
/** A guest and a game come before the first move. */
const ANSWERS = MOVES + 2;

const noStrace = whyNoStrace();
if (noStrace !== undefined) console.warn(`Whether the server waits for the disk is not tried: ${noStrace}.`);

/** Plays one move after another, by turns over HTTP and WebSocket, and gives the system calls of the server meanwhile. */
async function callsWhilePlaying(launch: Launch): Promise<string[]> {
  return withTempFolder(async (folder) => {
    const log = join(folder, 'calls');
    const around = straceCommand(log, ['-e', 'trace=write,writev,fsync,fdatasync']);
    const server = startServer(launch, { data: join(folder, 'data') }, around);
    onTestFinished(() => void server.end('SIGKILL'));
    const player = await openSoloPlayer((await server.ready)!);
    while (player.acknowledged() < MOVES) {
      expect(await player.move(player.acknowledged() % 2 === 0 ? player.rest : player.socket)).toMatchObject({
        ok: true,
      });
    }
    player.close();
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });
    return readFileSync(log, 'utf8').trimEnd().split('\n');
  });
}

describe.skipIf(noStrace !== undefined)('the disk', () => {
  beforeAll(build);

  test('has everything before anybody is told yes', async () => {
    expect(countUnsynced(await callsWhilePlaying(CHESSMITH_SERVE))).toEqual({ acknowledged: ANSWERS, unsynced: 0 });
  });

  test('a server that did not wait for it would be found out', async () => {
    const program = await bundleProgram(new URL('../testing/durability/dishonest-server.ts', import.meta.url));
    onTestFinished(() => program.remove());
    const calls = await callsWhilePlaying([program.path, 'no-sync']);
    // Before the first answer the file was made, which it waits for in any case.
    expect(countUnsynced(calls)).toEqual({ acknowledged: ANSWERS, unsynced: ANSWERS - 1 });
  });
});
