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
  outlet: Sender,
  clock: Pick<Clock, 'monotonicMs'>,
  limits: BucketLimits,
): (frames: number) => boolean {
  const credits = tokenBucket(limits);
  socket.on('ping', (said) => {
    if (socket.readyState === socket.OPEN) outlet.pong(said);
  });
  return (frames) => {
    const mayRead = takeToken(credits, clock.monotonicMs(), frames);
    if (!mayRead) outlet.close(CLOSED.policy, 'too many messages');
    return mayRead;
  };
}
