import { describe, expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';

describe('nobody is refused', () => {
  test('of a class behind one address, where everybody makes games and talks', async () => {
    const { guest } = await startTestServer({ 'guests-per-minute': '120' });
    const pupils = await Promise.all(Array.from({ length: 24 }, () => guest()));
    const answers = pupils.map(async ({ post }) => {
      const made = await Promise.all(Array.from({ length: 4 }, () => post('/api/games', { side: 'white' })));
      const said = made.map(({ body }) => post(`/api/games/${body.game}/chat`, { text: 'Who plays?' }));
      return [...made, ...(await Promise.all(said))];
    });
    const statuses = (await Promise.all(answers)).flat().map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });

  test('who opens a hundred boards at once, greets on each and moves on all of them', async () => {
    const { guest } = await startTestServer();
    const bot = await guest();
    const options = { side: 'both', hotSeat: true };
    const boards = await Promise.all(Array.from({ length: 100 }, () => bot.post('/api/games', options)));
    const played = boards.map(async ({ status, body: { game } }) => {
      const answers = [status, (await bot.post(`/api/games/${game}/chat`, { text: 'Good luck' })).status];
      for (const move of ['e2e4', 'e7e5']) {
        answers.push((await bot.post(`/api/games/${game}/move`, { move })).status);
      }
      return answers;
    });
    const answers = await Promise.all(played);
    expect(answers).toEqual(boards.map(() => [201, 201, 200, 200]));
  });
});
