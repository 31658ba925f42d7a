import { test } from 'vitest';
import { checkNews, frozenClock } from '../testing/news-over-the-wire.js';
import { startTestServer } from '../testing/test-server.js';

/** A few minutes of one core. */
const LIVES = 2000;

test(`in ${LIVES} lives, whatever is ordered, exactly what changed is told`, async () => {
  await checkNews(await startTestServer({}, undefined, { clock: frozenClock }), LIVES);
});
