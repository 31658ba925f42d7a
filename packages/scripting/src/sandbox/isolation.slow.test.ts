import { spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { FORBIDDEN_ACTIONS } from '../testing/escapes/forbidden-actions.js';
import { openOutside } from '../testing/escapes/outside.js';
import { type Isolation, isolations } from './isolation.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outside = openOutside();
// World-writable, so that the isolation keeps the process out and not the folder's permissions.
chmodSync(outside.folder, 0o777);
afterAll(() => outside.close());

type Start = Pick<Isolation, 'command' | 'args' | 'user'>;
const NO_ISOLATION: Start = {
  command: process.execPath,
  args: ['--conditions=source', '--import', here('../testing/from-source.mjs'), ''],
};

/** Whether a process in this isolation can perform a forbidden action. */
async function getsOut({ command, args, user }: Start, action: keyof typeof FORBIDDEN_ACTIONS): Promise<boolean> {
  const attempt = await outside.attempt();
  const program = here('../testing/escapes/isolated-host.ts');
  const words = [...args.slice(0, -1), program, action, JSON.stringify(attempt.bait)];
  const child = spawn(command, words, { ...user, env: {}, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout!.on('data', (part: Buffer) => {
    said += part;
  });
  await new Promise((resolve) => child.once('close', resolve));
  expect(said).toContain('begun');
  return attempt.cameOut(said);
}

/**
 * What every isolation prevents even after an escape from the interpreter; only bubblewrap also prevents network
 * access.
 */
const REFUSED = ['readFile', 'writeFile', 'startThread', 'startProcess', 'shell'] as const;
const NETWORK = ['connect', 'fetch'] as const;

/** Bubblewrap may be installed but not allowed to create namespaces. */
const works = ({ name, command }: Isolation): boolean =>
  name !== 'bubblewrap' || spawnSync(command, ['--unshare-all', '--ro-bind', '/', '/', '--', 'true']).status === 0;
const working = isolations(true).filter(works);
const wrapped = working.find(({ name }) => name === 'bubblewrap');

describe.each(working)('with the isolation "$name"', (isolation) => {
  test.each(REFUSED)('code that escaped the interpreter can do no more: %s', async (action) => {
    expect(await getsOut(isolation, action)).toBe(false);
  });
});

test.skipIf(wrapped === undefined).each(NETWORK)('with bubblewrap it has no network: %s', async (action) => {
  expect(await getsOut(wrapped!, action)).toBe(false);
});

test.each([...REFUSED, ...NETWORK])('without isolation it can: %s', async (action) => {
  expect(await getsOut(NO_ISOLATION, action)).toBe(true);
});
