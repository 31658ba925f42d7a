import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './configuration.js';

/** Fields that may contain secrets. Requests are logged by route and status only, so this is a second safeguard. */
const SECRETS = ['token', 'secret', 'joinCode', 'authorization', 'cookie'];

/**
 * Writes to standard error. If the disk is full or the reader is gone, the line is lost; pino's own stream would
 * block the process.
 */
const ERROR_STREAM: DestinationStream = {
  write(line) {
    try {
      writeSync(2, line);
    } catch {}
  },
};

/** Structured logs, one JSON object per line. Standard output is reserved for the address. */
export function createLog(level: LogLevel, to: DestinationStream = ERROR_STREAM): Logger {
  const redact = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["set-${name}"]`]);
  // The inner packages log errors as `error`; without a serializer they would become `{}`.
  return pino({ level, base: null, redact, serializers: { error: pino.stdSerializers.err } }, to);
}
