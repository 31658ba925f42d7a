import { describe, test } from 'vitest';
import { SERVER } from './commands.js';
import type { GameConfiguration } from './configuration.js';
import { maxFactsForJoin } from './end.js';
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
  const INVALID: readonly (readonly [string, Partial<GameConfiguration>])[] = [
    ['game/already-playing', { seats: { white: STRANGER, black: STRANGER } }],
    ['game/clock-with-open-seats', { openSeats: true, clock: { kind: 'per-move', moveMs: 1_000 as Millis } }],
  ];
  test.each(INVALID)('cannot be configured inconsistently: %s', (code, options) => {
    given(gameCreated).when(configureGame(options)).thenRefused(code, 'configuration-makes-sense');
  });

  test('can be taken by persons only', () => {
    given(waitingForPlayers).when({ type: 'JoinGame', by: SERVER }).thenRefused('game/person-required', 'by-a-person');
  });

  test('lets its holder start the game, unlike a stranger', () => {
    const ready = given(noGameYet).and(createGame({ by: SERVER }), { ...configureGame(), by: SERVER });
    const seated = ready.and(join('white'), join('black'));
    seated.when(startGame(STRANGER)).thenRefused('game/not-host', 'yours-to-arrange');
    seated.when(startGame(PLAYERS.black)).thenSituation('running');
  });
});

describe('open seats', () => {
  test('are the only seats that players may leave in a running game', () => {
    given(gameStarted).when(leave('black')).thenRefused('game/cannot-leave-running', 'seat-may-be-left');
  });

  test('let a game go on with an empty seat, and another player join', () => {
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

  test('let one player start a game, who then cannot make offers', () => {
    const alone = given(gameCreated).and(configureGame({ openSeats: true }), join('white'));
    alone.when(startGame()).thenSituation('running').when(offer('white', 'draw')).thenRefused('game/no-opponent');
    given(gameCreated)
      .and(configureGame({ openSeats: true }))
      .when(startGame())
      .thenRefused('game/not-ready', 'ready');
  });

  test('let the last player stop the game, but not a stranger after all have left', () => {
    const scene = startedWith({ openSeats: true });
    given(scene).and(leave('black')).when(stopGame(PLAYERS.white)).thenEnd({ kind: 'none', cause: 'stopped' });
    given(scene)
      .and(leave('black'), leave('white'))
      .when(stopGame(STRANGER))
      .thenRefused('game/not-host', 'yours-to-arrange');
  });
});

test('a game that players have joined and left too often refuses further players', () => {
  let stage = given(waitingForPlayers);
  while (stage.scene.game.version < maxFactsForJoin()) {
    stage = given({ ...stage.scene, facts: [] }).and(join('white'), leave('white'));
  }
  stage.when(join('white')).thenRefused('game/too-long', 'not-too-many-came-and-went');
});
