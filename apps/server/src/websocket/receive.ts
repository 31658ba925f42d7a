import type { Clock } from '@chessmith/service';
import type { WebSocket } from 'ws';
import { type BucketLimits, takeToken, tokenBucket } from '../rate-limit/token-bucket.js';
import { CLOSED, type Sender } from './send.js';

/**
 * Passes messages on within the rate limit of a connection. Pings and pongs count too, since each takes time to read;
 * `maxFragments` bounds the frames of one message. Above the limit the connection is closed and no longer read.
 */
export function receiveMessages(
  socket: WebSocket,
  sender: Sender,
  { clock, limits }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly limits: BucketLimits },
  onMessage: (text: string, isBinary: boolean) => void,
): void {
  const bucket = tokenBucket(limits);
  const isAdmitted = (): boolean => {
    if (socket.readyState !== socket.OPEN) return false;
    if (takeToken(bucket, clock.monotonicMs())) return true;
    sender.close(CLOSED.policy, 'too many messages');
    socket.pause();
    return false;
  };
  socket.on('message', (message, isBinary) => {
    if (isAdmitted()) onMessage(String(message), isBinary);
  });
  socket.on('ping', (payload) => {
    if (isAdmitted()) sender.pong(payload);
  });
  socket.on('pong', isAdmitted);
}
