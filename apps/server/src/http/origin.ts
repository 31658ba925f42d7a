import type { IncomingHttpHeaders } from 'node:http';
import type { Configuration } from '../configuration.js';

/** Whether a page of another origin asks, and is not among the allowed ones. Programs send no origin and are none. */
export function isForeign(headers: IncomingHttpHeaders, { allowedOrigins }: Configuration): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return false;
  try {
    return new URL(origin).host !== host;
  } catch {
    return true;
  }
}
