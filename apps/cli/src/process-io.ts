import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Io } from './command.js';
import { linesOf } from './lines.js';

/** The real standard streams. */
export function processIo(): Io {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `chessmith rulesets | head -1` closes the pipe early; that is no failure of ours.
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`chessmith: what it says could not be written: ${error.message}\n`);
    process.exit(1);
  });
  // Where nobody hears what is said aside, it is not said; the answer and the exit code are what was asked for.
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

/** Of the line, as every terminal understands it. */
const CLEAR_TO_END = '\u001b[K';

/** Writes to a stream, and waits while its reader is slow. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
