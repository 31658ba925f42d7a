import { JAVASCRIPT_ESCAPES } from '../escapes/javascript.js';
import { testSource } from '../sources.js';
import { PLAIN, PLAIN_BLACK, PROTOTYPES } from './answers.js';
import type { HostileBodies, HostileLanguage } from './cases.js';

/** Returns the plain position `s` after a change. */
const spoilt = (how: string): string => `const s = ${JSON.stringify(PLAIN)}; ${how}; return s;`;

export const HOSTILE_JAVASCRIPT: HostileBodies = {
  'an endless loop': 'for (;;);',
  'a loop that catches everything': 'for (;;) { try { for (;;) JSON.parse("{"); } catch { continue; } }',
  'a loop while cleaning up': 'try { throw 1; } finally { for (;;); }',
  'a generator that never ends': 'function* g() { for (;;) yield 1; } for (const x of g()); return 1;',
  'unbounded recursion': 'const f = (n) => f(n + 1) + 1; return f(0);',
  'a text of itself that recurs': 'const o = { toString() { return String(this); } }; return String(o);',
  'a getter that recurs': 'return { get a() { return this.a; } };',
  'a huge list': 'const all = []; for (;;) all.push(...Array(1e4).fill({ x: 1 }));',
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
  'a hundred thousand pieces': spoilt('s.pieces = Array(1e5).fill(s.pieces[0])'),
  'a million moves': spoilt('s.possible_moves = Array(1e6).fill(s.possible_moves[0])'),
  'no number in an answer': spoilt('s.pieces[0].x = NaN'),
  'infinity in an answer': spoilt('s.pieces[0].x = Infinity'),
  'keys that are prototypes': spoilt(`s.additional_data = JSON.parse('${PROTOTYPES}')`),
  'state kept between calls':
    'const was = globalThis.kept; globalThis.kept = 1; return was === undefined ? "contained" : was;',
  'built-in things changed for the next call':
    'const was = {}.polluted ?? (Array.prototype.push === 1 || JSON.stringify.mine); Object.prototype.polluted = "escaped"; Array.prototype.push = 1; JSON.stringify = () => "mine"; JSON.stringify.mine = true; return was ? "escaped" : "contained";',
};

/** A whole script with one body. */
export const javascriptAround = (body: string): string =>
  `export function startingState() { return {}; }\nexport function makeMove(...args) { if (args.length > 1) return args; ${body} }`;

/** A game that never ends by itself: the same two positions again and again, with `status` when white is to move. */
export const javascriptGame = (status: string): string =>
  `const white = ${JSON.stringify(PLAIN)}, black = ${JSON.stringify(PLAIN_BLACK)};
export const startingState = () => white;
export const makeMove = (pieces, move, next_turn) => next_turn === 'white' ? { ...white, status: '${status}' } : black;`;

export const JAVASCRIPT_HOSTILITY: HostileLanguage = {
  language: 'javascript',
  bodies: HOSTILE_JAVASCRIPT,
  escapes: JAVASCRIPT_ESCAPES,
  answering: (answer) => `return ${JSON.stringify(answer)};`,
  growing: spoilt('s.additional_data = args[0] + args[0]'),
  around: javascriptAround,
  game: javascriptGame,
  honest: testSource('breakthrough.js'),
};
