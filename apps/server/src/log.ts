import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './configuration.js';

/** Where a secret could stand in what is logged. Requests are logged by route and status only, so this is the second net. */
const SECRETS = ['token', 'secret', 'joinCode', 'authorization', 'cookie'];

/**
 * The disk that takes the log may be full, and whoever reads it may be gone. A line that cannot be written then is lost;
 * pino's own stream would stop everything until it can be.
 */
const ERROR_STREAM: DestinationStream = {
  write(line) {
    try {
      writeSync(2, line);
    } catch {}
  },
};

/** Structured logs, one JSON object a line. Standard output is for the address. */
export function openLog(level: LogLevel, to: DestinationStream = ERROR_STREAM): Logger {
  const redact = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["set-${name}"]`]);
  // The rooms inside say `error`; without this, what went wrong would be written as {}.
  return pino({ level, base: null, redact, serializers: { error: pino.stdSerializers.err } }, to);
}
