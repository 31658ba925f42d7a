import { INSPECTION_SUBJECTS } from '@chessmith/rules';
import { describe, expect, test } from 'vitest';
import { openHouse } from '../testing/house.js';

/** A game of both sides in one hand, with these moves played. */
async function openGame(moves: readonly string[], wish: object = {}) {
  const house = await openHouse();
  const anna = await house.guest();
  const made = await anna.post('/api/games', { ruleset: 'quantum', hotSeat: true, ...wish });
  expect(made.status).toBe(201);
  const path = `/api/games/${made.body.game}`;
  const move = (text: string) => anna.post(`${path}/move`, { move: text });
  for (const text of moves) expect((await move(text)).body).toMatchObject({ facts: ['MovePlayed'] });
  const inspect = (query: string) => anna.get(`${path}/questions/InspectionAtTurn?${query}`);
  return { house, anna, game: made.body.game as string, path, move, inspect };
}

describe('whoever looks at a quantum game over REST and WebSocket', () => {
  test('learns what each subject tells, at any turn, also after a takeback', async () => {
    const { anna, path, inspect, move } = await openGame(['b1^a3c3', 'a7a6']);
    expect((await inspect('about=superposition')).body).toEqual({
      answer: { boards: 2, cap: 16384, maySuperpose: true },
    });
    expect((await inspect('about=superposition&turn=0')).body.answer.boards).toBe(1);
    expect((await inspect('about=joint&square=a3&other=c3')).body.answer).toMatchObject({
      p11: 0,
      information: expect.closeTo(1),
    });
    expect((await inspect('about=merge&move=a3c3^b5')).body.answer).toMatchObject({ certain: true });
    expect((await inspect('about=move&move=a3b5')).body.answer).toEqual({ move: 'a3b5', success: null });
    for (const subject of INSPECTION_SUBJECTS) {
      const { status } = await inspect(`about=${subject}&square=a3&other=c3&move=a3c3^b5&most=2`);
      expect(status, subject).toBe(200);
    }
    expect((await inspect('about=same-piece&square=a3&turn=1')).body.answer).toEqual({ squares: ['g1', 'c3'] });
    expect((await anna.post(`${path}/takeback`, { answer: 'offer', as: 'white' })).status).toBe(200);
    expect((await move('g1^f3h3')).status).toBe(200);
    expect((await inspect('about=same-piece&square=b1&turn=1')).body.answer).toEqual({ squares: ['f3', 'h3'] });
    expect((await inspect('about=same-piece&square=a3&turn=1')).body.answer).toEqual({ squares: [] });
  });

  test('is told what was missing, and where there is nothing to see', async () => {
    const { anna, inspect } = await openGame(['b1^a3c3']);
    for (const [query, status, code] of [
      ['about=joint&square=a3', 422, 'quantum/incomplete-inspection'],
      ['about=move&move=a3a4', 422, 'quantum/not-how-it-moves'],
      ['about=square&square=z9', 422, 'quantum/no-such-square'],
      ['about=boards&turn=9', 404, 'game/no-such-turn'],
      ['about=boards&most=65', 400, 'request/malformed'],
      ['about=future', 400, 'request/malformed'],
      ['square=a3', 400, 'request/malformed'],
    ] as const) {
      expect(await inspect(query), query).toMatchObject({ status, body: { code } });
    }
    const plain = await anna.post('/api/games', { side: 'white' });
    expect(await anna.get(`/api/games/${plain.body.game}/questions/InspectionAtTurn?about=boards`)).toMatchObject({
      status: 422,
      body: { code: 'game/nothing-to-inspect' },
    });
  });

  test('asks by frame as by address', async () => {
    const { anna, game, inspect } = await openGame(['s B1 A3 C3'], { ruleset: 'quantum-fragments' });
    const socket = await anna.socket();
    const inspection = { about: 'marginals' };
    const heard = await socket.ask({ type: 'ask', question: { name: 'InspectionAtTurn', game, inspection } });
    expect(heard).toMatchObject({ type: 'yes', answer: (await inspect('about=marginals')).body.answer });
    expect(heard.answer.pieces).toContainEqual({
      square: 'a3',
      role: 'knight',
      color: 'white',
      probability: 0.5,
      odds: 0.5,
    });
    expect(await socket.ask({ type: 'ask', question: { name: 'InspectionAtTurn', game } })).toMatchObject({
      type: 'no',
      code: 'request/malformed',
    });
    expect(await socket.ask({ type: 'ask', question: { name: 'TurnNumber', game, inspection } })).toMatchObject({
      type: 'no',
    });
  });
});
