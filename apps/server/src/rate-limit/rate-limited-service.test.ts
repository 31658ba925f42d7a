import type { Facets, Service } from '@chessmith/service';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Core } from '../core.js';
import { startTestServer } from '../testing/test-server.js';

const PLENTY = { burst: 1000, perSecond: 1000 };
const TWO = { burst: 2, perSecond: 0.001 };

test('adapters accept only rate-limited use cases, and limits are not applied twice', () => {
  expectTypeOf<Facets>().not.toExtend<Pick<Core, keyof Facets>>();
  expectTypeOf<Core>().not.toExtend<Service>();
});

describe('a person over the limit', () => {
  const no = { code: 'request/too-many' };
  const refused = { status: 429, body: { ...no, message: expect.stringMatching(/Try again in \d+ seconds\.$/) } };

  test('cannot create games over any transport until `retryAfterMs`; others can', async () => {
    const peopleLimits = { games: TWO, lines: PLENTY, commands: PLENTY, names: PLENTY };
    const { guest } = await startTestServer({}, undefined, { peopleLimits });
    const [anna, bert] = [await guest(), await guest()];
    const { body } = await anna.post('/api/games', { side: 'white' });
    expect(await (await anna.socket()).request({ type: 'create' })).toMatchObject({ type: 'result' });
    const third = await anna.post('/api/games');
    expect(third).toMatchObject(refused);
    expect(third.headers.get('retry-after')).toBe(String(Math.ceil(third.body.facts.retryAfterMs / 1000)));
    expect(await anna.post(`/api/games/${body.game}/fork`, { ply: 0 })).toMatchObject(refused);
    expect(await (await anna.socket()).request({ type: 'create' })).toMatchObject({ type: 'error', ...no });
    expect((await bert.post('/api/games')).status).toBe(201);
    expect((await bert.post(`/api/games/${body.game}/join`)).status).toBe(200);
    expect((await anna.post(`/api/games/${body.game}/move`, { move: 'e2e4' })).status).toBe(200);
  });

  test('cannot get rematches or takebacks', async () => {
    const peopleLimits = { games: TWO, lines: PLENTY, commands: PLENTY, names: PLENTY };
    const { guest } = await startTestServer({}, undefined, { peopleLimits });
    const anna = await guest();
    const { game } = (await anna.post('/api/games', { side: 'both', hotSeat: true })).body;
    for (const status of [200, 429]) {
      expect((await anna.post(`/api/games/${game}/move`, { move: 'e2e4' })).status).toBe(200);
      expect((await anna.post(`/api/games/${game}/takeback`, { action: 'offer', as: 'white' })).status).toBe(status);
    }
    await anna.post(`/api/games/${game}/resign`, { as: 'white' });
    expect(await anna.post(`/api/games/${game}/rematch`, { action: 'offer', as: 'white' })).toMatchObject(refused);
  });

  test('cannot chat in any game, but plays on', async () => {
    const { guest } = await startTestServer({}, undefined, {
      peopleLimits: { games: PLENTY, lines: TWO, commands: PLENTY, names: PLENTY },
    });
    const anna = await guest();
    const [one, other] = await Promise.all([1, 2].map(async () => (await anna.post('/api/games')).body.game));
    const socket = await anna.socket();
    expect((await anna.post(`/api/games/${one}/chat`, { text: 'Hello' })).status).toBe(201);
    expect(await socket.request({ type: 'say', game: other, text: 'Hello' })).toMatchObject({ type: 'result' });
    expect(await anna.post(`/api/games/${one}/chat`, { text: 'Hello' })).toMatchObject(refused);
    expect(await socket.request({ type: 'say', game: other, text: 'Hello' })).toMatchObject({ type: 'error', ...no });
    expect((await anna.post(`/api/games/${one}/stop`)).status).toBe(200);
    expect((await anna.get(`/api/games/${one}/chat`)).body.lines).toHaveLength(1);
  });

  test('cannot send other commands, valid or not, nor change names, but plays on', async () => {
    const peopleLimits = { games: PLENTY, lines: PLENTY, commands: TWO, names: TWO };
    const { guest, call } = await startTestServer({}, undefined, { peopleLimits });
    const [anna, bert] = [await guest(), await guest()];
    const { game } = (await anna.post('/api/games', { side: 'white' })).body;
    expect((await bert.post(`/api/games/${game}/join`)).status).toBe(200);
    for (const [action, status] of [
      ['accept', 409],
      ['offer', 200],
      ['withdraw', 429],
    ]) {
      expect((await anna.post(`/api/games/${game}/draw`, { action })).status).toBe(status);
    }
    expect(await anna.post(`/api/games/${game}/resign`)).toMatchObject(refused);
    const rename = (name: string) =>
      call('PATCH', '/api/me', { body: { name }, headers: { authorization: `Bearer ${anna.token}` } });
    const renamed = [await rename('Anna'), await rename('!'), await rename('Annabel')];
    expect(renamed.map(({ status }) => status)).toEqual([200, 422, 429]);
    expect(renamed[2]).toMatchObject(refused);
    for (const [player, move] of [
      [anna, 'e2e4'],
      [bert, 'e7e5'],
      [anna, 'g1f3'],
    ] as const) {
      expect((await player.post(`/api/games/${game}/move`, { move })).status).toBe(200);
    }
  });
});
