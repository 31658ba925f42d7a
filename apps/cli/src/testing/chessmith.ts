import type { Command, ExitCode } from '../command.js';
import { linesOf } from '../lines.js';
import { main } from '../main.js';

export type Session = { readonly code: ExitCode; readonly out: string; readonly err: string };

/** Runs the command in this process, with these words and this standard input, and gives all that came out. */
export async function chessmith(
  args: readonly string[],
  { input = '', commands }: { input?: string; commands?: readonly Command[] } = {},
): Promise<Session> {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    lines: (longest?: number) => linesOf(oneChunk(input), longest),
    out: async (text: string) => void out.push(text),
    err: async (text: string) => void err.push(text),
  };
  const code = await main(args, io, commands);
  return { code, out: out.join(''), err: err.join('') };
}

async function* oneChunk(text: string) {
  yield Buffer.from(text);
}
