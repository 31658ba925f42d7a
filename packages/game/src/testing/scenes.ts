import type { GameConfiguration } from '../configuration.js';
import { configureGame, createGame, join, playMove, startGame, stopGame } from './commands.js';
import { given } from './given.js';
import { emptyScene, type Scene, type SyncReferee } from './scene.js';

// One game at each stage of its life cycle.
export const noGameYet: Scene = emptyScene();
export const gameCreated: Scene = given(noGameYet).and(createGame()).scene;
export const waitingForPlayers: Scene = given(gameCreated).and(configureGame()).scene;
export const gameReady: Scene = given(waitingForPlayers).and(join('white'), join('black')).scene;
export const gameStarted: Scene = given(gameReady).and(startGame()).scene;
export const promotionAwaited: Scene = played(gameStarted, 'a2a4 b7b5 a4b5 b8c6 b5b6 c6b8 b6b7 b8c6 b7b8');
export const gameMated: Scene = played(gameStarted, 'f2f3 e7e6 g2g4 d8h4');
export const gameStopped: Scene = given(gameStarted).and(stopGame()).scene;

/** A running game with this configuration and referee. */
export function startedWith(options: Partial<GameConfiguration>, referee?: SyncReferee): Scene {
  return given(emptyScene(referee)).and(createGame(), configureGame(options), join('white'), join('black'), startGame())
    .scene;
}

/** The game after these moves, separated by spaces. */
export function played(scene: Scene, moves: string): Scene {
  return moves.split(' ').reduce((before, move) => {
    const { turn } = before.game.board!;
    return given(before).and(playMove(turn, move)).scene;
  }, scene);
}
