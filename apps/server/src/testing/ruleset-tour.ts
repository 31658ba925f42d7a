import { formatRuleset, standard } from '@chessmith/rules';
import type { TestServer } from './test-server.js';

/** Everything that can be done with rules of one's own, and what is refused because of what they are. */
export async function rulesetTour(testServer: TestServer): Promise<void> {
  const anna = await testServer.guest();
  const headers = { authorization: `Bearer ${anna.token}` };
  const { ruleset } = (await anna.post('/api/rulesets', written('Tour'))).body;
  await anna.post('/api/rulesets', { form: 'json', source: '{}' });
  const file = { body: JSON.stringify(formatRuleset(standard)), headers: { ...headers, ...BYTES } };
  await testServer.call('POST', '/api/rulesets/file?file=tour.json', file);
  await testServer.call('POST', '/api/rulesets/file?file=tour.txt', file);
  const lines = { accept: 'application/x-ndjson' };
  await anna.post('/api/rulesets', written('Tour by lines'), lines);
  await testServer.call('POST', '/api/rulesets/file?file=lines.json', {
    ...file,
    headers: { ...file.headers, ...lines },
  });
  await anna.get('/api/rulesets/written');
  await anna.get(`/api/rulesets/${ruleset.id}`);
  await anna.get(`/api/rulesets/${ruleset.id}/source`);
  await testServer.call('PATCH', `/api/rulesets/${ruleset.id}`, { headers, body: { visibility: 'public' } });
  await anna.post(`/api/rulesets/${ruleset.id}/fork`, { name: 'Tour again' });
  await anna.post(`/api/rulesets/${ruleset.id}/fork`, { name: ' ' });
}

/** Asks for the source of rules that somebody else keeps to themselves. */
export async function closedSource(testServer: TestServer) {
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { ruleset } = (await anna.post('/api/rulesets', { ...written('Closed'), visibility: 'unlisted' })).body;
  return bert.get(`/api/rulesets/${ruleset.id}/source`);
}

const BYTES = { 'content-type': 'application/octet-stream' };

const written = (name: string) => ({ form: 'json', name, source: JSON.stringify(formatRuleset(standard)) });
