import { test } from 'vitest';
import { checkNews, frozenClock } from '../testing/news-over-the-wire.js';
import { startTestServer } from '../testing/test-server.js';

test('the news of any commands covers exactly the changes, with the new values', async () => {
  await checkNews(await startTestServer({}, undefined, { clock: frozenClock }), 12, 20261115);
});
