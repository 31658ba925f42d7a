import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { median, quantile } from '../games/statistics.js';
import { newFolder, startServer } from './server.js';

const SECONDS = 4;
const MOST_PLIES = Number(process.env.ATTACK_PLIES ?? 11_900);
const LINE = ['b1c3', 'b8c6', 'c3b1', 'c6b8'];

type Attack = (long: string, token: string) => Promise<void> | void;
type Attacker = { readonly name: string; readonly address: string; readonly long: string; readonly token: string };
const ATTACKS: { readonly [name: string]: Attack } = { facts, views, unread, pongs };
export const LONG_GAME_ATTACKS: readonly string[] = Object.keys(ATTACKS);

let connections = 0;
let address = '';

if (!isMainThread) {
  const attacker = workerData as Attacker;
  ({ address } = attacker);
  await ATTACKS[attacker.name]?.(attacker.long, attacker.token);
}

/**
 * How long honest moves take while somebody attacks, for a few seconds each, and how much memory the server takes. The attacker has one
 * address, one guest and the longest game that the server lets grow.
 */
export async function attackLongGame(attacks: readonly string[]): Promise<void> {
  const server = await startServer(newFolder());
  ({ address } = server);
  const token = await guest();
  const ruleset = await upload(token);
  const long = await newGame(token, ruleset);
  const startedMs = performance.now();
  const plies = await playOn(token, long, MOST_PLIES);
  console.log(`a game of ${plies} plies took ${((performance.now() - startedMs) / 1000).toFixed(1)} s to make`);
  for (const name of ['nothing', ...attacks]) {
    const honest = await guest();
    const [socket, game] = [await open(honest), await newGame(honest, ruleset)];
    // In a thread of its own, so that honest moves wait for the server alone.
    const attacker = new Worker(new URL(import.meta.url), {
      workerData: { name, address, long, token } satisfies Attacker,
    });
    const tookMs: number[] = [];
    const untilMs = performance.now() + SECONDS * 1000;
    let mostMemory = 0;
    for (let ply = 0; performance.now() < untilMs; ply++) {
      const sentMs = performance.now();
      await socket.ask({ type: 'command', game, command: { type: 'PlayMove', move: LINE[ply % 4]! } });
      tookMs.push(performance.now() - sentMs);
      mostMemory = Math.max(mostMemory, server.memory().server);
      await setTimeout(20);
    }
    await attacker.terminate();
    socket.close();
    console.log(
      `${name}: median of ${tookMs.length} honest moves ${median(tookMs).toFixed(1)} ms, p99 ` +
        `${quantile(tookMs, 0.99).toFixed(0)}; server memory up to ${mostMemory} MB`,
    );
    await setTimeout(1000);
  }
  await server.stop();
}

/** Eight connections that read the facts of the long game again and again. */
function facts(long: string): void {
  for (let i = 0; i < 8; i++) {
    void (async () => {
      for (;;) await read(`/api/games/${long}/facts`);
    })();
  }
}

/** Sixteen WebSockets that request the view of the long game forty times a second each. */
async function views(long: string, token: string): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: 16 }, () => open(token)));
  for (;;) {
    for (const socket of sockets) void socket.ask({ type: 'view', game: long });
    await setTimeout(25);
  }
}

/** A hundred and twenty connections that request the facts sixteen times each, and read nothing. */
function unread(long: string): void {
  for (let i = 0; i < 120; i++) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    socket.pause().write(`GET /api/games/${long}/facts HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(16));
  }
}

/** Sixteen WebSockets that send nothing but pongs, and reconnect when they are closed. */
function pongs(_long: string, token: string): void {
  const many = Buffer.alloc(6 * 10_000);
  for (let at = 0; at < many.length; at += 6) many.set([0x8a, 0x80, 1, 2, 3, 4], at);
  for (let i = 0; i < 16; i++) {
    void (async () => {
      for (;;) {
        const { raw } = await open(token);
        const send = (): void => {
          while (!raw.destroyed && raw.write(many));
        };
        raw.on('drain', send).on('error', () => undefined);
        send();
        await new Promise((resolve) => raw.on('close', resolve));
      }
    })();
  }
}

/** A connection on which answers are found by their key. */
async function open(token: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/socket`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const waiting = new Map<string, (answer: { type: string; code?: string; answer?: unknown }) => void>();
  const mine = ++connections;
  let keys = 0;
  socket.on('message', (data) => {
    const text = String(data);
    const key = /"key":"(\w+)"/.exec(text)?.[1];
    if (key === undefined) return;
    waiting.get(key)?.(JSON.parse(text.length > 10_000 ? `{"type":"result","result":null}` : text));
    waiting.delete(key);
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.on('error', () => undefined);
  return {
    raw: (socket as unknown as { readonly _socket: Socket })._socket,
    close: () => socket.terminate(),
    ask(frame: object): Promise<{ type: string; code?: string; answer?: unknown }> {
      const key = `k${mine}x${keys++}`;
      socket.send(JSON.stringify({ key, ...frame }));
      return new Promise((resolve) => waiting.set(key, resolve));
    },
  };
}

/**
 * Plays both sides up to so many plies, or to the end of the game, as fast as the rate limit of a connection allows.
 */
async function playOn(token: string, game: string, most: number): Promise<number> {
  let socket = await open(token);
  for (let ply = 0; ply < most; ply++) {
    // A new connection has a fresh rate limit.
    if (ply % 150 === 149) {
      socket.close();
      socket = await open(token);
    }
    const done = await socket.ask({ type: 'command', game, command: { type: 'PlayMove', move: LINE[ply % 4]! } });
    if (done.type === 'error') return ply;
  }
  return most;
}

async function guest(): Promise<string> {
  return (await post('/api/guests', {})).token as string;
}

async function upload(token: string): Promise<string> {
  const leap = [1, -1].flatMap((a) => [2, -2].flatMap((b) => [[a, b], [b, a]])); // biome-ignore format: short
  const source = JSON.stringify({
    name: 'endless',
    title: 'Endless',
    summary: 'Nothing ever ends.',
    board: { files: 8, ranks: 8 },
    pieces: {
      knight: { letter: 'n', movements: [{ kind: 'leap', to: leap }] },
      king: { letter: 'k', royal: true, movements: [{ kind: 'leap', to: [[0, 1], [1, 0], [0, -1], [-1, 0]] }] }, // biome-ignore format: short
    },
    start: '1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1',
    restrictions: [],
    effects: [],
    endings: [],
  });
  const { ruleset } = await post(
    '/api/rulesets',
    { format: 'json', source, name: 'Endless', visibility: 'public' },
    token,
  );
  return (ruleset as { id: string }).id;
}

async function newGame(token: string, ruleset: string): Promise<string> {
  const { game } = await post('/api/games', { ruleset, hotSeat: true, side: 'both', autoStart: true }, token);
  return game as string;
}

async function post(path: string, body: object, token?: string): Promise<{ readonly [name: string]: unknown }> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly [name: string]: unknown };
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

function read(path: string): Promise<void> {
  return new Promise((resolve) => {
    get(address + path, (response) => void response.resume().on('close', resolve)).on('error', () => resolve());
  });
}
