import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './configuration.js';

/** Where a secret could stand in what is logged. Requests are logged by route and status only, so this is the second net. */
const SECRETS = ['token', 'secret', 'joinCode', 'authorization', 'cookie'];

/** Structured logs, one JSON object a line. Standard output is for the address. */
export function openLog(level: LogLevel, to: DestinationStream = pino.destination(2)): Logger {
  const redact = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["set-${name}"]`]);
  // The rooms inside say `error`; without this, what went wrong would be written as {}.
  return pino({ level, base: null, redact, serializers: { error: pino.stdSerializers.err } }, to);
}
