const FIELDS = 11;

/** The size of C's `struct tm` in this build. */
export const TM_BYTES = 4 * FIELDS;

const DAY_MS = 86_400_000;

/** Writes an instant into a `struct tm`. The time zone is always UTC. */
export function breakDown(seconds: number, tm: Uint8Array): number {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / DAY_MS);
  const time = [date.getUTCSeconds(), date.getUTCMinutes(), date.getUTCHours()];
  const day = [date.getUTCDate(), date.getUTCMonth(), year - 1900, date.getUTCDay(), dayOfYear];
  fieldsOf(tm).set([...time, ...day, 0, 0, 0]);
  return 0;
}

/** The seconds since 1970 of a `struct tm`. Fields outside their ranges are normalised, as C's `mktime` does. */
export function countSeconds(tm: Uint8Array): bigint {
  const [second, minute, hour, day, month, year] = fieldsOf(tm);
  const seconds = Math.floor(Date.UTC(year! + 1900, month!, day!, hour!, minute!, second!) / 1000);
  if (Number.isNaN(seconds)) return -1n;
  breakDown(seconds, tm);
  return BigInt(seconds);
}

const fieldsOf = (tm: Uint8Array): Int32Array => new Int32Array(tm.buffer, tm.byteOffset, FIELDS);
