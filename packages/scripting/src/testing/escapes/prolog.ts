import { FORBIDDEN_ACTIONS } from './forbidden-actions.js';
import type { Escapes, Probes } from './ways-out.js';

/** A forbidden action as JavaScript text, for a goal that evaluates such text. */
const saying = (action: string, goal: string): string =>
  `_{file: File, mark: Mark, port: Port, name: Name} :< A, format(string(Words), ${JSON.stringify(
    `${action}('~w', '~w', ~w, '~w')`,
  )}, [File, Mark, Port, Name]), ${goal}`;
const byExpression = (action: string): string => saying(action, 'wasm:(R := eval(Words))');
const byScript = (action: string): string => saying(action, 'wasm:js_script(Words, []), R = 1');
const byRun = (action: string): string => saying(action, 'wasm:js_run_script(Words), R = 1');

/** Without isolation, a script has all imports of SWI-Prolog, and a browser's `window` that is Node's global object. */
export const PROLOG_ESCAPES: Escapes = {
  'a file to read': { 'an expression': byExpression(FORBIDDEN_ACTIONS.readFile) },
  'a file to write': {
    'an expression': byExpression(FORBIDDEN_ACTIONS.writeFile),
    'a script': byScript(FORBIDDEN_ACTIONS.writeFile),
    'a script by its name': byRun(FORBIDDEN_ACTIONS.writeFile),
  },
  'the environment': { 'an expression': byExpression(FORBIDDEN_ACTIONS.readEnvironment) },
  'the language of the host': {
    'an expression': byExpression(FORBIDDEN_ACTIONS.readEnvironment),
    'a script': byScript(FORBIDDEN_ACTIONS.writeFile),
    'the constructor of a constructor': saying(
      `return ${FORBIDDEN_ACTIONS.readEnvironment}`,
      "wasm:(R := 'Object'.constructor(Words).call(null))",
    ),
  },
  'a module of the host': {
    'an expression': byExpression(FORBIDDEN_ACTIONS.readFile),
    'a chain of names':
      'atom_string(A.file, File), wasm:(R := process.getBuiltinModule("node:fs").readFileSync(File, "utf8"))',
  },
  'the keyboard': { 'an expression': byExpression(FORBIDDEN_ACTIONS.readKeyboard) },
  'the network': { 'a socket': byExpression(FORBIDDEN_ACTIONS.connect), fetch: byExpression(FORBIDDEN_ACTIONS.fetch) },
  'a thread': { 'a worker': byExpression(FORBIDDEN_ACTIONS.startThread) },
  'a process': { 'another Node': byExpression(FORBIDDEN_ACTIONS.startProcess) },
  'a shell': { 'a command': byExpression(FORBIDDEN_ACTIONS.shell) },
  'the end of the process': {
    'process.exit': byExpression(FORBIDDEN_ACTIONS.exit),
    'a signal to itself': byRun(FORBIDDEN_ACTIONS.kill),
  },
};

/** What SWI-Prolog in WebAssembly lacks, isolated or not. */
export const PROLOG_NOT_THERE: Probes = {
  'a pipe': 'open(pipe(ls), read, _), R = 1',
  'a thread': 'thread_create(true, _), R = 1',
  'a socket': 'tcp_socket(_), R = 1',
  'a keyboard': 'read_string(user_input, 21, R)',
  'a shared library': "open_shared_object('libc.so', _), R = 1",
  'a file of the host': "open('/etc/passwd', read, _), R = 1",
};
