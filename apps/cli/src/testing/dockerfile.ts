/** One instruction of a Dockerfile; continued lines are joined and comments removed. */
export type Instruction = { readonly word: string; readonly rest: string };

export function instructionsIn(text: string): readonly Instruction[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(line) ?? [];
      return { word, rest };
    });
}

/** A function that tells whether a `.dockerignore` (names, `*` and a leading `**`) excludes a path of the context. */
export function ignoring(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((pattern) => {
      const isAnywhere = pattern.startsWith('**/');
      const body = pattern
        .replace('**/', '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '[^/]*');
      return new RegExp(`^${isAnywhere ? '(?:.*/)?' : ''}${body}(?:/|$)`);
    });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** Parses `A=1 B=2`, and expands `$NAME`. */
export function variablesIn(text: string, known: NodeJS.ProcessEnv): { readonly [name: string]: string } {
  return Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=').replace(/\$(\w+)/g, (_, wanted: string) => known[wanted] ?? '')];
    }),
  );
}
