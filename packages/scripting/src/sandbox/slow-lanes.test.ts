import { expect, test } from 'vitest';
import { slowLanes } from './slow-lanes.js';

test('who took long is slow for half a minute, however quick it is in between', () => {
  let nowMs = 0;
  const lanes = slowLanes(() => nowMs);
  const turn = (lane: string, usedMs: number): void => {
    lanes.begin(lane);
    lanes.end(lane, usedMs);
  };
  turn('greedy', 100);
  turn('modest', 10);
  turn('greedy', 1);
  expect(['greedy', 'modest', 'unknown'].map(lanes.isSlow)).toEqual([true, false, false]);
  nowMs = 29_000;
  turn('greedy', 100);
  nowMs = 58_000;
  expect(lanes.isSlow('greedy')).toBe(true);
  nowMs = 60_000;
  expect(lanes.isSlow('greedy')).toBe(false);
});

test('it is busy while one runs that was slow before', () => {
  const lanes = slowLanes(() => 0);
  expect([lanes.begin('greedy'), lanes.isBusy]).toEqual([false, false]);
  lanes.end('greedy', 100);
  expect([lanes.begin('modest'), lanes.isBusy]).toEqual([false, false]);
  expect([lanes.begin('greedy'), lanes.isBusy]).toEqual([true, true]);
  lanes.end('greedy', 1);
  expect(lanes.isBusy).toBe(false);
});
