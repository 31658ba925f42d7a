export { openSqliteStoreWith } from '../sqlite/open.js';
export { withTempFolder } from './folders.js';
export { bundleProgram, type Program } from './program.js';
export { straceCommand, whyNoStrace } from './strace.js';
