import type { JobResult } from './port.js';

/** Runs a job, and once more if the process died: another script may have caused that. */
export async function retryOnce<T>(work: () => Promise<JobResult<T>>): Promise<JobResult<T>> {
  const result = await work();
  return !result.ok && result.error.code === 'sandbox/died' ? work() : result;
}
