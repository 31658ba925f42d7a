import { chessmith } from './chessmith.js';

export type Example = { readonly command: string; readonly printed: string };

/** Each `$ command` of the console blocks of a text, with its documented output. */
export const examplesIn = (text: string): readonly Example[] =>
  [...text.matchAll(/```console\n(.*?)```/gs)]
    .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
    .map((example) => {
      const [command = '', ...printed] = example.split('\n');
      return { command, printed: printed.join('\n') };
    });

/** The commands of a text that draw a picture, each with its file. */
export const picturesIn = (text: string): readonly { readonly command: string; readonly file: string }[] =>
  [...text.matchAll(/^(npx chessmith show .*--svg.*) > (\S+\.svg)$/gm)].map(([, command = '', file = '']) => ({
    command,
    file,
  }));

/**
 * Interprets the shell syntax that the examples use: `echo '…' |` before, quoted words, and a `jq` selection of fields
 * after, of the answer or of one of its steps.
 */
export async function runExample(command: string): Promise<string> {
  const parts = /^(?:echo '([^']+)' \| )?npx chessmith (.+?)(?: \| jq -c '(?:\.steps\[(\d+)\] \| )?\{(.+)\}')?$/.exec(
    command,
  );
  if (parts === null) throw new Error(`the test does not understand: ${command}`);
  const [, input = '', words = '', step, fields] = parts;
  const args = [...words.matchAll(/(\$?)'([^']*)'|\S+/g)].map(([word, escapes, quoted]) =>
    quoted === undefined ? word : escapes === '$' ? quoted.replaceAll('\\n', '\n') : quoted,
  );
  const { out } = await chessmith(args, { input });
  if (fields === undefined) return out;
  const answer = JSON.parse(out);
  const chosen = step === undefined ? answer : answer.steps[Number(step)];
  return `${JSON.stringify(Object.fromEntries(fields.split(', ').map((field) => [field, chosen[field]])))}\n`;
}
