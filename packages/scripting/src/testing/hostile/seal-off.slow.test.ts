import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { HOSTILE } from './cases.js';
import { HOSTILE_JAVASCRIPT } from './javascript.js';

/** A probe that finds nothing because it asks wrongly would prove nothing: here each runs where there is something to find. */
const PROBES = HOSTILE.filter(
  ({ name, ends }) => ends.includes('contained') && /escaped/.test(HOSTILE_JAVASCRIPT[name] ?? ''),
);

test.each(PROBES)('outside of the sandbox the probe of $name gets hold of something', ({ name }) => {
  const source = `const makeMove = (...args) => { ${HOSTILE_JAVASCRIPT[name]} };\nconsole.log(makeMove(0)); setImmediate(() => process.exit(0));`;
  const { stdout, status } = spawnSync(process.execPath, ['-e', source], { encoding: 'utf8' });
  expect(status === 1 ? 'ended' : stdout.trim()).toMatch(/^escaped: |^ended$/);
});
