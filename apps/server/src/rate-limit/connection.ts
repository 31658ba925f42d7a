import type { Clock } from '@chessmith/service';
import type { WebSocket } from 'ws';
import { CLOSED, type Sender } from '../socket/send.js';
import { type BucketLimits, takeToken, tokenBucket } from './token-bucket.js';

/**
 * The rate limit of one connection in frames. Pings, pongs, empty frames and fragments count too, since each takes
 * time to read. The returned function counts frames; above the limit it closes the connection and returns false.
 */
export function connectionRateLimit(
  socket: WebSocket,
  sender: Sender,
  clock: Pick<Clock, 'monotonicMs'>,
  limits: BucketLimits,
): (frames: number) => boolean {
  const bucket = tokenBucket(limits);
  socket.on('ping', (payload) => {
    if (socket.readyState === socket.OPEN) sender.pong(payload);
  });
  return (frames) => {
    const mayRead = takeToken(bucket, clock.monotonicMs(), frames);
    if (!mayRead) sender.close(CLOSED.policy, 'too many messages');
    return mayRead;
  };
}
