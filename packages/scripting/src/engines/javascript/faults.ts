import type { Fault } from '../engine.js';

/** What a script's file is called in its tracebacks. */
export const FILE = 'script.js';

export const NO_MEMORY: Fault = {
  code: 'script/out-of-memory',
  message: 'The script needs more memory than it may use.',
  fatal: false,
};

/** An error that the script threw, or that QuickJS threw because of it; of an import, `code` shows where it is. */
export function faultOfError(
  error: { readonly name: string; readonly message: string; readonly stack: string },
  code = '',
): Fault {
  const { name, message, stack } = error;
  if (name === 'InternalError' && /^(?:out of memory|string too long)$/.test(message)) return NO_MEMORY;
  const isDeep =
    /^stack overflow|^Maximum call stack/.test(message) && /^(?:InternalError|SyntaxError|RangeError)$/.test(name);
  const frames = stack.split('\n').filter((frame) => frame.includes(`${FILE}:`));
  const [, wanted] = /^could not load module '(.*)'$/.exec(message) ?? [];
  const [, line, column] = /:(\d+)(?::(\d+))?\)?$/.exec(frames[0]?.trim() ?? '') ?? placeOfImport(code, wanted);
  const told =
    name === '' && stack === ''
      ? `The script threw ${message}; with "throw new Error(…)" the line would be told, too.`
      : (name === '' ? message : `${name}: ${message}`) + hintAt(message);
  const said = wanted === undefined ? told : `A script is one file: there is no '${wanted}' to import.`;
  return {
    code: isDeep ? 'script/out-of-stack' : 'script/raised',
    message: (isDeep ? 'The script calls itself too deep.' : said).slice(0, 500),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
    ...(frames.length === 0 ? {} : { traceback: tracebackOf(frames) }),
    fatal: false,
  };
}

/** What to do about something of another host's that a script looked for. */
function hintAt(message: string): string {
  const [, name = ''] = /^'(\w+)' is not defined$/.exec(message) ?? [];
  if (/^(?:module|exports|require)$/.test(name)) {
    return '. A script is one file, whose functions are found by their names: leave this out.';
  }
  return ELSEWHERE.test(name) ? '. Only what the language itself has is here, and console.log.' : '';
}

const ELSEWHERE =
  /^(?:process|Buffer|window|document|self|alert|prompt|fetch|set(?:Timeout|Interval|Immediate)|queueMicrotask|structuredClone|performance|crypto|localStorage|Text(?:En|De)coder|URL|Intl)$/;

/** In the manner of a match: what was sought, line and column. */
function placeOfImport(code: string, wanted: string | undefined): readonly (string | number)[] {
  if (wanted === undefined) return [];
  const lines = code.split('\n');
  const at = lines.findIndex((line) => /^\s*(?:import|export|\})/.test(line) && line.includes(wanted));
  return at < 0 ? [] : [wanted, at + 1, lines[at]!.indexOf(wanted) + 1];
}

const FRAMES = 20;

function tracebackOf(frames: readonly string[]): string {
  const shown = frames.slice(0, FRAMES).map((frame) => frame.trim());
  return shown.reverse().join('\n');
}

/** An exception of the host's: the interpreter's memory can no longer be trusted. */
export function faultOfException(error: unknown): Fault {
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { code: 'script/out-of-stack', message: 'The script goes too deep.', fatal: true };
  }
  return { code: 'script/engine-died', message: 'The interpreter broke down while the script ran.', fatal: true };
}
