import { chessmith } from './chessmith.js';

/** Sends requests to `chessmith judge`, one per line, and reads the responses. */
export async function judgeLines<Response>(requests: readonly object[]): Promise<readonly Response[]> {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { code, out, err } = await chessmith(['judge'], { input });
  if (code !== 0 || err !== '') throw new Error(`chessmith judge ended with ${code}: ${err}`);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Response);
}
