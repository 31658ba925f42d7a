import { describe, expect, test } from 'vitest';
import { instant } from './samples.js';
import type { Tested } from './store-contract.js';

export function heartbeatPromises(tested: Tested): void {
  describe('the heartbeat', () => {
    const wake = (seconds: number) => tested.store.heartbeat.wake(instant(seconds));
    const beat = (seconds: number) => tested.store.heartbeat.beat(instant(seconds));

    test('knows of no past at the first start', async () => {
      expect(await tested.store.heartbeat.lastSign()).toBeUndefined();
      expect(await wake(100)).toEqual({ downMs: 0, totalDownMs: 0 });
    });

    test('tells how long the server was down, and how long in all', async () => {
      await wake(0);
      await beat(50);
      await tested.reopen();
      expect(await tested.store.heartbeat.lastSign()).toBe(instant(50));
      expect(await wake(60)).toEqual({ aliveAt: instant(50), downMs: 10_000, totalDownMs: 10_000 });
      await beat(70);
      await tested.reopen();
      expect(await wake(75)).toEqual({ aliveAt: instant(70), downMs: 5_000, totalDownMs: 15_000 });
    });

    test('a start without a beat counts as a sign of life', async () => {
      await wake(0);
      expect(await wake(3)).toMatchObject({ downMs: 3000 });
      expect(await wake(4)).toMatchObject({ downMs: 1000, totalDownMs: 4000 });
    });

    test('a clock set back takes no time away', async () => {
      await wake(0);
      await beat(100);
      await beat(40);
      expect(await wake(50)).toEqual({ aliveAt: instant(100), downMs: 0, totalDownMs: 0 });
    });

    test('a clock set back counts from the next start on', async () => {
      await wake(100);
      await wake(40);
      await beat(45);
      expect(await wake(60)).toEqual({ aliveAt: instant(45), downMs: 15_000, totalDownMs: 15_000 });
    });
  });

  describe('settings', () => {
    test('are kept by name until they are removed, also over a restart', async () => {
      const { settings } = tested.store;
      expect(await settings.get('a')).toBeUndefined();
      await settings.set('a', { deep: [1, 'two', null] });
      await settings.set('b', null);
      await settings.set('b', false);
      await tested.reopen();
      expect(await tested.store.settings.get('a')).toEqual({ deep: [1, 'two', null] });
      expect(await tested.store.settings.get('b')).toBe(false);
      await tested.store.settings.remove('a');
      expect(await tested.store.settings.get('a')).toBeUndefined();
    });
  });
}
