import { classicalReferee, standard } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { fold } from './fold.js';
import { accept, gameStarted, given, offer, played } from './testing/index.js';

test('folding replays only the moves on the board, however many were taken back', () => {
  let scene = played(gameStarted, 'e2e4 e7e5');
  for (let times = 0; times < 50; times++) {
    scene = played(given(scene).and(offer('black', 'takeback'), accept('white', 'takeback')).scene, 'e7e5');
  }
  const real = classicalReferee(standard);
  let replayed = 0;
  const referee: typeof real = {
    ...real,
    replay(position, record) {
      replayed += 1;
      return real.replay(position, record);
    },
  };
  const { board, version } = fold(referee)(scene.facts);
  expect(version).toBe(scene.game.version);
  expect(board!.moves.map(({ notation }) => notation)).toEqual(['e4', 'e5']);
  expect(replayed).toBe(2);
});
