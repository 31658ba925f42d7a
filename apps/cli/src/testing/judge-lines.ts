import { chessmith } from './chessmith.js';

/** Puts questions to `chessmith judge`, a line each, and reads the answers. */
export async function judgeLines<Answer>(questions: readonly object[]): Promise<readonly Answer[]> {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  const { code, out, err } = await chessmith(['judge'], { input });
  if (code !== 0 || err !== '') throw new Error(`chessmith judge ended with ${code}: ${err}`);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}
