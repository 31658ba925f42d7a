import { expect, test } from 'vitest';
import { assertSafeLibrary } from './writable-database.js';

test.each(['3.51.3', '3.51.10', '3.52.0', '3.53.2', '4.0.0'])('SQLite %s is accepted', (version) => {
  expect(() => assertSafeLibrary(version)).not.toThrow();
});

test.each(['3.51.2', '3.50.9', '3.40.1', '2.99.99', '3.7.0'])('SQLite %s is refused with the reason', (version) => {
  expect(() => assertSafeLibrary(version)).toThrow(`SQLite ${version} can corrupt its file; at least 3.51.3 is needed`);
});
