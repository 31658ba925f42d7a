import { JAVASCRIPT_SAMPLE, PROLOG_SAMPLE, PYTHON_SAMPLE } from '../testing/samples.js';
import { testSandbox } from '../testing/sandbox-contract.js';
import { openSandbox } from './open-sandbox.js';

// Prolog takes about a tenth of a second to fill 80 MB, and it is their size that is asked about here.
const budgets = { call: { cpuMs: 1000, wallMs: 30_000 } };

for (const sample of [JAVASCRIPT_SAMPLE, PYTHON_SAMPLE, PROLOG_SAMPLE]) {
  const waiting = { total: 100, perLane: 100, longestMs: 200_000 };
  const slower = sample.language === 'prolog' ? { budgets } : {};
  testSandbox(
    'the sandbox',
    () => openSandbox({ languages: [sample.language], workersPerLanguage: 2, waiting, ...slower }),
    [sample],
  );
}
