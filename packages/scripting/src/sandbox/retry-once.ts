import type { Worked } from './port.js';

/** Does a piece of work, and once more if the process was lost: another script may have taken it down. */
export async function retryOnce<T>(work: () => Promise<Worked<T>>): Promise<Worked<T>> {
  const worked = await work();
  return !worked.ok && worked.trouble.code === 'sandbox/died' ? work() : worked;
}
