export { openSqliteStoreWith } from '../sqlite/open.js';
export { withTempFolder } from './folders.js';
export { straceCommand, whyNoStrace } from './strace.js';
