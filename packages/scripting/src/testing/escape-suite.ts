import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../language.js';
import { type Host, type Reply, startHost } from './escapes/host.js';
import type { IsolationState } from './escapes/open-engine.js';
import { type Attempt, type Outside, openOutside } from './escapes/outside.js';
import { everyEscape, type Probes, WAYS_OUT, type WayOut } from './escapes/ways-out.js';
import type { HostileLanguage } from './hostile/cases.js';
import { mostGrowth, watchMemory } from './hostile/memory-watch.js';

/** How one language is isolated. */
export type IsolatedLanguage = {
  /** The degrees of isolation that must hold. */
  readonly isolations: readonly IsolationState[];
  /** What does not exist in its build, isolated or not: it is not a way out, and needs no probe. */
  readonly notThere: Probes;
};

/**
 * Sends every probe of a language to an isolated engine in an unrestricted process: it must fail. And again to an
 * engine without isolation: there it must succeed, or it would prove nothing.
 */
export function testEscapes(
  { language, escapes, bodies, around }: HostileLanguage,
  { notThere, isolations }: IsolatedLanguage,
): void {
  describe(`escapes from ${language}`, () => {
    let outside: Outside;
    const hosts = new Map<IsolationState, Host>();
    const isolatedAttempts: Attempt[] = [];
    beforeAll(() => {
      outside = openOutside();
    });
    afterAll(async () => {
      for (const host of hosts.values()) await host.close();
      await outside.close();
    });

    async function hostOf(isolation: IsolationState): Promise<Host> {
      const known = hosts.get(isolation);
      const host = known?.isAlive ? known : await startHost(language, isolation, outside);
      hosts.set(isolation, host);
      return host;
    }

    async function send(
      isolation: IsolationState,
      body: string,
    ): Promise<{ readonly reply: Reply; readonly attempt: Attempt }> {
      const host = await hostOf(isolation);
      const attempt = await outside.attempt();
      if (isolation !== 'off') isolatedAttempts.push(attempt);
      const order = { source: around(body), name: FUNCTIONS[language].move, args: JSON.stringify([attempt.bait]) };
      return { reply: await host.ask(order), attempt };
    }

    const isOut = (way: WayOut, { reply, attempt }: Awaited<ReturnType<typeof send>>): boolean =>
      way === 'the end of the process' ? reply.code === 'ended' : attempt.cameOut(reply.text);

    test.each(WAYS_OUT)('%s is tried', (way) => {
      expect(Object.keys(escapes[way])).not.toEqual([]);
    });

    describe.each(Object.entries(notThere))('%s', (_, body) => {
      test.each<IsolationState>(['on', 'off'])('does not exist, with the isolation %s', async (isolation) => {
        expect((await send(isolation, body)).reply).toMatchObject({ code: expect.stringMatching(/^script\//) });
      });
    });

    describe.each(everyEscape(escapes))('$way: $name', ({ way, body }) => {
      test.each(isolations)('fails with the isolation %s', async (isolation) => {
        const sent = await send(isolation, body);
        expect(sent.reply).not.toMatchObject({ code: 'ended' });
        expect(isOut(way, sent)).toBe(false);
      });

      test('succeeds with the isolation off', async () => {
        const sent = await send('off', body);
        await expect.poll(() => isOut(way, sent) || sent.reply, { timeout: 120_000 }).toBe(true);
      });
    });

    test.each([...isolations, 'off' as const])('endless memory, with the isolation %s', async (isolation) => {
      const host = await hostOf(isolation);
      const memory = watchMemory(() => [host.pid]);
      const bound = memory.now() + mostGrowth(1);
      const asked = send(isolation, bodies['many buffers of a megabyte']!);
      try {
        if (isolation !== 'off') expect((await asked).reply).toMatchObject({ code: 'script/out-of-memory' });
        else await expect.poll(() => memory.now(), { timeout: 60_000 }).toBeGreaterThan(bound);
        expect(memory.takePeak() > bound).toBe(isolation === 'off');
      } finally {
        memory.stop();
        await host.close();
      }
    });

    test('no isolated attempt succeeded later', () => {
      expect(isolatedAttempts.filter((attempt) => attempt.cameOut())).toEqual([]);
    });
  });
}
