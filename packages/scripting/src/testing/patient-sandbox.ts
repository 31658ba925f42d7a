import { openSandbox } from '../sandbox/open-sandbox.js';
import type { Sandbox } from '../sandbox/port.js';

/** A sandbox with one worker per language, with the usual CPU limits and much wall time for a busy machine. */
export function openPatientSandbox(): Sandbox {
  const waiting = { total: 100, perLane: 100, longestMs: 200_000 };
  const wallMs = 100_000;
  const budgets = {
    load: { cpuMs: 500, wallMs },
    call: { cpuMs: 100, wallMs },
    locate: { cpuMs: 3000, wallMs },
  };
  return openSandbox({ workersPerLanguage: 1, waiting, budgets });
}
