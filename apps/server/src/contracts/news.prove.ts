import { test } from 'vitest';
import { openHouse } from '../testing/house.js';
import { standingClock, tryNewsOverTheWire } from '../testing/news-over-the-wire.js';

/** A few minutes of one core. */
const LIVES = 2000;

test(`in ${LIVES} lives, whatever is ordered, exactly what changed is told`, async () => {
  await tryNewsOverTheWire(await openHouse({}, undefined, { clock: standingClock }), LIVES);
});
