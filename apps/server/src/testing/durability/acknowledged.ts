const ACKNOWLEDGED = /\bwritev?\(\d+,.*(?:HTTP\/1\.1 20[01]|\{\\"type\\":\\"result\\")/;
const SYNCED = /\bf(?:data)?sync\b.*= 0$/;

/** Counts the acknowledgements of a server, and those without an fsync since the previous one. */
export function countUnsynced(calls: readonly string[]): { readonly acknowledged: number; readonly unsynced: number } {
  let acknowledged = 0;
  let unsynced = 0;
  let syncs = 0;
  for (const call of calls) {
    if (SYNCED.test(call)) syncs += 1;
    if (!ACKNOWLEDGED.test(call)) continue;
    acknowledged += 1;
    if (syncs === 0) unsynced += 1;
    syncs = 0;
  }
  return { acknowledged, unsynced };
}
