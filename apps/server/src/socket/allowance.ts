import type { Clock } from '@chessmith/service';
import type { WebSocket } from 'ws';
import { type CreditLimits, openCredits, spend } from '../edge/credits.js';
import { CLOSED, type Outlet } from './outlet.js';

/**
 * What one connection may say. The returned function is asked for every message; it is false for one that is too much,
 * and the connection is then closed. Signs of life of the client's own count too, since each is answered.
 */
export function openAllowance(
  socket: WebSocket,
  outlet: Outlet,
  clock: Pick<Clock, 'monotonicMs'>,
  limits: CreditLimits,
): () => boolean {
  const credits = openCredits(limits);
  const mayGoOn = (): boolean => {
    // More may have come together with what was the last straw.
    if (socket.readyState !== socket.OPEN) return false;
    const mayIt = spend(credits, clock.monotonicMs());
    if (!mayIt) outlet.close(CLOSED.policy, 'too many messages');
    return mayIt;
  };
  socket.on('ping', (said) => {
    if (mayGoOn()) outlet.pong(said);
  });
  return mayGoOn;
}
