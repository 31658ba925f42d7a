import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { doubtfulStore } from '../testing/doubtful-store.js';
import { startTestServer } from '../testing/test-server.js';

const DEPLOY = readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8');
const OF_EVERY_PROCESS = /^chessmith_(process|nodejs)_/;

test('docs/deploy.md lists every metric by name', async () => {
  const metrics: string = (await (await startTestServer()).call('GET', '/metrics')).body;
  const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  const ours = names.filter((name) => !OF_EVERY_PROCESS.test(name));
  const documented = [...DEPLOY.matchAll(/^\| `(chessmith_\w+)` \|/gm)].map(([, name = '']) => name);
  expect(ours.sort()).toEqual(documented.sort());
});

test('the readiness metric is 0 while the store cannot write', async () => {
  const { store, failing } = doubtfulStore();
  const testServer = await startTestServer({}, onTestFinished, { store });
  const ready = async () => /^chessmith_ready (\d)/m.exec((await testServer.call('GET', '/metrics')).body)?.[1];
  expect(await ready()).toBe('1');
  await failing(503, async () => expect(await ready()).toBe('0'));
  expect(await ready()).toBe('1');
});
