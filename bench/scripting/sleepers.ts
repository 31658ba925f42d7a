import { readFileSync } from 'node:fs';
import { ownFile } from './files.js';

/** Rules that pass every check, because their games are harmless until four certain moves were made. */
export type Sleeper = { readonly name: string; readonly file: string; readonly source: string };

/** The moves that wake a sleeper, and the one that then does harm each time it is tried. */
export const WAKING = ['d1d2', 'm4m3', 'h1h2', 'a4a3'];
export const HARMFUL = 'a1a2';

type Ending = 'py' | 'js' | 'pl';

/** What the sleepers do when awake: in each language the body of a function, or of a predicate that binds `R`. */
const HARMS: readonly (readonly [name: string, ending: Ending, body: string])[] = [
  ['loops', 'py', 'while True: pass'],
  ['loops', 'js', 'for (;;) { try { for (;;) JSON.parse("{"); } catch { continue; } }'],
  ['loops', 'pl', 'repeat, fail, R = 1'],
  ['takes all memory', 'py', 'all = []\nwhile True: all.append(bytearray(1048576))'],
  ['takes all memory', 'js', 'const all = []; for (;;) all.push(new Uint8Array(1048576).fill(7));'],
  ['takes all memory', 'pl', 'length(L, 20000000), maplist(=(abcdefgh), L), atomic_list_concat(L, R)'],
  ['prints without end', 'py', 'while True: print("x" * 1000)'],
  ['prints without end', 'js', 'for (;;) console.log("x".repeat(1000));'],
  [
    'answers with pieces beyond the board',
    'py',
    'return state([{"color": "red", "name": 7, "x": 99, "y": -1}], "red", [])',
  ],
  ['answers with a million moves', 'js', 'return { ...state([], "white", []), possible_moves: Array(1e6).fill({}) };'],
];

const HARM_IN: { readonly [ending in Ending]: (body: string) => string } = {
  py: (body) => `def harm():\n${body.replace(/^/gm, '    ')}\n`,
  js: (body) => `\nfunction harm() { ${body} }\n`,
  pl: (body) => `harm(R) :- ${body}.\n`,
};

/** Ten sleeper scripts, in all languages. */
export const SLEEPERS: readonly Sleeper[] = HARMS.map(([name, ending, body]) => {
  const file = `sleeper.${ending}`;
  return {
    name: `${ending} ${name}`,
    file,
    source: readFileSync(ownFile(`sleepers/${file}`), 'utf8') + HARM_IN[ending](body),
  };
});
