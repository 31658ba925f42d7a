import { expect, test } from 'vitest';
import { slowLanes } from './slow-lanes.js';

const QUICK = { beganMs: 0, usedMs: 1, hasLost: false };
const SLOW = { beganMs: 0, usedMs: 100, hasLost: false };
const LOST = { beganMs: 0, usedMs: 100, hasLost: true };

test('who took long is slow for half a minute, however quick it is in between', () => {
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

test('the more interpreters were lost lately, the longer those rest that cost them', () => {
  let nowMs = 0;
  const lanes = slowLanes(() => nowMs);
  /** Costs an interpreter, which is replaced 400 ms after the turn began. */
  const harm = () => {
    const beganMs = nowMs;
    nowMs += 100;
    lanes.ended({ lane: 'hostile' }, { ...LOST, beganMs });
    nowMs += 300;
    lanes.replaced();
    return lanes.restMs();
  };
  expect(harm()).toBe(0);
  expect(lanes.paceOf({ lane: 'hostile' })).toBe('harmful');
  expect([harm(), harm()]).toEqual([400, 800]);
  nowMs += 700;
  expect(lanes.restMs()).toBe(100);
  for (let i = 0; i < 20; i++) harm();
  expect(harm()).toBe(4000);
  nowMs += 30_000;
  expect(lanes.paceOf({ lane: 'hostile' })).toBe('harmful');
  expect(harm()).toBe(0);
  nowMs += 600_000;
  expect(lanes.paceOf({ lane: 'hostile' })).toBe('quick');
});

test('who costs no interpreter lets nobody rest', () => {
  const lanes = slowLanes(() => 0);
  for (let i = 0; i < 5; i++) lanes.ended({ lane: 'greedy' }, SLOW);
  lanes.replaced();
  expect(lanes.restMs()).toBe(0);
});

test('other rulesets of an author whose ruleset cost an interpreter do not run two at a time', () => {
  const lanes = slowLanes(() => 0);
  lanes.ended({ lane: 'hostile', author: 'eve' }, LOST);
  expect(lanes.paceOf({ lane: 'unknown', author: 'eve' })).toBe('slow');
  expect(lanes.paceOf({ lane: 'unknown', author: 'ann' })).toBe('quick');
});
