import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Io } from './command.js';
import { linesOf } from './lines.js';

/** The real standard streams. */
export function processIo(): Io {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `chessmith rulesets | head -1` closes the pipe early; that is not an error.
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`chessmith: cannot write the output: ${error.message}\n`);
    process.exit(1);
  });
  // If the error stream is closed, messages are dropped; the output and the exit code still count.
  process.stderr.on('error', () => undefined);
  return {
    lines: (longest) => linesOf(process.stdin, longest),
    out: (text) => write(process.stdout, text),
    err: async (text) => void process.stderr.write(text),
    ...(process.stderr.isTTY
      ? { progress: (line: string) => void process.stderr.write(`\r${line}${CLEAR_TO_END}`) }
      : {}),
  };
}

/** The escape sequence that clears the rest of the line. */
const CLEAR_TO_END = '\u001b[K';

/** Writes to a stream, and waits while its reader is slow. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
