import { test } from 'vitest';
import { checkNews, frozenClock } from '../testing/news-over-the-wire.js';
import { startTestServer } from '../testing/test-server.js';

/** Takes a few minutes on one core. */
const SCENARIOS = 2000;

test(`in ${SCENARIOS} scenarios, the news of any commands covers exactly the changes`, async () => {
  await checkNews(await startTestServer({}, undefined, { clock: frozenClock }), SCENARIOS);
});
