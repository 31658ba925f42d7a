import { expect, test } from 'vitest';
import { slowLanes } from './slow-lanes.js';

const QUICK = { beganMs: 0, usedMs: 1, hasLost: false };
const SLOW = { beganMs: 0, usedMs: 100, hasLost: false };
const LOST = { beganMs: 0, usedMs: 100, hasLost: true };

test('a lane that took long is slow for half a minute, even with quick turns in between', () => {
  let nowMs = 0;
  const lanes = slowLanes(() => nowMs);
  const paceOf = (lane: string) => lanes.paceOf({ lane });
  lanes.ended({ lane: 'greedy' }, SLOW);
  lanes.ended({ lane: 'modest' }, { ...QUICK, usedMs: 10 });
  lanes.ended({ lane: 'greedy' }, QUICK);
  expect(['greedy', 'modest', 'unknown'].map(paceOf)).toEqual(['slow', 'quick', 'quick']);
  nowMs = 29_000;
  lanes.ended({ lane: 'greedy' }, SLOW);
  nowMs = 58_000;
  expect(paceOf('greedy')).toBe('slow');
  nowMs = 60_000;
  expect(paceOf('greedy')).toBe('quick');
});

test('the more workers were lost recently, the longer the lanes pause that cost them', () => {
  let nowMs = 0;
  const lanes = slowLanes(() => nowMs);
  /** A turn that costs a worker, which is replaced 400 ms after the turn began. */
  const harm = () => {
    const beganMs = nowMs;
    nowMs += 100;
    lanes.ended({ lane: 'hostile' }, { ...LOST, beganMs });
    nowMs += 300;
    lanes.replaced();
    return lanes.pauseMs();
  };
  expect(harm()).toBe(0);
  expect(lanes.paceOf({ lane: 'hostile' })).toBe('harmful');
  expect([harm(), harm()]).toEqual([400, 800]);
  nowMs += 700;
  expect(lanes.pauseMs()).toBe(100);
  for (let i = 0; i < 20; i++) harm();
  expect(harm()).toBe(4000);
  nowMs += 30_000;
  expect(lanes.paceOf({ lane: 'hostile' })).toBe('harmful');
  expect(harm()).toBe(0);
  nowMs += 600_000;
  expect(lanes.paceOf({ lane: 'hostile' })).toBe('quick');
});

test('a lane that costs no worker causes no pause', () => {
  const lanes = slowLanes(() => 0);
  for (let i = 0; i < 5; i++) lanes.ended({ lane: 'greedy' }, SLOW);
  lanes.replaced();
  expect(lanes.pauseMs()).toBe(0);
});

test('other rulesets of an author whose ruleset cost a worker run one at a time', () => {
  const lanes = slowLanes(() => 0);
  lanes.ended({ lane: 'hostile', author: 'eve' }, LOST);
  expect(lanes.paceOf({ lane: 'unknown', author: 'eve' })).toBe('slow');
  expect(lanes.paceOf({ lane: 'unknown', author: 'ann' })).toBe('quick');
});
