import { describe, expect, test } from 'vitest';
import { instant } from './samples.js';
import type { CurrentStore } from './store-under-test.js';

export function testHeartbeat(current: CurrentStore): void {
  describe('the heartbeat', () => {
    const startup = (seconds: number) => current.store.heartbeat.recordStartup(instant(seconds));
    const beat = (seconds: number) => current.store.heartbeat.beat(instant(seconds));

    test('is empty before the first start', async () => {
      expect(await current.store.heartbeat.lastBeat()).toBeUndefined();
      expect(await startup(100)).toEqual({ downMs: 0, totalDownMs: 0 });
    });

    test('measures the downtime before a start, and the sum of all downtimes', async () => {
      await startup(0);
      await beat(50);
      await current.reopen();
      expect(await current.store.heartbeat.lastBeat()).toBe(instant(50));
      expect(await startup(60)).toEqual({ aliveAt: instant(50), downMs: 10_000, totalDownMs: 10_000 });
      await beat(70);
      await current.reopen();
      expect(await startup(75)).toEqual({ aliveAt: instant(70), downMs: 5_000, totalDownMs: 15_000 });
    });

    test('counts a start as a heartbeat', async () => {
      await startup(0);
      expect(await startup(3)).toMatchObject({ downMs: 3000 });
      expect(await startup(4)).toMatchObject({ downMs: 1000, totalDownMs: 4000 });
    });

    test('ignores a clock that was set back', async () => {
      await startup(0);
      await beat(100);
      await beat(40);
      expect(await startup(50)).toEqual({ aliveAt: instant(100), downMs: 0, totalDownMs: 0 });
    });

    test('follows a clock that was set back from the next start on', async () => {
      await startup(100);
      await startup(40);
      await beat(45);
      expect(await startup(60)).toEqual({ aliveAt: instant(45), downMs: 15_000, totalDownMs: 15_000 });
    });
  });

  describe('settings', () => {
    test('are stored by name until they are removed, and survive a restart', async () => {
      const { settings } = current.store;
      expect(await settings.get('a')).toBeUndefined();
      await settings.set('a', { deep: [1, 'two', null] });
      await settings.set('b', null);
      await settings.set('b', false);
      await current.reopen();
      expect(await current.store.settings.get('a')).toEqual({ deep: [1, 'two', null] });
      expect(await current.store.settings.get('b')).toBe(false);
      await current.store.settings.remove('a');
      expect(await current.store.settings.get('a')).toBeUndefined();
    });
  });
}
