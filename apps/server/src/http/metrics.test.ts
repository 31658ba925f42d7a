import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { doubtfulStore } from '../testing/doubtful-store.js';
import { startTestServer } from '../testing/test-server.js';

const DEPLOY = readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8');
const OF_EVERY_PROCESS = /^chessmith_(process|nodejs)_/;

test('what is counted stands, by its name, in the document for those who run a server', async () => {
  const told: string = (await (await startTestServer()).call('GET', '/metrics')).body;
  const names = [...told.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  const ours = names.filter((name) => !OF_EVERY_PROCESS.test(name));
  const documented = [...DEPLOY.matchAll(/^\| `(chessmith_\w+)` \|/gm)].map(([, name = '']) => name);
  expect(ours.sort()).toEqual(documented.sort());
});

test('a store that cannot write is counted as not ready, until it can', async () => {
  const { store, failing } = doubtfulStore();
  const testServer = await startTestServer({}, onTestFinished, { store });
  const ready = async () => /^chessmith_ready (\d)/m.exec((await testServer.call('GET', '/metrics')).body)?.[1];
  expect(await ready()).toBe('1');
  await failing(503, async () => expect(await ready()).toBe('0'));
  expect(await ready()).toBe('1');
});
