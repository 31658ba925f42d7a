import { test } from 'vitest';
import { checkNews, frozenClock } from '../testing/news-over-the-wire.js';
import { startTestServer } from '../testing/test-server.js';

test('whatever is ordered, exactly what changed is told, with what it is now', async () => {
  await checkNews(await startTestServer({}, undefined, { clock: frozenClock }), 12, 20261115);
});
