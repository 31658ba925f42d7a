import { javascriptAround } from './hostile/javascript.js';
import type { LanguageSample } from './sandbox-contract.js';

const buffers = (count: number): string =>
  `const all = []; for (let i = 0; i < ${count}; i++) all.push(new Uint8Array(1e6)); return all.length;`;

export const JAVASCRIPT_SAMPLE: LanguageSample = {
  language: 'javascript',
  around: javascriptAround,
  counting: 'globalThis.calls = (globalThis.calls ?? 0) + 1; return calls;',
  random: 'return [Math.random(), Math.random()];',
  failing: 'console.log("here"); throw new Error("trouble");',
  looping: 'for (;;);',
  heavy: { with80MB: buffers(80), with128MB: buffers(128) },
  misspelt: { source: 'function startingState() {\n  return {\n}', line: 3 },
};
