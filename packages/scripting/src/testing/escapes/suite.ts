import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../language.js';
import type { HostileLanguage } from '../hostile/cases.js';
import { mostGrowth, watchMemory } from '../hostile/memory-watch.js';
import { type Host, type Reply, startHost } from './host.js';
import type { SealState } from './open-engine.js';
import { type Attempt, type Outside, openOutside } from './outside.js';
import { everyEscape, type Probes, WAYS_OUT, type WayOut } from './ways-out.js';

/** What is particular to the seal of a language. */
export type SealedLanguage = {
  /** In which ways the seal can be on. */
  readonly seals: readonly SealState[];
  /** What does not exist in its build, sealed or not: no way out, and so no probe of one. */
  readonly notThere: Probes;
};

/**
 * Sends every probe of a language against the seal, in a process that could do everything: it must lead nowhere. And
 * every one of them again where the seal is off: there it must lead out, or it would prove nothing.
 */
export function testEscapes(
  { language, escapes, bodies, around }: HostileLanguage,
  { notThere, seals }: SealedLanguage,
): void {
  describe(`out of ${language}`, () => {
    let outside: Outside;
    const hosts = new Map<SealState, Host>();
    const behindSeal: Attempt[] = [];
    beforeAll(() => {
      outside = openOutside();
    });
    afterAll(async () => {
      for (const host of hosts.values()) await host.close();
      await outside.close();
    });

    async function hostOf(seal: SealState): Promise<Host> {
      const known = hosts.get(seal);
      const host = known?.isAlive ? known : await startHost(language, seal, outside);
      hosts.set(seal, host);
      return host;
    }

    async function send(seal: SealState, body: string): Promise<{ readonly reply: Reply; readonly attempt: Attempt }> {
      const host = await hostOf(seal);
      const attempt = await outside.attempt();
      if (seal !== 'off') behindSeal.push(attempt);
      const order = { source: around(body), name: FUNCTIONS[language].move, args: JSON.stringify([attempt.bait]) };
      return { reply: await host.ask(order), attempt };
    }

    const isOut = (way: WayOut, { reply, attempt }: Awaited<ReturnType<typeof send>>): boolean =>
      way === 'the end of the process' ? reply.code === 'ended' : attempt.cameOut(reply.text);

    test.each(WAYS_OUT)('%s is tried', (way) => {
      expect(Object.keys(escapes[way])).not.toEqual([]);
    });

    describe.each(Object.entries(notThere))('%s', (_, body) => {
      test.each<SealState>(['on', 'off'])('is not there, with the seal %s', async (seal) => {
        expect((await send(seal, body)).reply).toMatchObject({ code: expect.stringMatching(/^script\//) });
      });
    });

    describe.each(everyEscape(escapes))('$way: $name', ({ way, body }) => {
      test.each(seals)('leads nowhere with the seal %s', async (seal) => {
        const sent = await send(seal, body);
        expect(sent.reply).not.toMatchObject({ code: 'ended' });
        expect(isOut(way, sent)).toBe(false);
      });

      test('leads out with the seal off', async () => {
        const sent = await send('off', body);
        await expect.poll(() => isOut(way, sent) || sent.reply, { timeout: 20_000 }).toBe(true);
      });
    });

    test.each([...seals, 'off' as const])('memory without end, with the seal %s', async (seal) => {
      const host = await hostOf(seal);
      const memory = watchMemory(() => [host.pid]);
      const bound = memory.now() + mostGrowth(1);
      const asked = send(seal, bodies['many buffers of a megabyte']!);
      try {
        if (seal !== 'off') expect((await asked).reply).toMatchObject({ code: 'script/out-of-memory' });
        else await expect.poll(() => memory.now(), { timeout: 60_000 }).toBeGreaterThan(bound);
        expect(memory.takePeak() > bound).toBe(seal === 'off');
      } finally {
        memory.stop();
        await host.close();
      }
    });

    test('nothing that was tried behind the seal came out later', () => {
      expect(behindSeal.filter((attempt) => attempt.cameOut())).toEqual([]);
    });
  });
}
