import { evolve, type News, newsOf, noGame } from '@chessmith/game';
import { gameMated, gameStarted, given, offer, playMove, type Scene } from '@chessmith/game/testing';
import { expect, test } from 'vitest';
import { newsSerialiser, serialiseReceipt } from './index.js';

const serialiseNews = newsSerialiser();

const newsIn = ({ referee, facts }: Scene): readonly (readonly News[])[] => {
  let game = noGame();
  return facts.map((fact) => {
    const before = game;
    game = evolve(referee)(before, fact);
    return newsOf(referee)(before, fact, game);
  });
};

const SCENES: readonly (readonly [string, Scene])[] = [
  ['a game that ended', gameMated],
  ['a capture and a draw offer', capture()],
];

function capture(): Scene {
  const moves = [playMove('white', 'e2e4'), playMove('black', 'd7d5'), playMove('white', 'e4d5')];
  return given(gameStarted).and(...moves, offer('white', 'draw')).scene;
}

test.each(SCENES)('the news of %s is complete', (_, scene) => {
  for (const news of newsIn(scene)) expect(JSON.parse(serialiseNews(news))).toEqual(JSON.parse(JSON.stringify(news)));
});

test('news keeps fields of happenings, probabilities and pockets', () => {
  const payload = {
    pieces: [{ square: 'e4', role: 'pawn', color: 'white', probability: 0.25 }],
    pockets: { white: { pawn: 1 }, black: {} },
    extra: { message: 'a "text"', marks: ['e4'] },
    turn: 'black',
    check: ['e8'],
    lastMove: {
      color: 'white',
      notation: 'Nxe5',
      happened: [{ kind: 'captured', square: 'e5', role: 'pawn' }],
      tookMs: 7,
    },
  };
  const news = [{ node: 'BoardChanged', version: 3, at: '2026-11-15T13:00:00.000Z', payload }] as unknown as News[];
  expect(JSON.parse(serialiseNews(news))).toEqual(news);
  const without = [{ ...news[0]!, payload: { ...payload, pockets: null, extra: null, lastMove: null } }];
  expect(JSON.parse(serialiseNews(without))).toEqual(without);
  expect(serialiseNews([])).toBe('[]');
});

test('a receipt names the rematch only if there is one', () => {
  const receipt = {
    game: 'game12345678',
    version: 7,
    at: '2026-11-15T13:00:00.000Z',
    facts: ['MovePlayed', 'GameEnded'],
    situation: 'running',
    ply: 3,
  } as const;
  expect(JSON.parse(serialiseReceipt(receipt))).toEqual(receipt);
  expect(JSON.parse(serialiseReceipt({ ...receipt, next: 'next12345678' }))).toMatchObject({ next: 'next12345678' });
});
