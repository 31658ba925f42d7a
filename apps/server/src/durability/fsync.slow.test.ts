import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '@chessmith/std/testing';
import { straceCommand, whyNoStrace, withTempFolder } from '@chessmith/store/testing';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countUnsynced } from '../testing/durability/acknowledged.js';
import { build, CHESSMITH_SERVE, type Launch, startServer } from '../testing/durability/server-process.js';
import { openSoloPlayer } from '../testing/durability/solo-player.js';

const MOVES = 30;
/** A guest and a game are created before the first move. */
const ANSWERS = MOVES + 2;

const noStrace = whyNoStrace();
if (noStrace !== undefined) console.warn(`Skipping the fsync test: ${noStrace}.`);

/** Plays moves alternately over HTTP and WebSocket; returns the server's system calls. */
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

  test('has everything before each acknowledgement', async () => {
    expect(countUnsynced(await callsWhilePlaying(CHESSMITH_SERVE))).toEqual({ acknowledged: ANSWERS, unsynced: 0 });
  });

  test('would be noticed if the server did not wait for it', async () => {
    const program = await bundleProgram(new URL('../testing/durability/dishonest-server.ts', import.meta.url));
    onTestFinished(() => program.remove());
    const calls = await callsWhilePlaying([program.path, 'no-sync']);
    // The file is created before the first answer, and that is synced in any case.
    expect(countUnsynced(calls)).toEqual({ acknowledged: ANSWERS, unsynced: ANSWERS - 1 });
  });
});
