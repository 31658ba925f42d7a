import { DEEDS } from './deeds.js';
import type { Escapes, Probes } from './ways-out.js';

/** A deed of the host in the words of JavaScript, for one of the goals that hand such words over. */
const saying = (deed: string, goal: string): string =>
  `_{file: File, mark: Mark, port: Port, name: Name} :< A, format(string(Words), ${JSON.stringify(
    `${deed}('~w', '~w', ~w, '~w')`,
  )}, [File, Mark, Port, Name]), ${goal}`;
const byExpression = (deed: string): string => saying(deed, 'wasm:(R := eval(Words))');
const byScript = (deed: string): string => saying(deed, 'wasm:js_script(Words, []), R = 1');
const byRun = (deed: string): string => saying(deed, 'wasm:js_run_script(Words), R = 1');

/** Where the seal is off, a script has all imports of SWI-Prolog alive, and a browser's window that is Node's. */
export const PROLOG_ESCAPES: Escapes = {
  'a file to read': { 'an expression': byExpression(DEEDS.readFile) },
  'a file to write': {
    'an expression': byExpression(DEEDS.writeFile),
    'a script': byScript(DEEDS.writeFile),
    'a script by its name': byRun(DEEDS.writeFile),
  },
  'the environment': { 'an expression': byExpression(DEEDS.readEnvironment) },
  'the language of the host': {
    'an expression': byExpression(DEEDS.readEnvironment),
    'a script': byScript(DEEDS.writeFile),
    'the constructor of a constructor': saying(
      `return ${DEEDS.readEnvironment}`,
      "wasm:(R := 'Object'.constructor(Words).call(null))",
    ),
  },
  'a module of the host': {
    'an expression': byExpression(DEEDS.readFile),
    'a chain of names':
      'atom_string(A.file, File), wasm:(R := process.getBuiltinModule("node:fs").readFileSync(File, "utf8"))',
  },
  'the keyboard': { 'an expression': byExpression(DEEDS.readKeyboard) },
  'the network': { 'a socket': byExpression(DEEDS.connect), fetch: byExpression(DEEDS.fetch) },
  'a thread': { 'a worker': byExpression(DEEDS.startThread) },
  'a process': { 'another Node': byExpression(DEEDS.startProcess) },
  'a shell': { 'a command': byExpression(DEEDS.shell) },
  'the end of the process': { 'process.exit': byExpression(DEEDS.exit), 'a signal to itself': byRun(DEEDS.kill) },
};

/** What SWI-Prolog in WebAssembly has not, sealed or not. */
export const PROLOG_NOT_THERE: Probes = {
  'a pipe': 'open(pipe(ls), read, _), R = 1',
  'a thread': 'thread_create(true, _), R = 1',
  'a socket': 'tcp_socket(_), R = 1',
  'a keyboard': 'read_string(user_input, 21, R)',
  'a shared library': "open_shared_object('libc.so', _), R = 1",
  'a file of the host': "open('/etc/passwd', read, _), R = 1",
};
