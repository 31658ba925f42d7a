import { expect, test } from 'vitest';
import { exceededLimit, pageFaultMs } from './exceeded-limit.js';

const BUDGET = { cpuMs: 100, wallMs: 10_000 };
const PAGES_OF_80_MB = 19_532;

const judged = (
  used: { scriptMs: number; serverMs?: number; wallMs?: number; waitedMs?: number },
  spared = 0,
  factor = 1,
) => {
  const { scriptMs, serverMs = 0, wallMs = scriptMs + serverMs, waitedMs = 0 } = used;
  return exceededLimit({ wallMs, waitedMs, allMs: scriptMs + serverMs, scriptMs }, BUDGET, factor, () => spared);
};

test('a script has 100 ms and no more, whatever the server took besides', () => {
  for (const serverMs of [0, 500, 1900]) {
    expect(judged({ scriptMs: 100, serverMs })).toBeUndefined();
    expect(judged({ scriptMs: 101, serverMs })).toBe('cpu');
  }
});

test('the time of the server is limited too, and so is the wall time', () => {
  expect(judged({ scriptMs: 1, serverMs: 2001 })).toBe('server');
  expect(judged({ scriptMs: 1, wallMs: 10_001 })).toBe('wall');
});

test('on a busy machine a script gets up to twice as much time', () => {
  expect(judged({ scriptMs: 140, waitedMs: 0 })).toBe('cpu');
  expect(judged({ scriptMs: 140, waitedMs: 40 })).toBe('cpu');
  expect(judged({ scriptMs: 140, waitedMs: 80 })).toBeUndefined();
  expect(judged({ scriptMs: 199, waitedMs: 5000 })).toBeUndefined();
  expect(judged({ scriptMs: 201, waitedMs: 5000 })).toBe('cpu');
});

test('waiting for a processor does not count, up to a limit', () => {
  expect(judged({ scriptMs: 1, wallMs: 60_000, waitedMs: 59_000 })).toBeUndefined();
  expect(judged({ scriptMs: 1, wallMs: 12_000, waitedMs: 1000 })).toBe('wall');
  expect(judged({ scriptMs: 1, wallMs: 100_001, waitedMs: 99_000 })).toBe('wall');
});

test('if only the CPU time of the whole process is known, the limits are larger', () => {
  expect(judged({ scriptMs: 400, serverMs: 4000 }, 0, 5)).toBeUndefined();
  expect(judged({ scriptMs: 501 }, 0, 5)).toBe('cpu');
});

test('a script that touches 80 MB is not charged for the page faults', () => {
  const spared = pageFaultMs({ ms: 50, faults: 1000 }, { ms: 300, faults: 1000 + PAGES_OF_80_MB });
  expect(judged({ scriptMs: 345 }, spared)).toBeUndefined();
  expect(judged({ scriptMs: 355 }, spared)).toBe('cpu');
});

test('a script that touches no memory is charged for all of its time', () => {
  expect(pageFaultMs({ ms: 50, faults: 1000 }, { ms: 300, faults: 1000 })).toBe(0);
});
