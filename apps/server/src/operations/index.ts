export { backUpDataFolder, type DataFolder, dataFolderAt, openDataFolder } from './data-folder.js';
export { type DemoOptions, type DemoPlayed, playDemo } from './demo/play-demo.js';
export { EXPORT_FORMATS, type Exported, type ExportFormat, type ExportSelection, exportGames } from './export.js';
export { type ReplayedFact, replayGame } from './replay.js';
export { type Counted, type Finding, verifyDataFolder } from './verify.js';
