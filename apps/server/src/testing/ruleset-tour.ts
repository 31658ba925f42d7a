import { formatRuleset, standard } from '@chessmith/rules';
import type { TestServer } from './test-server.js';

/** Calls all routes of uploaded rulesets, and gets the refusals that depend on their content. */
export async function rulesetTour(testServer: TestServer): Promise<void> {
  const anna = await testServer.guest();
  const headers = { authorization: `Bearer ${anna.token}` };
  const { ruleset } = (await anna.post('/api/rulesets', rulesetUpload('Tour'))).body;
  await anna.post('/api/rulesets', { format: 'json', source: '{}' });
  const file = { body: JSON.stringify(formatRuleset(standard)), headers: { ...headers, ...BYTES } };
  await testServer.call('POST', '/api/rulesets/file?file=tour.json', file);
  await testServer.call('POST', '/api/rulesets/file?file=tour.txt', file);
  const lines = { accept: 'application/x-ndjson' };
  await anna.post('/api/rulesets', rulesetUpload('Tour by lines'), lines);
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

/** Requests the source of another person's unlisted ruleset. */
export async function closedSource(testServer: TestServer) {
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { ruleset } = (await anna.post('/api/rulesets', { ...rulesetUpload('Closed'), visibility: 'unlisted' })).body;
  return bert.get(`/api/rulesets/${ruleset.id}/source`);
}

const BYTES = { 'content-type': 'application/octet-stream' };

const rulesetUpload = (name: string) => ({ format: 'json', name, source: JSON.stringify(formatRuleset(standard)) });
