import { describe, test } from 'vitest';
import { SERVER } from './commands.js';
import type { GameConfiguration } from './configuration.js';
import { longestToJoin } from './end.js';
import {
  configureGame,
  createGame,
  gameCreated,
  gameStarted,
  given,
  join,
  leave,
  noGameYet,
  offer,
  PLAYERS,
  playMove,
  STRANGER,
  startedWith,
  startGame,
  stopGame,
  waitingForPlayers,
} from './testing/index.js';
import type { Millis } from './units.js';

describe('a seat', () => {
  const MISFITS: readonly (readonly [string, Partial<GameConfiguration>])[] = [
    ['game/already-playing', { seats: { white: STRANGER, black: STRANGER } }],
    ['game/open-seats-need-no-clock', { openSeats: true, clock: { kind: 'per-move', moveMs: 1_000 as Millis } }],
  ];
  test.each(MISFITS)('is not arranged against its own rules: %s', (code, said) => {
    given(gameCreated).when(configureGame(said)).thenRefused(code, 'configuration-makes-sense');
  });

  test('is for persons', () => {
    given(waitingForPlayers).when({ type: 'JoinGame', by: SERVER }).thenRefused('game/persons-only', 'by-a-person');
  });

  test('gives its holder the right to start, which a stranger has not', () => {
    const ready = given(noGameYet).and(createGame({ by: SERVER }), { ...configureGame(), by: SERVER });
    const seated = ready.and(join('white'), join('black'));
    seated.when(startGame(STRANGER)).thenRefused('game/not-yours-to-arrange', 'yours-to-arrange');
    seated.when(startGame(PLAYERS.black)).thenSituation('running');
  });
});

describe('open seats', () => {
  test('are not left in an ordinary game', () => {
    given(gameStarted).when(leave('black')).thenRefused('game/seats-are-kept', 'seat-may-be-left');
  });

  test('let a game run on while a seat is empty, and somebody else sit down', () => {
    const scene = startedWith({ openSeats: true });
    given(scene)
      .and(leave('black'), playMove('white', 'e2e4'))
      .when({ type: 'JoinGame', by: STRANGER })
      .thenFacts('PlayerJoined')
      .when({ type: 'PlayMove', by: STRANGER, move: 'e7e5' })
      .thenFacts('MovePlayed')
      .when({ type: 'PlayMove', by: PLAYERS.black, move: 'd7d5' })
      .thenRefused('game/not-playing', 'you-play');
  });

  test('start a game with one player, who then has nobody to ask', () => {
    const alone = given(gameCreated).and(configureGame({ openSeats: true }), join('white'));
    alone.when(startGame()).thenSituation('running').when(offer('white', 'draw')).thenRefused('game/nobody-to-ask');
    given(gameCreated)
      .and(configureGame({ openSeats: true }))
      .when(startGame())
      .thenRefused('game/not-ready', 'ready');
  });

  test('that all have left make nobody the one who plays alone', () => {
    const scene = startedWith({ openSeats: true });
    given(scene).and(leave('black')).when(stopGame(PLAYERS.white)).thenEnd({ kind: 'none', cause: 'stopped' });
    given(scene)
      .and(leave('black'), leave('white'))
      .when(stopGame(STRANGER))
      .thenRefused('game/not-yours-to-arrange', 'yours-to-arrange');
  });
});

test('a game that people have joined and left for ever is not joined again', () => {
  let stage = given(waitingForPlayers);
  while (stage.scene.game.version < longestToJoin()) {
    stage = given({ ...stage.scene, facts: [] }).and(join('white'), leave('white'));
  }
  stage.when(join('white')).thenRefused('game/too-long', 'not-too-many-came-and-went');
});
