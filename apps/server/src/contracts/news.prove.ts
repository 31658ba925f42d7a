import { test } from 'vitest';
import { standingClock, tryNewsOverTheWire } from '../testing/news-over-the-wire.js';
import { startTestServer } from '../testing/test-server.js';

/** A few minutes of one core. */
const LIVES = 2000;

test(`in ${LIVES} lives, whatever is ordered, exactly what changed is told`, async () => {
  await tryNewsOverTheWire(await startTestServer({}, undefined, { clock: standingClock }), LIVES);
});
