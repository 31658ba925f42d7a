import { expect, test } from 'vitest';
import { sparedMs, verdict } from './verdict.js';

const BUDGET = { cpuMs: 100, wallMs: 10_000 };
const PAGES_OF_80_MB = 19_532;

const judged = (used: { scriptMs: number; serverMs?: number; wallMs?: number }, spared = 0, factor = 1) => {
  const { scriptMs, serverMs = 0, wallMs = scriptMs + serverMs } = used;
  return verdict({ wallMs, allMs: scriptMs + serverMs, scriptMs }, BUDGET, factor, () => spared);
};

test('a script has its tenth of a second and no more, whatever the server took beside', () => {
  for (const serverMs of [0, 500, 1900]) {
    expect(judged({ scriptMs: 100, serverMs })).toBeUndefined();
    expect(judged({ scriptMs: 101, serverMs })).toBe('cpu');
  }
});

test('what the server does for a call is bounded too, and so is the time on the clock', () => {
  expect(judged({ scriptMs: 1, serverMs: 2001 })).toBe('server');
  expect(judged({ scriptMs: 1, wallMs: 10_001 })).toBe('wall');
});

test('with the clock on the wall alone there is more patience', () => {
  expect(judged({ scriptMs: 400, serverMs: 4000 }, 0, 5)).toBeUndefined();
  expect(judged({ scriptMs: 501 }, 0, 5)).toBe('cpu');
});

test('a script that touches 80 MB is not charged with what the system takes to find them', () => {
  const spared = sparedMs({ ms: 50, faults: 1000 }, { ms: 300, faults: 1000 + PAGES_OF_80_MB });
  expect(judged({ scriptMs: 345 }, spared)).toBeUndefined();
  expect(judged({ scriptMs: 355 }, spared)).toBe('cpu');
});

test('a script that touches no memory is charged with all of its time', () => {
  expect(sparedMs({ ms: 50, faults: 1000 }, { ms: 300, faults: 1000 })).toBe(0);
});
