import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Io } from './command.js';
import { linesOf } from './lines.js';

/** The real standard streams. */
export function processIo(): Io {
  // `chessmith rulesets | head -1` closes the pipe early; that is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    lines: (longest) => linesOf(process.stdin, longest),
    out: (text) => write(process.stdout, text),
    err: (text) => write(process.stderr, text),
    ...(process.stderr.isTTY
      ? { progress: (line: string) => void process.stderr.write(`\r${line}${CLEAR_TO_END}`) }
      : {}),
  };
}

/** Of the line, as every terminal understands it. */
const CLEAR_TO_END = '\u001b[K';

/** Writes to a stream, and waits while its reader is slow. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
