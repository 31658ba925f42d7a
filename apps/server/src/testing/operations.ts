import { expect } from 'vitest';
import { running } from './chess-game-service.js';
import { closedSource } from './ruleset-tour.js';
import type { TestServer } from './test-server.js';

const UNKNOWN_PERSON = '00000000-0000-4000-8000-000000000000';
const NO_GAME = '111111111111';
const PARAMS: { readonly [name: string]: string } = {
  '{game}': NO_GAME,
  '{person}': UNKNOWN_PERSON,
  '{query}': 'TurnNumber',
  '{code}': 'ACDEFGHJ',
};

/** A URL of this route whose ids do not exist. */
export const withUnknownIds = (path: string): string =>
  path.replaceAll(/\{\w+\}/g, (name) => PARAMS[name] ?? 'nothing');

/** The query and body that each route needs, so that only the resource is missing. */
const QUERIES: { readonly [route: string]: string } = {
  'GET /api/games/{game}/moves': '?from=e2',
  'GET /api/games/{game}/queries/InspectionAtTurn': '?about=marginals',
};
const BODIES: { readonly [route: string]: object } = {
  'PATCH /api/me': { name: 'Somebody' },
  'PATCH /api/rulesets/{ruleset}': { visibility: 'public' },
  'POST /api/rulesets': { format: 'json', source: '{}' },
  'POST /api/games/{game}/fork': { ply: 0 },
  'POST /api/games/{game}/move': { move: 'e2e4' },
  'POST /api/games/{game}/promote': { role: 'queen' },
  'POST /api/games/{game}/draw': { action: 'offer' },
  'POST /api/games/{game}/takeback': { action: 'offer' },
  'POST /api/games/{game}/rematch': { action: 'offer' },
  'POST /api/games/{game}/claim': { what: 'draw' },
  'POST /api/games/{game}/chat': { text: 'Hello' },
  'POST /game': { gameConfiguration: {} },
};

export type Operation = {
  readonly method: string;
  readonly path: string;
  /** `GET /api/me` */
  readonly name: string;
  /** Whether it has a JSON body. */
  readonly hasBody: boolean;
  readonly needsBody: boolean;
  readonly responses: readonly number[];
};

type Described = {
  readonly requestBody?: { readonly required?: boolean; readonly content: object };
  readonly responses: { readonly [status: string]: object };
};

/** All operations of the document. */
export function operationsOf(openapi: { readonly paths: object }): readonly Operation[] {
  return Object.entries<{ readonly [method: string]: Described }>(openapi.paths as never).flatMap(([path, methods]) =>
    Object.entries(methods).map(([word, { requestBody, responses }]) => {
      const method = word.toUpperCase();
      // Default responses, which are sent before any route, are tested with raw requests.
      const { default: _, ...own } = responses;
      const statuses = Object.keys(own).map(Number);
      const hasBody = Object.hasOwn(requestBody?.content ?? {}, 'application/json');
      const needsBody = requestBody?.required === true;
      return { method, path, name: `${method} ${path}`, hasBody, needsBody, responses: statuses };
    }),
  );
}

/** Gets the refusals of each operation that depend on no game: authentication, origin, body and parameters. */
export async function refusedTour(testServer: TestServer): Promise<void> {
  const { token } = await testServer.guest();
  const headers = { authorization: `Bearer ${token}` };
  const TRIES: { readonly [status: number]: (operation: Operation) => Promise<{ readonly status: number }> } = {
    400: ({ method, path, name }) =>
      path.startsWith('/api')
        ? testServer.call(method, `${withUnknownIds(path)}?surprise=1`, { headers })
        : testServer.call(method, name === 'GET /leaderboard' ? `${path}?first=2&last=2` : path, {}),
    401: ({ method, path }) =>
      testServer.call(method, withUnknownIds(path), { headers: { authorization: 'Bearer nonsense' } }),
    403: ({ method, path, name }) =>
      name.endsWith('/source')
        ? closedSource(testServer)
        : name.startsWith('GET /game')
          ? startedPrivateGame(testServer)
          : name === 'POST /game'
            ? takenId(testServer)
            : testServer.call(method, withUnknownIds(path), {
                headers: { cookie: `chessmith=${token}`, origin: 'https://evil.example' },
              }),
    404: ({ method, path, name }) =>
      testServer.call(method, withUnknownIds(path) + (QUERIES[name] ?? ''), {
        headers,
        ...(method === 'GET' ? {} : { body: (BODIES[name] ?? {}) as never }),
      }),
    413: ({ method, path }) =>
      testServer.call(method, withUnknownIds(path), {
        headers,
        body: JSON.stringify('x'.repeat(path.startsWith('/api/rulesets') ? 3_000_000 : 70_000)),
      }),
    415: ({ method, path }) =>
      testServer.call(method, withUnknownIds(path), {
        body: 'a=b',
        headers: { ...headers, 'content-type': 'text/plain' },
      }),
  };
  for (const operation of operationsOf(testServer.contract.openapi)) {
    for (const status of operation.responses) {
      const attempt = TRIES[status];
      const needsEmptiness = status === 404 && NEED_EMPTY_SERVER.has(operation.name);
      if (attempt !== undefined && !needsEmptiness)
        expect((await attempt(operation)).status, `${operation.name} ${status}`).toBe(status);
    }
  }
}

/** These return 404 only on a server without games. */
const NEED_EMPTY_SERVER = new Set(['GET /api/games/open', 'GET /game']);

async function startedPrivateGame(testServer: TestServer) {
  await running(testServer, { gameId: 'started', isPrivate: true });
  return testServer.call('GET', '/game/started');
}

async function takenId(testServer: TestServer) {
  const body = { gameConfiguration: { gameId: 'taken' } };
  await testServer.call('POST', '/game', { body });
  return testServer.call('POST', '/game', { body });
}

/** Calls each rate-limited operation until it returns 429. Expects a server with low limits and without games. */
export async function limitedTour(testServer: TestServer): Promise<void> {
  for (const path of ['/api/games/open', '/game']) await testServer.call('GET', path);
  const { token } = await testServer.guest();
  for (const { method, path, name, responses } of operationsOf(testServer.contract.openapi)) {
    if (!responses.includes(429)) continue;
    // This route limits only new guests.
    const request = name === 'POST /api/session' ? {} : authenticated(token, method, name);
    const call = () => testServer.call(method, withUnknownIds(path) + (QUERIES[name] ?? ''), request);
    let answer = await call();
    for (let calls = 0; answer.status !== 429 && calls < 200; calls++) answer = await call();
    expect(answer.status, name).toBe(429);
    expect(Number(answer.headers.get('retry-after')), name).toBeGreaterThan(0);
  }
}

/** An authenticated request with the body that the route needs. */
export const authenticated = (token: string, method: string, name: string) => ({
  headers: { authorization: `Bearer ${token}` },
  ...(method === 'GET' ? {} : { body: (BODIES[name] ?? {}) as never }),
});

/** Calls each operation while the store fails. */
export async function failingStoreTour(testServer: TestServer, token: string): Promise<void> {
  for (const { method, path, name } of operationsOf(testServer.contract.openapi)) {
    await testServer.call(method, withUnknownIds(path) + (QUERIES[name] ?? ''), authenticated(token, method, name));
  }
}
