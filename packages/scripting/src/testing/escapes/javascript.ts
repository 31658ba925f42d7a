import { DEEDS } from './deeds.js';
import type { Escapes, Probes } from './ways-out.js';

const probe = (body: string): string => `const { file, mark, port, name } = args[0]; ${body}`;
/** A deed of the host by a name that leads to its language. */
const by = (way: string, deed: string): string =>
  probe(`return ${way}(${JSON.stringify(`return ${deed}`)})()(file, mark, port, name);`);

/** Where the seal is off, a script is a script of Node's. */
export const JAVASCRIPT_ESCAPES: Escapes = {
  'a file to read': {
    'fs by require': probe('return require("fs").readFileSync(file, "utf8");'),
    'the list of users, by its place': probe(
      'const fs = require("fs"); return /root:/.test(fs.readFileSync("/etc/passwd")) && fs.readFileSync(file, "utf8");',
    ),
    'a built-in module': probe(`return ${DEEDS.readFile}(file);`),
  },
  'a file to write': { 'fs by require': probe('require("fs").writeFileSync(mark, ""); return 1;') },
  'the environment': {
    'its object': probe('return process.env[name];'),
    'its file': probe('return require("fs").readFileSync("/proc/self/environ", "utf8");'),
  },
  'the language of the host': {
    'the constructor of a constructor': by('[].constructor.constructor', DEEDS.readEnvironment),
    'the constructor of what prints': by('console.log.constructor', DEEDS.readEnvironment),
    'the constructor of an error': by('new Error().constructor.constructor', DEEDS.readEnvironment),
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
  'the keyboard': { 'its descriptor': probe(`return ${DEEDS.readKeyboard}();`) },
  'the network': {
    fetch: probe(`return ${DEEDS.fetch}(file, mark, port);`),
    'a socket': probe(`return ${DEEDS.connect}(file, mark, port);`),
  },
  'a thread': { 'a worker': probe(`return ${DEEDS.startThread}(file, mark);`) },
  'a process': { 'another Node': probe(`return ${DEEDS.startProcess}(file, mark);`) },
  'a shell': { 'a command': probe(`return ${DEEDS.shell}(file, mark);`) },
  'the end of the process': {
    'process.exit': probe(`return ${DEEDS.exit}();`),
    'process.reallyExit': probe('process.reallyExit(3);'),
    'a signal to itself': probe(`return ${DEEDS.kill}();`),
  },
};

/** Names that other hosts of JavaScript have: there is none of them here, sealed or not. */
export const JAVASCRIPT_NOT_THERE: Probes = Object.fromEntries(
  ['std', 'os', 'bjson', 'scriptArgs', 'read', 'load', 'quit', 'Deno', 'XMLHttpRequest', 'importScripts'].map(
    (name) => [name, `return ${name};`],
  ),
);
