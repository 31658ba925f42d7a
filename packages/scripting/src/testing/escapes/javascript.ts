import { FORBIDDEN_ACTIONS } from './forbidden-actions.js';
import type { Escapes, Probes } from './ways-out.js';

const probe = (body: string): string => `const { file, mark, port, name } = args[0]; ${body}`;
/** A forbidden action, through an expression that leads to the host's function constructor. */
const by = (way: string, action: string): string =>
  probe(`return ${way}(${JSON.stringify(`return ${action}`)})()(file, mark, port, name);`);

/** Without isolation, the script runs in Node itself. */
export const JAVASCRIPT_ESCAPES: Escapes = {
  'a file to read': {
    'fs by require': probe('return require("fs").readFileSync(file, "utf8");'),
    'the list of users, by its place': probe(
      'const fs = require("fs"); return /root:/.test(fs.readFileSync("/etc/passwd")) && fs.readFileSync(file, "utf8");',
    ),
    'a built-in module': probe(`return ${FORBIDDEN_ACTIONS.readFile}(file);`),
  },
  'a file to write': { 'fs by require': probe('require("fs").writeFileSync(mark, ""); return 1;') },
  'the environment': {
    'its object': probe('return process.env[name];'),
    'its file': probe('return require("fs").readFileSync("/proc/self/environ", "utf8");'),
  },
  'the language of the host': {
    'the constructor of a constructor': by('[].constructor.constructor', FORBIDDEN_ACTIONS.readEnvironment),
    'the constructor of what prints': by('console.log.constructor', FORBIDDEN_ACTIONS.readEnvironment),
    'the constructor of an error': by('new Error().constructor.constructor', FORBIDDEN_ACTIONS.readEnvironment),
    'the constructor of generators': probe(
      'return Object.getPrototypeOf(function* () {}).constructor("name", "yield process.env[name]")(name).next().value;',
    ),
    'the constructor of what is asynchronous': probe(
      `(async () => {}).constructor("mark", ${JSON.stringify('process.getBuiltinModule("fs").writeFileSync(mark, "")')})(mark); return 1;`,
    ),
    'eval in the global scope': probe('return (0, eval)("process").env[name];'),
  },
  'a module of the host': {
    require: probe('return require("node:fs").readFileSync(file, "utf8");'),
    'import()': probe('import("node:fs").then((fs) => fs.writeFileSync(mark, "")); return 1;'),
    'the module that loads others': probe('return require("module")._load("fs").readFileSync(file, "utf8");'),
  },
  'the keyboard': { 'its descriptor': probe(`return ${FORBIDDEN_ACTIONS.readKeyboard}();`) },
  'the network': {
    fetch: probe(`return ${FORBIDDEN_ACTIONS.fetch}(file, mark, port);`),
    'a socket': probe(`return ${FORBIDDEN_ACTIONS.connect}(file, mark, port);`),
  },
  'a thread': { 'a worker': probe(`return ${FORBIDDEN_ACTIONS.startThread}(file, mark);`) },
  'a process': { 'another Node': probe(`return ${FORBIDDEN_ACTIONS.startProcess}(file, mark);`) },
  'a shell': { 'a command': probe(`return ${FORBIDDEN_ACTIONS.shell}(file, mark);`) },
  'the end of the process': {
    'process.exit': probe(`return ${FORBIDDEN_ACTIONS.exit}();`),
    'process.reallyExit': probe('process.reallyExit(3);'),
    'a signal to itself': probe(`return ${FORBIDDEN_ACTIONS.kill}();`),
  },
};

/** Globals of other JavaScript hosts, which do not exist here, isolated or not. */
export const JAVASCRIPT_NOT_THERE: Probes = Object.fromEntries(
  ['std', 'os', 'bjson', 'scriptArgs', 'read', 'load', 'quit', 'Deno', 'XMLHttpRequest', 'importScripts'].map(
    (name) => [name, `return ${name};`],
  ),
);
