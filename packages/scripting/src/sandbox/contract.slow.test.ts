import { JAVASCRIPT_SAMPLE } from '../testing/samples.js';
import { testSandbox } from '../testing/sandbox-contract.js';
import { openSandbox } from './open-sandbox.js';

testSandbox('the sandbox', () => openSandbox({ languages: ['javascript'], workersPerLanguage: 2 }), [
  JAVASCRIPT_SAMPLE,
]);
