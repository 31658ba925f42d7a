import { JAVASCRIPT_SAMPLE, PROLOG_SAMPLE, PYTHON_SAMPLE } from '../testing/samples.js';
import { testSandbox } from '../testing/sandbox-contract.js';
import { openSandbox } from './open-sandbox.js';

const waiting = { total: 100, perLane: 100, longestMs: 200_000 };

for (const sample of [JAVASCRIPT_SAMPLE, PYTHON_SAMPLE, PROLOG_SAMPLE]) {
  const languages = [sample.language];
  testSandbox('the sandbox', () => openSandbox({ languages, workersPerLanguage: 2, waiting }), [sample]);
}
