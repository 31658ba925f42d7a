export { openWith } from '../sqlite/open.js';
export { inFolder } from './folders.js';
export { makeProgram, type Program } from './program.js';
export { straceWords, whyNoStrace } from './strace.js';
