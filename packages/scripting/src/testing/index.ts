export { HOSTILE, type HostileBodies, type HostileCase } from './hostile/cases.js';
export { JAVASCRIPT_SAMPLE, PYTHON_SAMPLE } from './samples.js';
export { type LanguageSample, testSandbox } from './sandbox-contract.js';
