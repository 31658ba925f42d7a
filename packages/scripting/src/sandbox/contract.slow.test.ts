import { JAVASCRIPT_SAMPLE, PYTHON_SAMPLE } from '../testing/samples.js';
import { testSandbox } from '../testing/sandbox-contract.js';
import { openSandbox } from './open-sandbox.js';

for (const sample of [JAVASCRIPT_SAMPLE, PYTHON_SAMPLE]) {
  const waiting = { total: 100, perLane: 100, longestMs: 200_000 };
  testSandbox('the sandbox', () => openSandbox({ languages: [sample.language], workersPerLanguage: 2, waiting }), [
    sample,
  ]);
}
