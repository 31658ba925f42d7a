import { ok, type Result } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { findMoves } from './find-moves.js';
import type { GameRefusal } from './refusals.js';
import {
  configureGame,
  createGame,
  gameCreated,
  gameMated,
  gameReady,
  gameStarted,
  gameStopped,
  given,
  join,
  noGameYet,
  PLAYERS,
  play,
  played,
  playMove,
  promote,
  promotionAwaited,
  type Scene,
  STRANGER,
  startGame,
  stopGame,
  THIS_GAME,
  waitingForPlayers,
} from './testing/index.js';

const OPERATIONS: { readonly [name: string]: (scene: Scene) => Result<unknown, GameRefusal> } = {
  configure: (scene) => play(scene, configureGame()),
  join: (scene) => play(scene, join('white')),
  start: (scene) => play(scene, startGame()),
  stop: (scene) => play(scene, stopGame()),
  findMoves: (scene) => findMoves(scene.referee)(scene.game, 'a2'),
  applyMove: (scene) => play(scene, playMove('white', 'a2a3')),
  promote: (scene) => play(scene, promote('white', 'queen')),
};

const ACCEPTED = 'accepted';
const ABSENT = 'game/not-found';
const CONFIGURED = 'game/already-configured';
const NO_SEATS = 'game/not-waiting-for-players';
const NOT_READY = 'game/not-ready';
const NOT_STARTED = 'game/not-started';
const ENDED = 'game/ended';
const TERMINATED = 'game/terminated';
const PROMOTION_PENDING = 'game/waiting-for-promotion';
const NO_PROMOTION = 'game/not-waiting-for-promotion';

/** The table of the Chess Game Service API: one row per stage, one column per operation. */
const TABLE: readonly (readonly [stage: string, scene: Scene, results: readonly string[]])[] = [
  ['absent', noGameYet, [ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT]],
  ['not configured', gameCreated, [ACCEPTED, NO_SEATS, NOT_READY, ACCEPTED, NOT_STARTED, NOT_STARTED, NOT_STARTED]],
  ['waiting', waitingForPlayers, [CONFIGURED, ACCEPTED, NOT_READY, ACCEPTED, NOT_STARTED, NOT_STARTED, NOT_STARTED]],
  ['ready', gameReady, [CONFIGURED, NO_SEATS, ACCEPTED, ACCEPTED, NOT_STARTED, NOT_STARTED, NOT_STARTED]],
  ['running', gameStarted, [CONFIGURED, NO_SEATS, NOT_READY, ACCEPTED, ACCEPTED, ACCEPTED, NO_PROMOTION]],
  [
    'awaiting promotion',
    promotionAwaited,
    [CONFIGURED, NO_SEATS, NOT_READY, ACCEPTED, PROMOTION_PENDING, PROMOTION_PENDING, ACCEPTED],
  ],
  ['stopped', gameStopped, [CONFIGURED, NO_SEATS, NOT_READY, TERMINATED, ENDED, ENDED, ENDED]],
  ['mated', gameMated, [CONFIGURED, NO_SEATS, NOT_READY, TERMINATED, ENDED, ENDED, ENDED]],
];
const ROWS = TABLE.flatMap(([stage, scene, results]) =>
  Object.keys(OPERATIONS).map((operation, i) => ({ stage, operation, expected: results[i]!, scene })),
);

test.each(ROWS)('$operation in a game that is $stage: $expected', ({ operation, expected, scene }) => {
  const result = OPERATIONS[operation]!(scene);
  expect(result.ok ? ACCEPTED : result.error.code).toBe(expected);
});

describe('a game that is not configured', () => {
  test('is the result of creating a game', () => {
    given(noGameYet).when(createGame()).thenFacts('GameCreated');
    expect(gameCreated.game).toMatchObject({ situation: 'not-configured', id: THIS_GAME, host: PLAYERS.white });
  });

  test('waits for players once it is configured, and keeps its id', () => {
    const { scene } = given(gameCreated).when(configureGame()).thenSituation('waiting-for-players');
    expect(scene.game.id).toBe(THIS_GAME);
  });

  test('is ready when configured with two players', () => {
    given(gameCreated)
      .when(configureGame({ seats: PLAYERS }))
      .thenSituation('ready');
  });

  test('cannot be created twice', () => {
    given(gameCreated).when(createGame()).thenRefused('game/id-taken', 'game-is-new');
  });

  test('stops', () => {
    given(gameCreated).when(stopGame()).thenEnd({ kind: 'none', cause: 'stopped' });
  });

  test('refuses a start position that the referee refuses', () => {
    given(gameCreated)
      .when(configureGame({ setup: { position: 'no board at all' } }))
      .thenRefused('fen/malformed', 'start-is-legal');
  });

  test('refuses a start position in which the game is over', () => {
    given(gameCreated)
      .when(configureGame({ setup: { position: '7k/8/5KQ1/8/8/8/8/8 b - - 0 1' } }))
      .thenRefused('game/over-at-start', 'start-is-legal');
  });

  test('can be configured only by its host', () => {
    const byStranger = { ...configureGame(), by: STRANGER };
    given(gameCreated).when(byStranger).thenRefused('game/not-host', 'yours-to-arrange');
  });
});

describe('a game that waits for players', () => {
  test('still waits when only white has joined', () => {
    const { scene } = given(waitingForPlayers).when(join('white')).thenSituation('waiting-for-players');
    expect(scene.game.seats).toEqual({ white: PLAYERS.white, black: null });
  });

  test('is ready when both have joined', () => {
    given(waitingForPlayers).and(join('white')).when(join('black')).thenSituation('ready');
  });

  test('gives each seat to one player', () => {
    given(waitingForPlayers)
      .and(join('white'))
      .when(join('white', STRANGER))
      .thenRefused('game/seat-taken', 'seat-is-free');
  });

  test('gives each player one seat', () => {
    given(waitingForPlayers)
      .and(join('white'))
      .when(join('black', PLAYERS.white))
      .thenRefused('game/already-playing', 'not-playing-yet');
  });

  test('gives the free seat to a player who names no colour', () => {
    const { scene } = given(waitingForPlayers)
      .and(join('white'))
      .when({ type: 'JoinGame', by: STRANGER })
      .thenFacts('PlayerJoined');
    expect(scene.game.seats.black).toBe(STRANGER);
  });

  test('starts automatically with the second player if configured so', () => {
    given(gameCreated)
      .and(configureGame({ autoStart: true }), join('white'))
      .when(join('black'))
      .thenFacts('PlayerJoined', 'GameStarted');
    given(gameCreated)
      .when(configureGame({ autoStart: true, seats: PLAYERS }))
      .thenFacts('GameConfigured', 'GameStarted');
  });

  test('waits again after a player leaves before the start', () => {
    given(gameReady).when({ type: 'LeaveGame', by: PLAYERS.black }).thenSituation('waiting-for-players');
  });
});

describe('a game that runs', () => {
  test('knows the moves of a pawn', () => {
    const { referee, game } = gameStarted;
    expect(findMoves(referee)(game, 'a2')).toEqual(
      ok([{ kind: 'move', from: 'a2', to: expect.toSatisfy((to: string[]) => to.toSorted().join() === 'a3,a4') }]),
    );
    expect(findMoves(referee)(game, 'a7')).toEqual(ok([]));
  });

  test('updates board, history and turn with a move', () => {
    const { scene } = given(gameStarted).when(playMove('white', 'a2a3')).thenFacts('MovePlayed');
    const board = scene.game.board!;
    expect(board.turn).toBe('black');
    expect(board.moves.map(({ notation }) => notation)).toEqual(['a3']);
    expect(scene.referee.view(board.position, { kind: 'all' }).notation).toContain('/P7/1PPPPPPP/');
  });

  test('ends with mate', () => {
    given(played(gameStarted, 'f2f3 e7e6 g2g4')).when(playMove('black', 'd8h4')).thenFacts('MovePlayed', 'GameEnded');
    expect(gameMated.game.end).toEqual({ kind: 'win', winner: 'black', cause: 'checkmate', rule: 'checkmate' });
    expect(gameMated.game.board!.turn).toBe('white');
  });

  test('is stopped by the server, not by a player who is losing', () => {
    given(gameStarted).when(stopGame()).thenFacts('GameStopped', 'GameEnded');
    given(gameStarted).when(stopGame(PLAYERS.white)).thenRefused('game/not-host');
  });
});

describe('a promotion without a role', () => {
  test('stays pending, and white is still to move', () => {
    const { game } = promotionAwaited;
    expect(game.situation).toBe('running');
    expect(game.promotion).toEqual({ from: 'b7', to: 'b8', roles: expect.arrayContaining(['queen', 'knight']) });
    expect(game.board!.turn).toBe('white');
  });

  test('is completed with the chosen role, and black is to move', () => {
    const { scene } = given(promotionAwaited).when(promote('white', 'queen')).thenFacts('MovePlayed');
    expect(scene.game.promotion).toBeNull();
    expect(scene.game.board!.turn).toBe('black');
    expect(scene.game.board!.moves.at(-1)!.happened).toContainEqual({
      kind: 'promoted',
      role: 'queen',
      color: 'white',
      on: 'b8',
    });
  });

  test('refuses a king, and a choice by the opponent', () => {
    given(promotionAwaited).when(promote('white', 'king')).thenRefused('game/no-such-promotion', 'role-is-offered');
    given(promotionAwaited).when(promote('black', 'queen')).thenRefused('game/not-your-turn', 'your-turn');
  });

  test('is not pending if the move names the role', () => {
    const before = played(gameStarted, 'a2a4 b7b5 a4b5 b8c6 b5b6 c6b8 b6b7 b8c6');
    given(before).when(playMove('white', 'b7b8q')).thenFacts('MovePlayed');
    given(before).when(playMove('white', 'Pb7-b8')).thenFacts('PromotionAwaited');
  });
});
