export { bundleProgram, type Program, workersFromSource } from './program.js';
