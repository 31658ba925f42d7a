import { describe, expect, test } from 'vitest';
import { evolve } from './evolve.js';
import { fold } from './fold.js';
import type { Alias, JoinCode } from './ids.js';
import { newsOf } from './news/news-of.js';
import { publicFact } from './public-fact.js';
import {
  coinReferee,
  configureGame,
  createGame,
  given,
  join,
  NOON,
  noGameYet,
  PLAYERS,
  played,
  resign,
  type Scene,
  STRANGER,
  startedWith,
  startGame,
  stopGame,
  THIS_GAME,
} from './testing/index.js';
import type { Millis } from './units.js';
import { gameView, personalView, timelessView } from './view.js';

const tossed = played(startedWith({}, coinReferee()), 'g1f3 b8c6');
const over = given(tossed).and(resign('white')).scene;

/** Everything that the server may send about a game: news, views and public facts. */
function everythingSent({ referee, facts, game, now }: Scene): string {
  let before = fold(referee)([]);
  const news = facts.flatMap((fact) => {
    const after = evolve(referee)(before, fact);
    const news = newsOf(referee)(before, fact, after);
    before = after;
    return news;
  });
  const views = [null, STRANGER, PLAYERS.white, PLAYERS.black].map((who) => gameView(referee)(game, who, now));
  const publicFacts = facts.map((fact) => publicFact(fact, game.end !== null));
  return JSON.stringify({ news, views, publicFacts });
}

describe('a secret', () => {
  test('is not sent while the game runs', () => {
    expect(tossed.facts.filter((fact) => 'secret' in fact)).toHaveLength(2);
    expect(everythingSent(tossed)).not.toMatch(/secret|coins/);
  });

  test('is sent once the game has ended', () => {
    expect(everythingSent(over)).toMatch(/"secret":[01]/);
    for (const who of [null, PLAYERS.white, PLAYERS.black]) {
      expect(gameView(over.referee)(over.game, who, NOON).board!.extra).toEqual({ coins: [0, 0] });
    }
  });

  test('is part of the folded position', () => {
    const { referee } = over;
    const folded = referee.snapshot(fold(referee)(over.facts).board!.position);
    expect(folded).toEqual(referee.snapshot(tossed.game.board!.position));
  });
});

describe('a join code', () => {
  const host = PLAYERS.black;
  const coded = given(noGameYet).and(
    createGame({ by: host, joinCode: 'ACDE3467' as JoinCode }),
    { ...configureGame(), by: host },
    join('white'),
  ).scene;
  const codeFor = ({ referee, game }: Scene, who: typeof STRANGER | null) =>
    gameView(referee)(game, who, NOON).joinCode;

  test('is shown to host and players while a seat is free', () => {
    expect(codeFor(coded, host)).toBe('ACDE3467');
    expect(codeFor(coded, PLAYERS.white)).toBe('ACDE3467');
    expect(codeFor(coded, STRANGER)).toBeNull();
    expect(codeFor(coded, null)).toBeNull();
    expect(JSON.stringify(coded.facts.map((fact) => publicFact(fact, false)))).not.toContain('ACDE3467');
    expect(codeFor(given(coded).and(join('black')).scene, PLAYERS.white)).toBeNull();
    expect(codeFor(given(coded).and(stopGame()).scene, PLAYERS.white)).toBeNull();
  });
});

describe('a view', () => {
  test('as text contains the join code only for the host, also from the cache', () => {
    const made = given(noGameYet).and(createGame({ joinCode: 'ACDE3467' as JoinCode }), configureGame()).scene;
    const { referee, game } = made;
    expect(game.seats).toEqual({ white: null, black: null });
    for (const who of [game.host, STRANGER, null, game.host]) {
      expect(JSON.stringify(timelessView(referee)(game, who)).includes('ACDE3467')).toBe(who === game.host);
    }
  });

  test('as personal text is that of its viewer, also from the cache', () => {
    const { referee } = tossed;
    for (const { game } of [tossed, over, tossed]) {
      for (const who of [PLAYERS.white, PLAYERS.black, null, PLAYERS.white]) {
        const { yours, joinCode, board } = gameView(referee)(game, who, NOON);
        expect(personalView(referee)(game, who)).toEqual({ yours, joinCode, board });
      }
    }
  });

  test('contains every field of a game', () => {
    const clock = { kind: 'per-move', moveMs: 60_000 as Millis } as const;
    const made = given(noGameYet).and(
      createGame({ by: STRANGER, alias: 'here' as Alias }),
      { ...configureGame({ clock }), by: STRANGER },
      join('white'),
      join('black'),
      startGame(),
    ).scene;
    const { referee, game, now } = played(made, 'a2a4 b7b5 a4b5 b8c6 b5b6 c6b8 b6b7 b8c6 b7b8');
    const { version, configuration, offers, board } = game;
    expect(gameView(referee)(game, PLAYERS.white, now)).toEqual({
      ...{ id: THIS_GAME, version, situation: 'running', host: STRANGER, alias: 'here', joinCode: null, configuration },
      ...{ seats: PLAYERS, yours: ['white'], turn: 'white', ply: 8, offers, end: null, next: null },
      board: referee.view(board!.position, { kind: 'player', color: 'white' }),
      moves: ['a4', 'b5', 'axb5', 'Nc6', 'b6', 'Nb8', 'b7', 'Nc6'].map((notation, ply) =>
        expect.objectContaining({ color: ply % 2 === 0 ? 'white' : 'black', notation }),
      ),
      promotion: { from: 'b7', to: 'b8', roles: ['queen', 'rook', 'bishop', 'knight'] },
      clocks: { remainingMs: { white: 60_000, black: 60_000 }, running: 'white', abortInMs: null },
    });
  });

  test('is plain JSON', () => {
    const view = gameView(tossed.referee)(tossed.game, PLAYERS.white, NOON);
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
    expect(view).toMatchObject({ yours: ['white'], turn: 'white', ply: 2 });
  });

  test('shows the clocks at the given time', () => {
    const clock = { kind: 'per-move', moveMs: 60_000 as Millis } as const;
    const { referee, game, now } = given(startedWith({ clock })).afterMs(1_500).scene;
    expect(gameView(referee)(game, null, now).clocks).toEqual({
      remainingMs: { white: 58_500, black: 60_000 },
      running: 'white',
      abortInMs: null,
    });
  });
});
