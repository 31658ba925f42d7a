export { coinReferee } from './coin-referee.js';
export * from './commands.js';
export { given, type Outcome, type Stage } from './given.js';
export { emptyScene, type GivenMore, NEXT_GAME, NOON, type PromptReferee, play, type Scene } from './scene.js';
export * from './scenes.js';
