import type { HostileBodies } from './cases.js';

/** Tries a few ways and tells what it got hold of. */
const probe = (...ways: readonly string[]): string =>
  `for (const way of [${ways.map((way) => `() => ${way}`).join(', ')}]) {
     let found;
     try { found = way(); } catch { continue; }
     if (found !== undefined && found !== null && typeof found !== 'boolean') return 'escaped: ' + String(found).slice(0, 40);
   }
   return 'contained';`;

export const HOSTILE_JAVASCRIPT: HostileBodies = {
  'an endless loop': 'for (;;);',
  'a loop that catches everything': 'for (;;) { try { for (;;) JSON.parse("{"); } catch { continue; } }',
  'a loop while cleaning up': 'try { throw 1; } finally { for (;;); }',
  'a generator that never ends': 'function* g() { for (;;) yield 1; } for (const x of g()); return 1;',
  'unbounded recursion': 'const f = (n) => f(n + 1) + 1; return f(0);',
  'a text of itself that recurs': 'const o = { toString() { return String(this); } }; return String(o);',
  'a huge join': 'return Array(2 ** 27).join("abcdefgh");',
  'a long search again and again':
    'const s = "a".repeat(1e6); let n = 0; for (;;) n += s.indexOf("a".repeat(5e5) + "b");',
  'a catastrophic regular expression': 'return /^(a+)+$/.test("a".repeat(40) + "b");',
  'a sort with a looping comparison': 'return [3, 2, 1].sort(() => { for (;;); });',
  'exploding big integers': 'let n = 3n; for (;;) n = n ** 3n;',
  'a string that doubles': 'const all = []; let s = "ab"; for (;;) { s += s; all.push(s.split("").join("-")); }',
  'many buffers of a megabyte': 'const all = []; for (;;) all.push(new Uint8Array(1048576).fill(7));',
  'one buffer of two gigabytes': 'return new Uint8Array(2 ** 31).length;',
  'deeply nested data': 'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return o;',
  'an answer of 50 MB': 'return ["x".repeat(5e7)];',
  'an answer in a circle': 'const a = {}; a.a = a; return a;',
  'a function as an answer': 'return () => 1;',
  'an error with a huge message': 'throw new Error("x".repeat(2e6));',
  'an error whose message never ends': 'throw { get message() { for (;;); } };',
  'reading /etc/passwd': probe(
    'require("fs").readFileSync("/etc/passwd")',
    'std.loadFile("/etc/passwd")',
    'read("/etc/passwd")',
    'require("fs").readFileSync("data/chessmith.sqlite")',
  ),
  'reading the environment': probe('process.env', 'std.getenviron()', 'Deno.env', 'scriptArgs'),
  'the host language through constructors': probe(
    '[].constructor.constructor("return process")()',
    '(async () => {}).constructor("return process")().then && globalThis.process',
    'console.log.constructor("return process")()',
    'Object.getPrototypeOf(function* () {}).constructor("return globalThis.process")().next().value',
    'new Error().constructor.prepareStackTrace',
  ),
  'modules of the host': probe('require', 'module', 'process.binding("fs")', 'WebAssembly', 'os', 'std', 'bjson'),
  'the network': probe('fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'),
  'threads and processes': probe('Worker', 'Atomics', 'setTimeout', 'queueMicrotask', 'os.Worker', 'os.exec'),
  'ending the process': probe('process.exit(1)', 'std.exit(1)', 'quit(1)'),
};

/** A whole script around one body. */
export const javascriptAround = (body: string): string =>
  `export function startingState() { return {}; }\nexport function makeMove(...args) { if (args.length > 1) return args; ${body} }`;
