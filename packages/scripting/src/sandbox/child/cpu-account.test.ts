import { expect, test } from 'vitest';
import { clearCpuAccount, keepCpuAccount, newCpuAccount, readCpuAccount } from './cpu-account.js';

/** An account whose clock the test advances. */
function testAccount(startUs = 1000) {
  const cpuAccount = newCpuAccount();
  let nowUs = startUs;
  const account = keepCpuAccount(cpuAccount, () => nowUs);
  const used = () => readCpuAccount(cpuAccount, nowUs)?.scriptUs;
  const after = (us: number) => {
    nowUs += us;
  };
  return { cpuAccount, account, used, after };
}

test('only the time between "script" and "server" is the script\'s', () => {
  const { account, used, after } = testAccount();
  after(500_000);
  expect(used()).toBe(0);
  account.script();
  after(30_000);
  expect(used()).toBe(30_000);
  account.server();
  after(700_000);
  expect(used()).toBe(30_000);
});

test('the turns of a script add up, and repeated switches change nothing', () => {
  const { account, used, after } = testAccount();
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

test('a new job starts at zero', () => {
  const { cpuAccount, account, used, after } = testAccount();
  account.script();
  after(10);
  account.server();
  clearCpuAccount(cpuAccount);
  expect(used()).toBe(0);
  account.script();
  after(7);
  expect(used()).toBe(7);
});

test('a thread that has run for days is counted like a new one', () => {
  const { account, used, after } = testAccount(2 ** 41 - 5);
  account.script();
  after(20);
  expect(used()).toBe(20);
  account.server();
  expect(used()).toBe(20);
});
