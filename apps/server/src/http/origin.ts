import type { FastifyRequest } from 'fastify';
import type { Configuration } from '../configuration.js';

/** Whether a page of another origin asks, and is not among the allowed ones. Programs send no origin and are none. */
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
