import { spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { FORBIDDEN_ACTIONS } from '../testing/escapes/forbidden-actions.js';
import { openOutside } from '../testing/escapes/outside.js';
import { type Isolation, isolations } from './isolation.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outside = openOutside();
// Everybody may come in, so that it is not the folder that keeps them out.
chmodSync(outside.folder, 0o777);
afterAll(() => outside.close());

type Start = Pick<Isolation, 'command' | 'args' | 'user'>;
const NO_FENCE: Start = {
  command: process.execPath,
  args: ['--conditions=source', '--import', here('../testing/from-source.mjs'), ''],
};

/** Whether who does this deed behind a fence gets out. */
async function getsOut({ command, args, user }: Start, deed: keyof typeof FORBIDDEN_ACTIONS): Promise<boolean> {
  const attempt = await outside.attempt();
  const program = here('../testing/escapes/isolated-host.ts');
  const words = [...args.slice(0, -1), program, deed, JSON.stringify(attempt.bait)];
  const child = spawn(command, words, { ...user, env: {}, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout!.on('data', (part: Buffer) => {
    said += part;
  });
  await new Promise((resolve) => child.once('close', resolve));
  expect(said).toContain('begun');
  return attempt.cameOut(said);
}

/** What every fence keeps from who has broken through the seal; from the network bubblewrap alone does. */
const REFUSED = ['readFile', 'writeFile', 'startThread', 'startProcess', 'shell'] as const;
const NETWORK = ['connect', 'fetch'] as const;

/** Bubblewrap may be installed, and yet not be allowed to make a machine of its own. */
const works = ({ name, command }: Isolation): boolean =>
  name !== 'bubblewrap' || spawnSync(command, ['--unshare-all', '--ro-bind', '/', '/', '--', 'true']).status === 0;
const working = isolations(true).filter(works);
const wrapped = working.find(({ name }) => name === 'bubblewrap');

describe.each(working)('behind the fence "$name"', (fence) => {
  test.each(REFUSED)('who has broken out of the interpreter comes no further: %s', async (deed) => {
    expect(await getsOut(fence, deed)).toBe(false);
  });
});

test.skipIf(wrapped === undefined).each(NETWORK)('behind bubblewrap he has no network: %s', async (deed) => {
  expect(await getsOut(wrapped!, deed)).toBe(false);
});

test.each([...REFUSED, ...NETWORK])('without a fence he does: %s', async (deed) => {
  expect(await getsOut(NO_FENCE, deed)).toBe(true);
});
