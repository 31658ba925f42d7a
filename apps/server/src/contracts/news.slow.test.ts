import { test } from 'vitest';
import { standingClock, tryNewsOverTheWire } from '../testing/news-over-the-wire.js';
import { startTestServer } from '../testing/test-server.js';

test('whatever is ordered, exactly what changed is told, with what it is now', async () => {
  await tryNewsOverTheWire(await startTestServer({}, undefined, { clock: standingClock }), 12, 20261115);
});
