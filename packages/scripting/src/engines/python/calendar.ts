/** A moment as C's `struct tm` at `at` in a memory of 32-bit words. There is one time zone in here: UTC. */
export function breakDown(seconds: number, words: Int32Array, at: number): number {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / DAY_MS);
  const fields = [date.getUTCSeconds(), date.getUTCMinutes(), date.getUTCHours(), date.getUTCDate()];
  words.set([...fields, date.getUTCMonth(), year - 1900, date.getUTCDay(), dayOfYear, 0, 0], at);
  return 0;
}

/** The seconds since 1970 of a `struct tm`, whose fields may lie outside their ranges and are set right. */
export function countSeconds(words: Int32Array, at: number): bigint {
  const [second, minute, hour, day, month, year] = words.subarray(at, at + 6);
  const seconds = Math.floor(Date.UTC(year! + 1900, month!, day!, hour!, minute!, second!) / 1000);
  if (Number.isNaN(seconds)) return -1n;
  breakDown(seconds, words, at);
  return BigInt(seconds);
}

const DAY_MS = 86_400_000;
