import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { type ClassicalPosition, classicalReferee, standard, type ViewPiece } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { serveContestant } from '../../games/contestants/bench-process.js';
import type { Row } from './least-writer.js';

/**
 * The smallest server that meets the conditions under which a chess server is measured here: it checks turns, uses our
 * rules, writes a durable row with both unique keys in a thread of its own, then sends a response by its key and our
 * news, in one write per player. It has no clocks, locks, repeated commands, subscriptions, limits or listings, keeps
 * only the position, and trusts its input. So it shows how close to the relay these conditions allow any server to
 * come.
 */
type Player = { readonly actor: number; readonly raw: Duplex };
type Match = {
  readonly number: number;
  readonly players: Player[];
  position: ClassicalPosition;
  version: number;
};
type StoredMove = { readonly match: Match; readonly mover: Player; readonly answer: string; readonly news: string };

const referee = classicalReferee(standard);
const matches = new Map<string, Match>();
let numbers = 0;
const folder = mkdtempSync(join(tmpdir(), 'chessmith-bench-'));
const writer = new Worker(new URL('./least-writer.js', import.meta.url), { workerData: join(folder, 'least.db') });
let [rows, waiting, underWay]: [Row[number][], StoredMove[], StoredMove[]] = [[], [], []];
let isWriting = false;
/** Reused for every write, because the system accepts it all at once here. */
const page = Buffer.allocUnsafeSlow(64 * 1024);

function write(): void {
  isWriting = rows.length > 0;
  if (!isWriting) return;
  writer.postMessage(rows);
  underWay = waiting;
  [rows, waiting] = [[], []];
}

writer.on('message', () => {
  const stored = underWay;
  write();
  for (const { match, mover, answer, news } of stored) {
    const newsAt = putFrame(page, 0, answer);
    const end = putFrame(page, newsAt, news);
    for (const player of match.players) player.raw.write(page.subarray(player === mover ? 0 : newsAt, end));
  }
});

function play(match: Match, mover: Player, text: string): void {
  const [, key, wanted] = MOVE.exec(text) as unknown as [string, string, string];
  const side = match.version % 2;
  if (match.players[side] !== mover) throw new Error('it is not their turn');
  const { after, record, notation } = unwrap(referee.judge(match.position, wanted));
  match.position = after;
  const version = ++match.version;
  const at = instant();
  const { pieces, turn, check } = referee.cost!.glance!(after, WATCHER);
  let board = '';
  for (const piece of pieces) board += `${board === '' ? '' : ','}${pieceText(piece)}`;
  const checked = check.length === 0 ? '[]' : JSON.stringify(check);
  const move = `{"color":"${side === 0 ? 'white' : 'black'}","notation":"${notation}","happened":[],"tookMs":9}`;
  const now = `","version":${version},"at":"${at}","payload":`;
  rows.push(
    match.number,
    version,
    mover.actor,
    key,
    `{"type":"MovePlayed","schema":1,"at":"${at}","record":${JSON.stringify(record)},"notation":"${notation}",` +
      '"remainingMs":{"white":3600000,"black":3600000}}',
  );
  waiting.push({
    match,
    mover,
    answer:
      `{"type":"result","key":"${key}","result":{"version":${version},"at":"${at}","facts":["MovePlayed"],` +
      `"situation":"running","ply":${version}}}`,
    news:
      '{"type":"news","subscription":"s","game":"abcdefghijkm","news":[' +
      `{"node":"ChessboardUpdateEvent${now}{"pieces":[${board}],"pockets":null}},` +
      `{"node":"BoardChanged${now}{"pieces":[${board}],"pockets":null,"extra":null,"turn":"${turn}","check":${checked},"lastMove":${move}}},` +
      `{"node":"MoveHistoryUpdateEvent${now}{"ply":${version},"last":${move}}},` +
      `{"node":"TurnUpdateEvent${now}"${turn}"},{"node":"WhiteTimerUpdateEvent${now}{"remainingMs":3600000}}]}`,
  });
  if (isWriting) return;
  isWriting = true;
  setImmediate(write);
}

const MOVE = /"key":"([^"]+)".*"move":"([^"]+)"/;
const WATCHER = { kind: 'watcher' } as const;

let lastMs = 0;
let lastInstant = '';
function instant(): string {
  const ms = Date.now();
  if (ms !== lastMs) lastInstant = new Date(ms).toISOString();
  lastMs = ms;
  return lastInstant;
}

const pieceTexts = new WeakMap<ViewPiece, string>();
function pieceText(piece: ViewPiece): string {
  const known = pieceTexts.get(piece);
  if (known !== undefined) return known;
  const text = JSON.stringify(piece);
  pieceTexts.set(piece, text);
  return text;
}

/** Writes a frame of 126 to 65,535 ASCII characters (RFC 6455, 5.2); returns its end. */
function putFrame(bytes: Buffer, at: number, text: string): number {
  bytes[at] = 0x81;
  bytes[at + 1] = 126;
  bytes.writeUInt16BE(text.length, at + 2);
  return at + 4 + bytes.write(text, at + 4, 'latin1');
}

/** The text of a chunk that is one frame of less than 126 bytes, as all moves are; null for a close frame. */
function textOf(chunk: Buffer): string | null {
  if (chunk[0] !== 0x81) return null;
  for (let i = 6; i < chunk.length; i++) chunk[i]! ^= chunk[2 + ((i - 6) & 3)]!;
  return chunk.toString('latin1', 6);
}

function seat(name: string, raw: Duplex): void {
  const match = matches.get(name) ?? newMatch();
  matches.set(name, match);
  const player = { actor: 2 * match.number + match.players.length, raw };
  match.players.push(player);
  raw.on('data', (chunk: Buffer) => {
    const text = textOf(chunk);
    if (text === null) raw.end();
    else play(match, player, text);
  });
  raw.on('error', () => raw.destroy());
  raw.on('close', () => matches.delete(name));
}

function newMatch(): Match {
  const { position } = unwrap(referee.start({}, { int: () => 0, real: () => 0 }));
  return { number: numbers++, players: [], position, version: 0 };
}

const server = createServer();
server.on('upgrade', (request: IncomingMessage, raw: Duplex) => {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  raw.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  seat(new URL(request.url!, 'http://least').searchParams.get('match')!, raw);
});
server.listen(0, '127.0.0.1', () => {
  serveContestant(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
    await writer.terminate();
    rmSync(folder, { recursive: true });
  });
});
