import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { quantumCodec } from '@chessmith/protocol';
import type { Clock } from '@chessmith/service';
import type { Logger } from 'pino';
import { takeToken, tokenBucket, waitMs } from '../rate-limit/token-bucket.js';
import type { AddressUse } from './address-limits.js';
import type { Lobby } from './lobby.js';
import type { QuantumLimits } from './quantum-limits.js';
import { openTcpSession, type TcpSession } from './session.js';

const CLOSING_MS = 2000;
const KEEP_ALIVE_MS = 30_000;
/** Bytes. Slower readers are disconnected. */
const MOST_UNREAD = 1024 * 1024;
/** Messages of one client before other clients get a turn. */
const MESSAGES_PER_TURN = 16;

type ConnectionOptions = {
  readonly lobby: Lobby;
  readonly use: AddressUse;
  readonly limits: Pick<QuantumLimits, 'choosingMs' | 'messages'>;
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * Serves one client until it leaves, or until it sends no complete message for `choosingMs` before it has a role. In
 * a match a client may be silent for hours; TCP keep-alive detects lost ones. Resolves when the client is gone and
 * its seat is given up; never rejects.
 */
export async function serveConnection(socket: Socket, options: ConnectionOptions): Promise<void> {
  const { lobby, use, log } = options;
  const session = openTcpSession(lobby, use, (bytes) => send(socket, bytes));
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.on('timeout', () => socket.destroy());
  // The loop below sees errors too, but one that comes while it is busy needs a listener.
  socket.on('error', () => socket.destroy());
  try {
    await session.welcome();
    await readMessages(socket, session.receive, options);
  } catch (error) {
    if (!isDisconnection(error)) log.error({ err: error }, 'closed a quantum connection after an internal error');
  }
  try {
    await session.leave();
  } catch (error) {
    log.error({ err: error }, 'could not release the seat of a quantum client');
  }
  // A client that does not read does not see the end either.
  socket.setTimeout(CLOSING_MS);
  socket.destroySoon();
}

/** Runs until the client ends the connection, or sends a message that is malformed or refused. Reads nothing ahead. */
async function readMessages(
  socket: Socket,
  receive: TcpSession['receive'],
  { clock, limits }: ConnectionOptions,
): Promise<void> {
  const bucket = tokenBucket(limits.messages);
  const waitForChoice = () => clock.wake(clock.monotonicMs() + limits.choosingMs, () => socket.destroy());
  let stopWaiting = waitForChoice();
  let stream = quantumCodec.newClientStream;
  let handled = 0;
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      const reading = quantumCodec.readFromClient(stream, chunk as Uint8Array);
      for (const message of reading.messages) {
        while (!socket.destroyed && !takeToken(bucket, clock.monotonicMs())) await pause(socket, clock, waitMs(bucket));
        // Remaining messages of a disconnected client are dropped; there may be endlessly many.
        if (socket.destroyed || !(await receive(message))) return;
        if (++handled % MESSAGES_PER_TURN === 0) await setImmediate();
      }
      if (reading.problem !== undefined) return reportMalformed(socket, reading);
      if (stream.phase !== 'match' && reading.messages.length > 0) {
        stopWaiting();
        if (reading.stream.phase !== 'match') stopWaiting = waitForChoice();
      }
      stream = reading.stream;
    }
  } finally {
    stopWaiting();
  }
}

/** Resolves early if the connection closes. */
function pause(socket: Socket, clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.wake(clock.monotonicMs() + ms, done);
    socket.once('close', done);
    function done(): void {
      stop();
      socket.off('close', done);
      resolve();
    }
  });
}

/** Reports a malformed message. Only possible in a match: before that, the protocol has no error message. */
function reportMalformed(socket: Socket, { problem, stream }: ReturnType<typeof quantumCodec.readFromClient>): void {
  const message = problem === 'bad-square' ? 'invalid position' : 'invalid message received';
  if (stream.phase === 'match') send(socket, quantumCodec.encodeServerMessage({ kind: 'error', message }));
}

function send(socket: Socket, bytes: Uint8Array): void {
  if (!socket.writable) return;
  socket.write(bytes);
  if (socket.writableLength > MOST_UNREAD) socket.destroy();
}

const DISCONNECTIONS = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'];

const isDisconnection = (error: unknown): boolean =>
  DISCONNECTIONS.includes((error as { readonly code?: string } | null)?.code ?? '');
