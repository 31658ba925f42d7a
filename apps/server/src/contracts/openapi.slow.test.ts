import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { doubtfulStore } from '../testing/doubtful-store.js';
import { failingStoreTour, limitedTour, operationsOf, refusedTour, withUnknownIds } from '../testing/operations.js';
import { rulesetTour } from '../testing/ruleset-tour.js';
import { startTestServer } from '../testing/test-server.js';
import { gameWithLostRuleset, happyTour, unhappyTour } from '../testing/tour.js';

/** Rules of Spectral that do not apply: anyone may run a server, so there is no contact; summaries suffice as descriptions. */
const IGNORED_RULES = ['info-contact', 'operation-description'];

test('the OpenAPI document passes Spectral', async () => {
  const { contract } = await startTestServer();
  const linter = new spectral.Spectral();
  linter.setRuleset(rulesets.oas as never);
  const found = await linter.run(contract.openapi);
  expect(
    found.filter(({ code }) => !IGNORED_RULES.includes(String(code))).map(({ message, path }) => [message, path]),
  ).toEqual([]);
  const broken = structuredClone(contract.openapi);
  delete broken.components.schemas.Game;
  expect(await linter.run(broken)).toContainEqual(expect.objectContaining({ code: 'invalid-ref' }));
});

test('a tour of all routes gets every documented status, and no other', async () => {
  const { store, failing } = doubtfulStore();
  const lost = await gameWithLostRuleset(store);
  const testServer = await startTestServer({}, undefined, { store });
  await happyTour(testServer);
  await unhappyTour(testServer, store, lost);
  await rulesetTour(testServer);
  await refusedTour(testServer);
  const one = { burst: 1, perSecond: 0.01 };
  const peopleLimits = { games: one, lines: one, commands: one, names: one };
  await limitedTour(
    await startTestServer({ 'guests-per-minute': '1', 'reads-per-second': '1' }, undefined, { peopleLimits }),
  );
  const { token } = await testServer.guest();
  for (const status of [500, 503] as const) await failing(status, () => failingStoreTour(testServer, token));
  const { openapi, seenResponses } = testServer.contract;
  const documented = operationsOf(openapi).flatMap(({ name, responses }) =>
    responses.map((status) => `${name} ${status}`),
  );
  expect(documented.filter((answer) => !seenResponses.has(answer))).toEqual([]);
});

test('every route documents the responses that are sent before routing', async () => {
  const { openapi } = (await startTestServer()).contract;
  for (const { method, path, name } of operationsOf(openapi)) {
    const { description } = openapi.paths[path][method.toLowerCase()].responses.default;
    for (const status of ['408', '429', '431']) expect(description, name).toContain(status);
  }
});

test('every route refuses unknown fields', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  for (const { method, path, name, hasBody } of operationsOf(testServer.contract.openapi)) {
    if (!path.startsWith('/api/')) continue;
    const address = withUnknownIds(path);
    const unknown = { status: 400, body: { code: 'request/malformed', message: expect.stringMatching(/\.$/) } };
    const headers = { authorization: `Bearer ${anna.token}` };
    expect(await testServer.call(method, `${address}?surprise=1`, { headers }), name).toMatchObject(unknown);
    if (!hasBody) continue;
    const answer = await testServer.call(method, address, { headers, body: { surprise: 1 } });
    expect(answer, name).toMatchObject(unknown);
  }
});

test('a body is optional exactly where the document says so', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  for (const { method, path, name, hasBody, needsBody } of operationsOf(testServer.contract.openapi)) {
    if (!hasBody || !path.startsWith('/api/')) continue;
    const { body } = await testServer.call(method, withUnknownIds(path), {
      headers: { authorization: `Bearer ${anna.token}` },
    });
    expect(body.code === 'request/malformed', name).toBe(needsBody);
  }
});
