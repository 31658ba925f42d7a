import type { Command, ExitCode } from '../command.js';
import { linesOf } from '../lines.js';
import { main } from '../main.js';

export type Session = {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** In a terminal: the status lines, each of which replaced the one before. */
  readonly progress?: readonly string[];
};

/** Runs the command in this process with these arguments and this standard input, and returns all its output. */
export async function chessmith(
  args: readonly string[],
  { input = '', isTerminal = false, commands }: Given = {},
): Promise<Session> {
  const out: string[] = [];
  const err: string[] = [];
  const progress: string[] = [];
  const io = {
    lines: (longest?: number) => linesOf(oneChunk(input), longest),
    out: async (text: string) => void out.push(text),
    err: async (text: string) => void err.push(text),
    ...(isTerminal ? { progress: (line: string) => void progress.push(line) } : {}),
  };
  const code = await main(args, io, commands);
  return { code, out: out.join(''), err: err.join(''), ...(isTerminal ? { progress } : {}) };
}

type Given = { readonly input?: string; readonly isTerminal?: boolean; readonly commands?: readonly Command[] };

async function* oneChunk(text: string) {
  yield Buffer.from(text);
}
