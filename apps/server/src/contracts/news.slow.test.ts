import { test } from 'vitest';
import { openHouse } from '../testing/house.js';
import { standingClock, tryNewsOverTheWire } from '../testing/news-over-the-wire.js';

test('whatever is ordered, exactly what changed is told, with what it is now', async () => {
  await tryNewsOverTheWire(await openHouse({}, undefined, { clock: standingClock }), 12, 20261115);
});
