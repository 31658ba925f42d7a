import { expect, test } from 'vitest';
import { clearCpuAccount, keepCpuAccount, newCpuAccount, readCpuAccount } from './cpu-account.js';

/** A tally with a clock that a test moves on. */
function openTally(startUs = 1000) {
  const tally = newCpuAccount();
  let nowUs = startUs;
  const account = keepCpuAccount(tally, () => nowUs);
  const used = () => readCpuAccount(tally, nowUs)?.scriptUs;
  const after = (us: number) => {
    nowUs += us;
  };
  return { tally, account, used, after };
}

test('only the time between "script" and "server" is the script\'s', () => {
  const { account, used, after } = openTally();
  after(500_000);
  expect(used()).toBe(0);
  account.script();
  after(30_000);
  expect(used()).toBe(30_000);
  account.server();
  after(700_000);
  expect(used()).toBe(30_000);
});

test('the turns of a script add up, and to say twice whose turn it is changes nothing', () => {
  const { account, used, after } = openTally();
  for (let i = 0; i < 3; i++) {
    account.script();
    after(10);
    account.script();
    after(10);
    account.server();
    after(5);
    account.server();
  }
  expect(used()).toBe(60);
});

test('a new deed begins at nothing', () => {
  const { tally, account, used, after } = openTally();
  account.script();
  after(10);
  account.server();
  clearCpuAccount(tally);
  expect(used()).toBe(0);
  account.script();
  after(7);
  expect(used()).toBe(7);
});

test('a thread that has worked for days is counted like a new one', () => {
  const { account, used, after } = openTally(2 ** 41 - 5);
  account.script();
  after(20);
  expect(used()).toBe(20);
  account.server();
  expect(used()).toBe(20);
});
