/** In earlier versions two connections could corrupt the file in WAL mode (the WAL-reset bug of 3.7.0 to 3.51.2). */
const OLDEST_SAFE = [3, 51, 3];

/**
 * Throws if this version of SQLite may corrupt the file.
 * @param {string} version such as `3.53.2`
 */
export function assertSafeLibrary(version) {
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SAFE.map((oldest, index) => (parts[index] ?? 0) - oldest).find((part) => part !== 0) ?? 0;
  if (difference >= 0) return;
  throw new Error(`SQLite ${version} can corrupt its file; at least ${OLDEST_SAFE.join('.')} is needed`);
}
