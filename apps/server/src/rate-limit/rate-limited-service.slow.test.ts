import { describe, expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';

describe('normal use is not limited', () => {
  test('for a class behind one address that creates games and chats', async () => {
    const { guest } = await startTestServer({ 'guests-per-minute': '120' });
    const pupils = await Promise.all(Array.from({ length: 24 }, () => guest()));
    const answers = pupils.map(async ({ post }) => {
      const made = await Promise.all(Array.from({ length: 4 }, () => post('/api/games', { side: 'white' })));
      const lines = made.map(({ body }) => post(`/api/games/${body.game}/chat`, { text: 'Who plays?' }));
      return [...made, ...(await Promise.all(lines))];
    });
    const statuses = (await Promise.all(answers)).flat().map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });

  test('for a bot that opens a hundred boards, greets on each and moves on all', async () => {
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
