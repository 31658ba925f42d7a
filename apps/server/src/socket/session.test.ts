import { ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { Core } from '../core.js';
import type { Outlet } from './outlet.js';
import { openSession } from './session.js';

/** A session whose looks at games take as long as the test wants, and a client that reads as many answers as said. */
function openLooking(reads: number) {
  const under: (() => void)[] = [];
  const sent: string[] = [];
  const service = { game: () => new Promise((resolve) => under.push(() => resolve(ok({ game: 'a view' })))) };
  const outlet = {
    send: (text: string) => text.startsWith('{"type":"welcome"') || sent.push(text) <= reads,
    lagMs: () => 0,
  };
  const session = openSession({ service } as unknown as Core, outlet as unknown as Outlet, null);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    sent,
    under,
    look: (key: string) => session.hear(JSON.stringify({ type: 'view', key, game: '111111111111' })),
    /** Lets some turns of the event loop pass, in which whatever can begin does. */
    async settle() {
      for (let turns = 0; turns < 5; turns++) await turn();
    },
  };
}

test('whoever asks for many looks at once gets one after the other', async () => {
  const { look, settle, under, sent } = openLooking(10);
  for (const key of ['a', 'b', 'c']) look(key);
  for (const [done, key] of ['a', 'b', 'c'].entries()) {
    await settle();
    expect([under.length, sent.length]).toEqual([done + 1, done]);
    under[done]!();
    await settle();
    expect(JSON.parse(sent[done]!)).toMatchObject({ type: 'yes', key });
  }
});

test('for whoever is gone, or reads too slowly, nothing more is looked at', async () => {
  const { look, settle, under } = openLooking(0);
  for (const key of ['a', 'b', 'c']) look(key);
  await settle();
  under[0]!();
  await settle();
  look('d');
  await settle();
  expect(under).toHaveLength(1);
});
