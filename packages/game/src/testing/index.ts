export { coinReferee } from './coin-referee.js';
export * from './commands.js';
export { given, type Stage, type WhenResult } from './given.js';
export { type ExtraInput, emptyScene, NEXT_GAME, NOON, play, type Scene, type SyncReferee } from './scene.js';
export * from './scenes.js';
