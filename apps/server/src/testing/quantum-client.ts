import { once } from 'node:events';
import { connect } from 'node:net';
import { quantumCodec } from '@chessmith/protocol';
import { expect, onTestFinished } from 'vitest';
import { readConfiguration } from '../configuration.js';
import { openServer, type Replaced, type Server } from '../open-server.js';

type Said = quantumCodec.HandshakeMessage | quantumCodec.ClientMessage | Uint8Array;
type Heard = quantumCodec.ServerGreeting | quantumCodec.ServerMessage;

const PATIENCE_MS = 30_000;

/** A server of its own for one test, of which only seed 001's port is of interest; gives its address. */
export async function openPort(flags: { readonly [flag: string]: string } = {}, replaced: Replaced = {}) {
  const configuration = readConfiguration({ ...SETTINGS, ...flags }, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const server = await openServer(configuration.value, replaced);
  onTestFinished(() => server.close());
  return quantumAddressOf(server);
}

/** Where seed 001's protocol is spoken; null where it is not. */
export const quantumAddressOf = ({ others }: Pick<Server, 'others'>): string | null =>
  others.find(({ speaks }) => speaks === 'Quantum chess (TCP)')?.address ?? null;

const SETTINGS = {
  'http-host': '127.0.0.1',
  'http-port': '0',
  'quantum-host': '127.0.0.1',
  'quantum-port': '0',
  'log-level': 'silent',
  data: ':memory:',
  'guests-per-minute': '10000',
};

/** A connection to seed 001's port that keeps what it hears, as bytes and as messages. */
export async function knock(address: string | null, finish: (end: () => void) => void = onTestFinished) {
  const [, host, port] = /^(.*):(\d+)$/.exec(address ?? '')!;
  const socket = connect({ host: host!, port: Number(port) });
  finish(() => void socket.destroy());
  const chunks: Buffer[] = [];
  const messages: Heard[] = [];
  const waiting = new Set<() => void>();
  let stream = quantumCodec.newServerStream;
  let isOver = false;

  const look = (): void => {
    for (const one of [...waiting]) one();
  };
  const read = (chunk: Uint8Array): void => {
    const reading = quantumCodec.readFromServer(stream, chunk);
    stream = reading.stream;
    messages.push(...reading.messages);
  };
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    read(chunk);
    look();
  });
  socket.on('error', () => undefined);
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isOver = true;
      look();
    });
  }
  await once(socket, 'connect');

  /** Waits until this is something else than undefined. */
  function until<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        waiting.delete(one);
        act();
      };
      const one = (): void => {
        const found = find();
        if (found !== undefined) settle(() => resolve(found));
      };
      const timer = setTimeout(
        () => settle(() => reject(new Error(`${what}; heard ${JSON.stringify(messages).slice(-1000)}`))),
        PATIENCE_MS,
      );
      waiting.add(one);
      one();
    });
  }

  return {
    socket,
    messages,
    bytes: () => Buffer.concat(chunks),
    send(...said: readonly Said[]): void {
      for (const one of said) {
        socket.write(bytesOf(one));
        if ('kind' in one && (one.kind === 'create' || one.kind === 'join')) stream = quantumCodec.afterChoice(stream);
      }
    },
    /** The oldest message that nobody has taken yet. */
    hear: (): Promise<Heard> => until('nothing heard', () => messages.shift()),
    /** So many bytes, which are then taken. */
    take: (count: number): Promise<Buffer> =>
      until(`fewer than ${count} bytes`, () => {
        const all = Buffer.concat(chunks);
        if (all.length < count) return undefined;
        chunks.splice(0, chunks.length, all.subarray(count));
        return all.subarray(0, count);
      }),
    /** Resolves when what was heard makes this true. */
    until: (isTrue: () => boolean): Promise<true> => until('not heard', () => (isTrue() ? true : undefined)),
    /** Resolves when the server has closed the connection. */
    closed: (): Promise<true> => until('still open', () => (isOver ? true : undefined)),
    async leave(): Promise<void> {
      const closed = once(socket, 'close');
      socket.end();
      await closed;
    },
  };
}

export type QuantumClient = Awaited<ReturnType<typeof knock>>;

/** Somebody in a match, after the greeting that they and the others hear. */
export async function enter(
  address: string | null,
  {
    match,
    name,
    role,
  }: { readonly match: number | 'new'; readonly name: string; readonly role: quantumCodec.WireRole },
  finish?: (end: () => void) => void,
) {
  const client = await knock(address, finish);
  await client.hear();
  client.send(match === 'new' ? { kind: 'create' } : { kind: 'join', match }, { kind: 'name', name });
  await client.hear();
  client.send({ kind: 'role', role });
  await client.hear();
  await client.hear();
  return client;
}

/** Whether somebody can still take the black seat of a match as if nothing had happened. */
export async function expectUnharmed(address: string | null, match = 1): Promise<void> {
  const cid = await knock(address);
  await cid.hear();
  cid.send({ kind: 'join', match }, { kind: 'name', name: 'cid' });
  expect(await cid.hear()).toEqual({ kind: 'roles', roles: ['black', 'spectator'] });
  cid.send({ kind: 'role', role: 'black' });
  expect(await cid.hear()).toMatchObject({ kind: 'chat', text: 'has joined' });
  expect(await cid.hear()).toMatchObject({ kind: 'board' });
  await cid.leave();
}

const HANDSHAKE = ['refresh', 'create', 'join', 'name', 'role'];

function bytesOf(said: Said): Uint8Array {
  if (!('kind' in said)) return said;
  return HANDSHAKE.includes(said.kind)
    ? quantumCodec.encodeHandshake(said as quantumCodec.HandshakeMessage)
    : quantumCodec.encodeClientMessage(said as quantumCodec.ClientMessage);
}
