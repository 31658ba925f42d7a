import type { PersonId } from '@chessmith/people';
import { expect, test } from 'vitest';
import { createReadQuota } from './read-quota.js';

const [ANNA, BERT] = ['anna', 'bert'] as unknown as [PersonId, PersonId];

/** Four reads per second, a burst of forty; one person has a burst of ten. */
function open() {
  let nowMs = 0;
  const quota = createReadQuota(4, { monotonicMs: () => nowMs });
  const reads = (address: string, person: PersonId | null, times: number): number =>
    Array.from({ length: times }, () => quota.admit({ address, person })).filter((waitMs) => waitMs === 0).length;
  const wait = (ms: number): void => {
    nowMs += ms;
  };
  return { ...quota, reads, wait };
}

test('an address has a quota, and each person behind it a part', () => {
  const { reads } = open();
  expect(reads('school', ANNA, 20)).toBe(10);
  expect(reads('school', BERT, 20)).toBe(10);
  expect(reads('school', null, 100)).toBeLessThan(20);
  expect(reads('elsewhere', null, 100)).toBe(40);
  expect(reads('home', ANNA, 20)).toBe(0);
});

test('a refused read says how long to wait, and that time is enough', () => {
  const { admit, reads, wait } = open();
  reads('here', null, 40);
  const waitMs = admit({ address: 'here', person: null });
  expect(waitMs).toBe(250);
  wait(waitMs);
  expect(reads('here', null, 2)).toBe(1);
});

test('a long response counts as many reads, and its debt is paid back within the time of two bursts', () => {
  const { charge, reads, wait } = open();
  charge({ address: 'here', person: null }, 1_000_000);
  expect(reads('here', null, 1)).toBe(0);
  // It reads again meanwhile: after 20 idle seconds a reader and its debt are forgotten.
  wait(10_000);
  expect(reads('here', null, 1)).toBe(0);
  wait(10_000);
  expect(reads('here', null, 100)).toBe(40);
});

test('a long stream leaves half of the quota to other reads', () => {
  const { pace, reads, wait } = open();
  const reader = { address: 'here', person: null };
  expect(pace(reader, 20)).toBe(0);
  expect(pace(reader, 4)).toBe(1000);
  expect(reads('here', null, 10)).toBe(10);
  wait(3500);
  expect(pace(reader, 0)).toBe(0);
});
