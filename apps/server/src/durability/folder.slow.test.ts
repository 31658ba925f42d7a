import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { straceCommand, whyNoStrace } from '@chessmith/store/testing';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { build, CHESSMITH_SERVE, type ServerProcess, startServer } from '../testing/durability/server-process.js';
import { openSoloPlayer, type SoloPlayer } from '../testing/durability/solo-player.js';
import { mountSmallDisk } from '../testing/durability/tmpfs.js';

const KIB = 1024;
const DISK = 4096 * KIB;
const NO_MOUNT = 'cannot mount a small disk here';

beforeAll(build);

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function start(data: string, wrapper: readonly string[] = [], flags: { [flag: string]: string } = {}): ServerProcess {
  const server = startServer(CHESSMITH_SERVE, { data, ...flags }, wrapper);
  onTestFinished(() => void server.end('SIGKILL'));
  return server;
}

async function readiness(address: string): Promise<string> {
  const response = await fetch(`${address}/readyz`);
  return `${response.status} ${await response.text()}`;
}

async function plyOf({ rest, game }: SoloPlayer): Promise<number> {
  const answer = await rest.view(game);
  return answer?.ok ? (answer.answer as { readonly ply: number }).ply : -1;
}

const UNAVAILABLE = { ok: false, code: 'store/unavailable' };

test('a second server on a folder is refused with the reason, and the first continues', async () => {
  const data = emptyFolder();
  const address = (await start(data).ready)!;
  const player = await openSoloPlayer(address);
  const second = start(data);
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.errorOutput()).toContain('another server uses it');
  expect(await player.move()).toMatchObject({ ok: true });
});

test('a read-only folder is refused with the reason', async (context) => {
  const data = join(emptyFolder(), 'disk');
  const disk = mountSmallDisk(data, DISK);
  if (disk === undefined) return context.skip(NO_MOUNT);
  disk.makeReadOnly();
  const server = start(data);
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.errorOutput()).toContain(`the folder ${data} cannot be used`);
});

test.for(['the folder', 'the file'])(
  '%s without permissions is refused with the reason, by the server and by read-only commands',
  (what, context) => {
    const data = emptyFolder();
    const file = join(data, 'chessmith.sqlite');
    writeFileSync(file, '');
    const theirs = what === 'the folder' ? data : file;
    chmodSync(theirs, 0o000);
    onTestFinished(() => chmodSync(theirs, 0o700));
    // Root ignores permissions unless it drops these capabilities.
    const setpriv = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];
    if (spawnSync('setpriv', ['--version']).status !== 0 && setpriv.length > 0)
      return context.skip('there is no setpriv');
    const [chessmith = ''] = CHESSMITH_SERVE;
    for (const command of [['serve'], ['verify'], ['backup', join(tmpdir(), 'never.sqlite')]]) {
      const [program = '', ...rest] = [...setpriv, process.execPath, chessmith, ...command, '--data', data];
      const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8', timeout: 60_000 });
      expect([status, stderr]).toEqual([1, expect.stringMatching(/cannot be (used|read): EACCES: permission denied/)]);
    }
  },
);

// In a child process that can be killed: Node would try to create this folder for ever.
test('a folder in a file system without folders of users is refused with the reason', async (context) => {
  if (!existsSync('/proc/self')) return context.skip('there is no /proc here');
  for (const data of ['/proc/chessmith', '/proc/chessmith/within']) {
    const server = start(data);
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(server.errorOutput()).toContain(`the folder ${data} cannot be used: `);
  }
});

test('on a full disk unstored commands are refused; reads continue, and writes when there is space', async (context) => {
  const data = join(emptyFolder(), 'disk');
  if (mountSmallDisk(data, DISK) === undefined) return context.skip(NO_MOUNT);
  const server = start(data);
  const address = (await server.ready)!;
  const player = await openSoloPlayer(address);
  const ballast = join(data, 'ballast');
  fill(ballast);
  let answer = await player.move();
  while (answer?.ok) answer = await player.move();
  expect(answer).toEqual(UNAVAILABLE);
  expect(await readiness(address)).toMatch(/^503 .*SQLITE_FULL/);
  expect(await plyOf(player)).toBe(player.acknowledged());

  rmSync(ballast);
  // Clocks are resumed with the next heartbeat.
  while (!(await readiness(address)).startsWith('200 ')) await setTimeout(20);
  expect(await player.move()).toMatchObject({ ok: true });
  expect(await readiness(address)).toMatch(/^200 /);
  await server.end('SIGKILL');
  player.moveTo((await start(data).ready)!);
  expect(await plyOf(player)).toBe(player.acknowledged());
});

test('a server that starts on a full disk names the file and the reason', async (context) => {
  const data = join(emptyFolder(), 'disk');
  if (mountSmallDisk(data, DISK) === undefined) return context.skip(NO_MOUNT);
  const first = start(data);
  await first.ready;
  await first.end('SIGTERM');
  fill(join(data, 'ballast'));
  const second = start(data);
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.errorOutput()).toMatch(/disk\/chessmith\.sqlite cannot be used: .*; its disk is full/);
  // With so little space it starts, but new games will not fit.
  truncateSync(join(data, 'ballast'), statSync(join(data, 'ballast')).size - 160 * KIB);
  expect(await readiness((await start(data).ready)!)).toMatch(/^503 .*the disk is full/);
});

test('a log that cannot be written does not stop play', async () => {
  const server = start(emptyFolder(), ['sh', '-c', '"$@" 2> /dev/full; exit $?', 'sh'], { 'log-level': 'debug' });
  const address = (await server.ready)!;
  const player = await openSoloPlayer(address);
  expect(await player.move()).toMatchObject({ ok: true });
  expect(await readiness(address)).toMatch(/^200 /);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

/** Fills the disk. */
function fill(file: string): void {
  for (let size = DISK; size >= KIB; ) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      size /= 2;
    }
  }
}

const noStrace = whyNoStrace();
describe.skipIf(noStrace !== undefined)(
  `a disk that fails to sync${noStrace === undefined ? '' : ` (${noStrace})`}`,
  () => {
    test('is not used again: the server refuses all commands, and after a restart has all acknowledged ones', async () => {
      const folder = emptyFolder();
      const data = join(folder, 'data');
      const inject = ['-e', 'trace=fdatasync,fsync', '-e', 'inject=fdatasync,fsync:error=EIO:when=25+'];
      const server = start(data, straceCommand(join(folder, 'calls'), inject));
      const address = (await server.ready)!;
      const player = await openSoloPlayer(address);
      let answer = await player.move();
      while (answer?.ok) answer = await player.move();
      for (let again = 0; again < 5; again++) expect(await player.move()).toEqual(UNAVAILABLE);
      expect(player.acknowledged()).toBeGreaterThan(0);
      expect(await readiness(address)).toMatch(/^503 .*SQLITE_IOERR/);
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      expect(await plyOf(player)).toBe(player.acknowledged());
      await server.end('SIGKILL');
      expect(readFileSync(join(folder, 'calls'), 'utf8').match(/EIO/g)!.length).toBeLessThan(5);
      player.moveTo((await start(data).ready)!);
      // A refused command may have reached the disk; the same key gives its receipt.
      expect((await plyOf(player)) - player.acknowledged()).toBeOneOf([0, 1]);
      expect(await player.move()).toMatchObject({ ok: true });
      expect(await plyOf(player)).toBe(player.acknowledged());
    });
  },
);

test('a game with damaged facts is refused with the reason; all others continue', async () => {
  const data = emptyFolder();
  const before = start(data);
  const address = (await before.ready)!;
  const clock = { kind: 'per-player', playerMs: 600_000, incrementMs: 0 };
  const [damaged, whole] = [
    await openSoloPlayer(address, { alias: 'to-be-damaged', clock }),
    await openSoloPlayer(address),
  ];
  for (const player of [damaged, whole]) expect(await player.move()).toMatchObject({ ok: true });
  await before.end('SIGTERM');
  const file = join(data, 'chessmith.sqlite');
  const bytes = readFileSync(file);
  // Pages contain old copies; all are changed, since one of them is read.
  const copies = [...bytes.toString('latin1').matchAll(/"alias":"to-be-damaged"/g)];
  expect(copies.length).toBeGreaterThan(0);
  for (const { index } of copies) bytes[index + 12]! ^= 1;
  writeFileSync(file, bytes);

  const server = start(data);
  const later = (await server.ready)!;
  for (const player of [damaged, whole]) player.moveTo(later);
  const no = { ok: false, code: 'store/game-damaged' };
  expect(await damaged.move()).toEqual(no);
  expect(await damaged.rest.view(damaged.game)).toEqual(no);
  expect(await whole.move()).toMatchObject({ ok: true });
  expect(await readiness(later)).toMatch(/^200 /);
  const { games } = (await (await fetch(`${later}/api/games`)).json()) as { games: object[] };
  expect(games).toHaveLength(2);
  expect(server.errorOutput()).toContain('store/game-damaged');
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });
});
