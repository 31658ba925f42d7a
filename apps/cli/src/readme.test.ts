import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chessmith } from './testing/chessmith.js';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** Each `$ command` of a console block with what the README says it prints. */
const EXAMPLES = [...README.matchAll(/```console\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((example) => {
    const [command = '', ...printed] = example.split('\n');
    return { command, printed: printed.join('\n') };
  });

describe('the README is true', () => {
  test('it has examples', () => expect(EXAMPLES.length).toBeGreaterThan(3));

  test.each(EXAMPLES)('$command', async ({ command, printed }) => {
    expect(await run(command)).toBe(printed);
  });
});

/** Enough of a shell for the examples: `echo '…' |` before, and a choice of fields by jq after. */
async function run(command: string): Promise<string> {
  const parts = /^(?:echo '([^']+)' \| )?npx chessmith (.+?)(?: \| jq -c '\{(.+)\}')?$/.exec(command);
  if (parts === null) throw new Error(`the test does not understand: ${command}`);
  const [, input = '', words = '', fields] = parts;
  const args = [...words.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const { out } = await chessmith(args, { input });
  return fields === undefined ? out : `${JSON.stringify(pick(JSON.parse(out), fields.split(', ')))}\n`;
}

const pick = (value: { readonly [field: string]: unknown }, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, value[field]]));
