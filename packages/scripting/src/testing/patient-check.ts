import { afterAll, beforeAll } from 'vitest';
import { checkScript } from '../check/check-script.js';
import type { Language } from '../language.js';
import type { Sandbox } from '../sandbox/port.js';
import { openPatientSandbox } from './patient-sandbox.js';

const LIMITS = { games: 2, cpuMs: 2000, wallMs: 60_000 };

/** Checks scripts of one author, in a sandbox that lives as long as the tests of a file. */
export function patientCheck() {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = openPatientSandbox();
  });
  afterAll(() => sandbox.close());
  return (language: Language, source: string) => checkScript(sandbox, { language, source, author: 'ann' }, LIMITS);
}
