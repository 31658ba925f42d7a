import type { EngineError } from '../engine.js';

/** The name of the script's file in tracebacks. */
export const FILE = 'script.js';

export const NO_MEMORY: EngineError = {
  code: 'script/out-of-memory',
  message: 'The script needs more memory than it may use.',
  fatal: false,
};

/** An error that the script threw or caused in QuickJS. For a failed import, `code` is searched for its line. */
export function scriptErrorOf(
  error: { readonly name: string; readonly message: string; readonly stack: string },
  code = '',
): EngineError {
  const { name, message, stack } = error;
  if (name === 'InternalError' && /^(?:out of memory|string too long)$/.test(message)) return NO_MEMORY;
  const isDeep =
    /^stack overflow|^Maximum call stack/.test(message) && /^(?:InternalError|SyntaxError|RangeError)$/.test(name);
  const frames = stack.split('\n').filter((frame) => frame.includes(`${FILE}:`));
  const [, wanted] = /^could not load module '(.*)'$/.exec(message) ?? [];
  const [, line, column] = /:(\d+)(?::(\d+))?\)?$/.exec(frames[0]?.trim() ?? '') ?? placeOfImport(code, wanted);
  const described =
    name === '' && stack === ''
      ? `The script threw ${message}; use "throw new Error(…)" to see the line.`
      : (name === '' ? message : `${name}: ${message}`) + hintAt(message);
  const said = wanted === undefined ? described : `A script is one file; it cannot import '${wanted}'.`;
  const shown = said.slice(0, 500);
  return {
    ...(isDeep
      ? { code: 'script/out-of-stack', message: 'The script recurses too deeply.' }
      : { code: 'script/raised', message: shown, facts: { detail: shown } }),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
    ...(frames.length === 0 ? {} : { traceback: tracebackOf(frames) }),
    fatal: false,
  };
}

/** Advice about a global of Node or of browsers, which a script expected here. */
function hintAt(message: string): string {
  const [, name = ''] = /^'(\w+)' is not defined$/.exec(message) ?? [];
  if (/^(?:module|exports|require)$/.test(name)) {
    return '. A script is one file, and its functions are found by name; remove this.';
  }
  return ELSEWHERE.test(name) ? '. Scripts have only the language itself and console.log.' : '';
}

const ELSEWHERE =
  /^(?:process|Buffer|window|document|self|alert|prompt|fetch|set(?:Timeout|Interval|Immediate)|queueMicrotask|structuredClone|performance|crypto|localStorage|Text(?:En|De)coder|URL|Intl)$/;

/** Line and column of the failed import, in the form of a regular expression match. */
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

/** An exception of the host; the interpreter's memory can no longer be trusted. */
export function hostErrorOf(error: unknown): EngineError {
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { code: 'script/out-of-stack', message: 'The script recurses too deeply.', fatal: true };
  }
  return { code: 'script/engine-died', message: 'The interpreter crashed while the script ran.', fatal: true };
}
