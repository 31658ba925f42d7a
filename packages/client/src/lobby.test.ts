import { expect, test } from 'vitest';
import { createLobby, type Lobby } from './lobby.js';

/** Calls the client against a server with this response; returns the request and the result. */
async function asked(ask: (lobby: Lobby) => Promise<unknown>, status = 200, answer = '{}') {
  const requests: { readonly line: string; readonly headers: object; readonly body: unknown }[] = [];
  const lobby = createLobby({
    url: 'http://here',
    token: 'secret',
    platform: {
      async fetch(url, { method, headers, body }) {
        const line = `${method} ${url.replace('http://here', '')}`;
        requests.push({ line, headers, body: body === undefined ? undefined : JSON.parse(body) });
        return new Response(answer, { status, headers: { 'content-type': 'application/json' } }) as never;
      },
    },
  });
  const got = await ask(lobby);
  return { ...requests[0]!, got };
}

test.each<[string, (lobby: Lobby) => Promise<unknown>, unknown?]>([
  ['GET /api/me', (lobby) => lobby.me()],
  ['POST /api/guests', (lobby) => lobby.becomeGuest(), {}],
  ['PATCH /api/me', (lobby) => lobby.rename('Anna'), { name: 'Anna' }],
  ['PATCH /api/me', (lobby) => lobby.rename(null), { name: null }],
  [
    'GET /api/rulesets/written?text=two%20words&latest=true',
    (lobby) => lobby.writtenRulesets({ text: 'two words', latest: true }),
  ],
  ['PATCH /api/rulesets/a%2Fb', (lobby) => lobby.showRuleset('a/b', 'public'), { visibility: 'public' }],
  ['POST /api/rulesets/a%2Fb/fork', (lobby) => lobby.forkRuleset('a/b', 'Mine'), { name: 'Mine' }],
  ['GET /api/games', (lobby) => lobby.games()],
  ['GET /api/games?open=true&limit=5', (lobby) => lobby.games({ open: true, limit: 5 })],
  ['GET /api/people/anna/games?situation=running', (lobby) => lobby.gamesOf('anna', { situation: 'running' })],
  ['GET /api/games/by-alias/who%3F%2Fme', (lobby) => lobby.gameByAlias('who?/me')],
  ['GET /api/games/by-code/ABCD%202345', (lobby) => lobby.gameByCode('ABCD 2345')],
  ['GET /api/games/open', (lobby) => lobby.openGame()],
  ['GET /api/games/g/chat', (lobby) => lobby.chat('g')],
  ['GET /api/games/g/chat?after=3', (lobby) => lobby.chat('g', 3)],
])('%s is asked, by whom the token says', async (wanted, ask, body) => {
  const { line, headers, body: sent } = await asked(ask);
  expect([line, sent]).toEqual([wanted, body]);
  expect(headers).toMatchObject({ authorization: 'Bearer secret' });
  expect('content-type' in headers).toBe(body !== undefined);
});

test('an idempotency key is sent as a header', async () => {
  const { headers } = await asked((lobby) => lobby.forkGame('g', { ply: 2 }, 'one'));
  expect(headers).toMatchObject({ 'idempotency-key': 'one' });
});

const NO = { code: 'game/not-your-turn', message: 'Wait.', step: 'your turn', facts: { turn: 'white' } };

test.each([
  ['a "no" with all that it says', 409, JSON.stringify({ ...NO, later: 1 }), NO],
  ['a "no" without words', 404, '{"code":"game/not-found"}', { code: 'game/not-found', message: 'game/not-found' }],
  ['the page of a proxy', 502, '<html>', { code: 'client/not-understood' }],
  ['something else that is said with a smile', 200, '<html>', { code: 'client/not-understood' }],
])('%s is understood as a "no"', async (_name, status, answer, error) => {
  const { got } = await asked((lobby) => lobby.me(), status, answer);
  expect(got).toMatchObject({ ok: false, error });
  expect(got).not.toHaveProperty('error.later');
});
