import { once } from 'node:events';
import { connect } from 'node:net';
import { quantumCodec } from '@chessmith/protocol';
import { expect, onTestFinished } from 'vitest';
import { readConfiguration } from '../configuration.js';
import { openServer, type Server, type ServerOverrides } from '../open-server.js';

type Outgoing = quantumCodec.HandshakeMessage | quantumCodec.ClientMessage | Uint8Array;
type Incoming = quantumCodec.ServerGreeting | quantumCodec.ServerMessage;

const TIMEOUT_MS = 30_000;

/** Starts a server for one test; returns the address of its Quantum Chess TCP port. */
export async function startQuantumServer(
  flags: { readonly [flag: string]: string } = {},
  overrides: ServerOverrides = {},
) {
  const configuration = readConfiguration({ ...SETTINGS, ...flags }, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const server = await openServer(configuration.value, overrides);
  onTestFinished(() => server.close());
  return quantumAddressOf(server);
}

/** The address of the Quantum Chess TCP port; null if it is off. */
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

/** Connects to the Quantum Chess TCP port; keeps the received bytes and messages. */
export async function connectQuantum(address: string | null, finish: (end: () => void) => void = onTestFinished) {
  const [, host, port] = /^(.*):(\d+)$/.exec(address ?? '')!;
  const socket = connect({ host: host!, port: Number(port) });
  finish(() => void socket.destroy());
  const chunks: Buffer[] = [];
  const messages: Incoming[] = [];
  const waiting = new Set<() => void>();
  let stream = quantumCodec.newServerStream;
  let isClosed = false;

  const checkWaiting = (): void => {
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
    checkWaiting();
  });
  socket.on('error', () => undefined);
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isClosed = true;
      checkWaiting();
    });
  }
  await once(socket, 'connect');

  /** Waits until `find` returns a value. */
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
        () => settle(() => reject(new Error(`${what}; received ${JSON.stringify(messages).slice(-1000)}`))),
        TIMEOUT_MS,
      );
      waiting.add(one);
      one();
    });
  }

  return {
    socket,
    messages,
    bytes: () => Buffer.concat(chunks),
    send(...outgoing: readonly Outgoing[]): void {
      for (const one of outgoing) {
        socket.write(bytesOf(one));
        if ('kind' in one && (one.kind === 'create' || one.kind === 'join')) stream = quantumCodec.afterChoice(stream);
      }
    },
    /** Removes and returns the oldest message. */
    receive: (): Promise<Incoming> => until('nothing received', () => messages.shift()),
    /** Removes and returns this many bytes. */
    take: (count: number): Promise<Buffer> =>
      until(`fewer than ${count} bytes`, () => {
        const all = Buffer.concat(chunks);
        if (all.length < count) return undefined;
        chunks.splice(0, chunks.length, all.subarray(count));
        return all.subarray(0, count);
      }),
    /** Resolves when the received messages fulfil the condition. */
    until: (isTrue: () => boolean): Promise<true> => until('condition not met', () => (isTrue() ? true : undefined)),
    /** Resolves when the server has closed the connection. */
    closed: (): Promise<true> => until('still open', () => (isClosed ? true : undefined)),
    async leave(): Promise<void> {
      const closed = once(socket, 'close');
      socket.end();
      await closed;
    },
  };
}

export type QuantumClient = Awaited<ReturnType<typeof connectQuantum>>;

/** A client in a match, after the messages of its arrival. */
export async function enterMatch(
  address: string | null,
  {
    match,
    name,
    role,
  }: { readonly match: number | 'new'; readonly name: string; readonly role: quantumCodec.WireRole },
  finish?: (end: () => void) => void,
) {
  const client = await connectQuantum(address, finish);
  await client.receive();
  client.send(match === 'new' ? { kind: 'create' } : { kind: 'join', match }, { kind: 'name', name });
  await client.receive();
  client.send({ kind: 'role', role });
  await client.receive();
  await client.receive();
  return client;
}

/** Expects that a new client can still take the black seat of a match. */
export async function expectUnharmed(address: string | null, match = 1): Promise<void> {
  const cid = await connectQuantum(address);
  await cid.receive();
  cid.send({ kind: 'join', match }, { kind: 'name', name: 'cid' });
  expect(await cid.receive()).toEqual({ kind: 'roles', roles: ['black', 'spectator'] });
  cid.send({ kind: 'role', role: 'black' });
  expect(await cid.receive()).toMatchObject({ kind: 'chat', text: 'has joined' });
  expect(await cid.receive()).toMatchObject({ kind: 'board' });
  await cid.leave();
}

const HANDSHAKE = ['refresh', 'create', 'join', 'name', 'role'];

function bytesOf(message: Outgoing): Uint8Array {
  if (!('kind' in message)) return message;
  return HANDSHAKE.includes(message.kind)
    ? quantumCodec.encodeHandshake(message as quantumCodec.HandshakeMessage)
    : quantumCodec.encodeClientMessage(message as quantumCodec.ClientMessage);
}
