import type { PersonId } from '@chessmith/people';
import { err, ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import { createUploads, networkOf, type Uploader } from './upload-limits.js';

const LIMITS = {
  person: { burst: 6, perSecond: 1, atOnce: 2 },
  address: { burst: 12, perSecond: 2, atOnce: 3 },
};
const PASSED = async () => ok('passed');
const failed = (code: string) => async () => err({ code, message: '' });

const by = (person: string, ip = '1.1.1.1') => ({ person: person as PersonId, ip });

/** Upload limits with a clock of their own. */
function opened() {
  let nowMs = 0;
  const uploads = createUploads({ monotonicMs: () => nowMs }, LIMITS);
  const upload = async (uploader: Uploader & { person: PersonId }, check: () => ReturnType<typeof PASSED>) => {
    const no = uploads.charge(uploader);
    if (no !== null) return no.facts!.retryAfterMs;
    await uploads.run(uploader, check);
    return 'checked';
  };
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { uploads, upload, wait };
}

test('a failed check costs its author as much as three successful ones', async () => {
  const { upload, wait } = opened();
  const looping = failed('script/timeout') as never;
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await upload(by('eve'), looping));
  expect(answers).toEqual(['checked', 'checked', 1000]);
  wait(1000);
  expect(await upload(by('eve'), looping)).toBe('checked');
  const passed = [];
  for (let i = 0; i < 7; i++) passed.push(await upload(by('ann', '2.2.2.2'), PASSED));
  expect(passed).toEqual([...Array(6).fill('checked'), 1000]);
});

test('a failure of the server costs nothing extra', async () => {
  const { upload } = opened();
  const answers = [];
  for (let i = 0; i < 6; i++) answers.push(await upload(by('ann'), failed('sandbox/busy') as never));
  expect(answers).toEqual(Array(6).fill('checked'));
});

test('people at one address share its upload limit', async () => {
  const { upload } = opened();
  const looping = failed('script/timeout') as never;
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await upload(by(`guest ${i}`), looping));
  expect(answers).toEqual([...Array(4).fill('checked'), 500]);
  expect(await upload(by('ann', '2.2.2.2'), PASSED)).toBe('checked');
});

test('concurrent checks are limited per person and per address', async () => {
  const { uploads } = opened();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = (person: string, ip?: string) => uploads.run(by(person, ip), () => ended.then(PASSED));
  const checks = [run('eve'), run('eve'), run('eve'), run('mal'), run('zed'), run('ann', '2.2.2.2')];
  const refused = { ok: false, error: { code: 'rulesets/too-many-checks', facts: { retryAfterMs: 5000 } } };
  expect(await checks[2]).toMatchObject(refused);
  expect(await checks[4]).toMatchObject(refused);
  end();
  expect((await Promise.all(checks)).map(({ ok: isOk }) => isOk)).toEqual([true, true, false, true, false, true]);
  expect(await run('eve')).toEqual(ok('passed'));
  expect([uploads.addressOf('ann'), uploads.addressOf('nobody')]).toEqual(['2.2.2.2', undefined]);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:DB8:0:7::9', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
