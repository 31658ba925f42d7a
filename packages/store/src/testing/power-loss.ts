import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Random } from '@chessmith/std';

/** A system call that changes a file or prints a line, in the order in which the calls began. */
type SystemCall =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: string; readonly at: number }
  /** Everything before the call with this index is durable. */
  | { readonly kind: 'sync'; readonly file: string; readonly before: number }
  | { readonly kind: 'print'; readonly line: string };

/** The options of strace for `systemCallsIn`. */
export const WHOLE_CALLS = ['-y', '-xx', '-s', '1000000', '-e', 'trace=write,pwrite64,ftruncate,fsync,fdatasync'];

const CALL = /^(\d+) +(\w+)\((\d+)<([^>]*)>(?:, "([^"]*)")?(?:, (\d+))?(?:, (\d+))?(?:\) += (-?\d+)| <unfinished)/;
const RESUMED = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>\) += 0/;

/** Parses the output of strace. */
export function systemCallsIn(lines: readonly string[]): readonly SystemCall[] {
  const calls: SystemCall[] = [];
  const syncing = new Map<string, { readonly file: string; readonly before: number }>();
  for (const line of lines) {
    const [, thread = '', name = '', descriptor, path = '', hex = '', first, second, result] = CALL.exec(line) ?? [];
    const file = basename(unescapePath(path));
    const bytes = Buffer.from(hex.replaceAll('\\x', ''), 'hex');
    if (name === 'write' && descriptor === '1') calls.push({ kind: 'print', line: String(bytes).trimEnd() });
    if (name === 'pwrite64') calls.push({ kind: 'write', file, at: Number(second), bytes });
    if (name === 'ftruncate') calls.push({ kind: 'truncate', file, at: Number(first) });
    if (name.endsWith('sync')) {
      const sync = { file, before: calls.length };
      if (result === '0') calls.push({ kind: 'sync', ...sync });
      else syncing.set(thread, sync);
    }
    const done = syncing.get(RESUMED.exec(line)?.[1] ?? '');
    if (done !== undefined) calls.push({ kind: 'sync', ...done });
  }
  return calls;
}

/** With `-xx` strace escapes paths as well. */
const unescapePath = (escaped: string): string =>
  escaped.replace(/\\x(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const SECTOR = 512;

/**
 * Writes the files as a power loss before a call might leave them: everything synced, and a random part of the rest, sector
 * by sector.
 */
export function writeFilesAfterPowerLoss(
  calls: readonly SystemCall[],
  atCall: number,
  folder: string,
  random: Random,
): void {
  const files = new Map<string, { bytes: Buffer; synced: number }>();
  const past = calls.slice(0, atCall);
  for (const call of past) {
    if (call.kind === 'print') continue;
    const file = files.get(call.file) ?? { bytes: Buffer.alloc(0), synced: 0 };
    files.set(call.file, file);
    if (call.kind === 'sync') file.synced = Math.max(file.synced, call.before);
  }
  for (const [index, call] of past.entries()) {
    if (call.kind !== 'write' && call.kind !== 'truncate') continue;
    const file = files.get(call.file)!;
    const isSynced = index < file.synced;
    if (call.kind === 'truncate') {
      if (isSynced || random.int(2) === 0) file.bytes = file.bytes.subarray(0, call.at);
    } else file.bytes = applyWrite(file.bytes, call, isSynced ? () => true : randomSectors(random));
  }
  for (const [name, { bytes }] of files) if (/\.sqlite(?:-wal)?$/.test(name)) writeFileSync(join(folder, name), bytes);
}

/** Of each unsynced write, either all, none or random sectors survive. */
function randomSectors(random: Random): () => boolean {
  const share = random.int(3);
  return () => (share === 1 ? random.int(2) === 0 : share === 2);
}

function applyWrite(
  before: Buffer,
  { at, bytes }: { readonly at: number; readonly bytes: Buffer },
  isKept: () => boolean,
): Buffer {
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length));
  before.copy(after);
  let end = before.length;
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR));
    if (isKept()) {
      bytes.copy(after, at + from, from, to);
      end = Math.max(end, at + to);
    }
    from = to;
  }
  return after.subarray(0, end);
}
