import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Random } from '@chessmith/std';

/** What a program did to its files and said, in the order in which it began to. */
type Deed =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly file: string; readonly at: number }
  /** All that was done to the file before the deed of this number is on the disk. */
  | { readonly kind: 'sync'; readonly file: string; readonly before: number }
  | { readonly kind: 'say'; readonly line: string };

/** What strace has to be told for `deedsIn`. */
export const WHOLE_CALLS = ['-y', '-xx', '-s', '1000000', '-e', 'trace=write,pwrite64,ftruncate,fsync,fdatasync'];

const CALL = /^(\d+) +(\w+)\((\d+)<([^>]*)>(?:, "([^"]*)")?(?:, (\d+))?(?:, (\d+))?(?:\) += (-?\d+)| <unfinished)/;
const RESUMED = /^(\d+) +<\.\.\. (?:fsync|fdatasync) resumed>\) += 0/;

/** The deeds of a program out of its system calls. */
export function systemCallsIn(calls: readonly string[]): readonly Deed[] {
  const deeds: Deed[] = [];
  const syncing = new Map<string, { readonly file: string; readonly before: number }>();
  for (const call of calls) {
    const [, thread = '', name = '', descriptor, path = '', hex = '', first, second, result] = CALL.exec(call) ?? [];
    const file = basename(text(path));
    const bytes = Buffer.from(hex.replaceAll('\\x', ''), 'hex');
    if (name === 'write' && descriptor === '1') deeds.push({ kind: 'say', line: String(bytes).trimEnd() });
    if (name === 'pwrite64') deeds.push({ kind: 'write', file, at: Number(second), bytes });
    if (name === 'ftruncate') deeds.push({ kind: 'cut', file, at: Number(first) });
    if (name.endsWith('sync')) {
      const sync = { file, before: deeds.length };
      if (result === '0') deeds.push({ kind: 'sync', ...sync });
      else syncing.set(thread, sync);
    }
    const done = syncing.get(RESUMED.exec(call)?.[1] ?? '');
    if (done !== undefined) deeds.push({ kind: 'sync', ...done });
  }
  return deeds;
}

/** Paths are written in numbers where all else is. */
const text = (said: string): string =>
  said.replace(/\\x(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const SECTOR = 512;

/**
 * The files as they might be found if the power had failed before a deed: what was synced is there; of the rest any
 * part, sector by sector.
 */
export function afterPowerLoss(deeds: readonly Deed[], atDeed: number, folder: string, random: Random): void {
  const files = new Map<string, { bytes: Buffer; synced: number }>();
  const past = deeds.slice(0, atDeed);
  for (const deed of past) {
    if (deed.kind === 'say') continue;
    const file = files.get(deed.file) ?? { bytes: Buffer.alloc(0), synced: 0 };
    files.set(deed.file, file);
    if (deed.kind === 'sync') file.synced = Math.max(file.synced, deed.before);
  }
  for (const [index, deed] of past.entries()) {
    if (deed.kind !== 'write' && deed.kind !== 'cut') continue;
    const file = files.get(deed.file)!;
    const isSure = index < file.synced;
    if (deed.kind === 'cut') {
      if (isSure || random.int(2) === 0) file.bytes = file.bytes.subarray(0, deed.at);
    } else file.bytes = written(file.bytes, deed, isSure ? () => true : luck(random));
  }
  for (const [name, { bytes }] of files) if (/\.sqlite(?:-wal)?$/.test(name)) writeFileSync(join(folder, name), bytes);
}

/** Of each write all, nothing, or some sectors. */
function luck(random: Random): () => boolean {
  const share = random.int(3);
  return () => (share === 1 ? random.int(2) === 0 : share === 2);
}

function written(
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
