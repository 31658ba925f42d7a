import type { FastifyRequest } from 'fastify';
import type { Configuration } from '../configuration.js';

/** Whether the request comes from a page of an origin that is not allowed. Programs send no origin. */
export function isForeign(
  { headers: { origin }, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  { allowedOrigins }: Pick<Configuration, 'allowedOrigins'>,
): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return false;
  try {
    return new URL(origin).host !== host;
  } catch {
    return true;
  }
}
