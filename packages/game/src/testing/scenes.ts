import type { GameConfiguration } from '../configuration.js';
import { configureGame, createGame, join, playMove, startGame, stopGame } from './commands.js';
import { given } from './given.js';
import { emptyScene, type PromptReferee, type Scene } from './scene.js';

/** Games at each station of their life. */
export const noGameYet: Scene = emptyScene();
export const gameCreated: Scene = given(noGameYet).and(createGame()).scene;
export const waitingForPlayers: Scene = given(gameCreated).and(configureGame()).scene;
export const gameReady: Scene = given(waitingForPlayers).and(join('white'), join('black')).scene;
export const gameStarted: Scene = given(gameReady).and(startGame()).scene;
export const promotionAwaited: Scene = played(gameStarted, 'a2a4 b7b5 a4b5 b8c6 b5b6 c6b8 b6b7 b8c6 b7b8');
export const gameMated: Scene = played(gameStarted, 'f2f3 e7e6 g2g4 d8h4');
export const gameStopped: Scene = given(gameStarted).and(stopGame()).scene;

/** A game that has started in this way, under these rules. */
export function startedWith(said: Partial<GameConfiguration>, referee?: PromptReferee): Scene {
  return given(emptyScene(referee)).and(createGame(), configureGame(said), join('white'), join('black'), startGame())
    .scene;
}

/** The game after these moves, the sides taking turns. */
export function played(scene: Scene, moves: string): Scene {
  return moves.split(' ').reduce((before, move) => {
    const { turn } = before.game.board!;
    return given(before).and(playMove(turn, move)).scene;
  }, scene);
}
