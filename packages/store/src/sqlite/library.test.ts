import { expect, test } from 'vitest';
import { assertLibrary } from './library.js';

test('the installed library runs', () => {
  expect(() => assertLibrary()).not.toThrow();
});

test.each([
  ['was not built', 'Could not locate the bindings file. Tried:\n → /opt/a.node\n → /opt/b.node'],
  [
    'was built for another Node',
    'The module was compiled against a different Node.js version using\nNODE_MODULE_VERSION 115.',
  ],
])('a library that %s is reported in one line, with what to do', (_, message) => {
  const fail = (): never => {
    throw new Error(message);
  };
  expect(() => assertLibrary(fail)).toThrow(
    /^the database library does not run \([^\n]+\); 'npm rebuild better-sqlite3' builds it for this Node \(v\d+/,
  );
  expect(() => assertLibrary(fail)).toThrow(expect.objectContaining({ code: 'store/unavailable' }));
});
