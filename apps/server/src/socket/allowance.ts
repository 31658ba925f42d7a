import type { Clock } from '@chessmith/service';
import type { WebSocket } from 'ws';
import { type CreditLimits, openCredits, spend } from '../edge/credits.js';
import { CLOSED, type Outlet } from './outlet.js';

/**
 * The rate limit of one connection, in frames: pings, pongs, empty frames and fragments count like messages, since each takes
 * time to read. The returned function takes so many off; it closes the connection and gives false when there are too many.
 */
export function openAllowance(
  socket: WebSocket,
  outlet: Outlet,
  clock: Pick<Clock, 'monotonicMs'>,
  limits: CreditLimits,
): (frames: number) => boolean {
  const credits = openCredits(limits);
  socket.on('ping', (said) => {
    if (socket.readyState === socket.OPEN) outlet.pong(said);
  });
  return (frames) => {
    const mayRead = spend(credits, clock.monotonicMs(), frames);
    if (!mayRead) outlet.close(CLOSED.policy, 'too many messages');
    return mayRead;
  };
}
