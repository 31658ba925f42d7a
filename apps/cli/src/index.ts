export { type Command, EXIT, type ExitCode, type Io } from './command.js';
export { main } from './main.js';
