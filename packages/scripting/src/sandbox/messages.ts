import { json } from '@chessmith/std';
import type { Seed } from '../engines/chance.js';
import { FAULTS } from '../engines/engine.js';
import { LANGUAGES, type Language } from '../language.js';

/** What one interpreter is told to do. Bytes travel as base64. */
export type Job =
  | { readonly do: 'compile'; readonly source: string }
  | { readonly do: 'load'; readonly program: string; readonly isCold: boolean }
  | ({ readonly do: 'call'; readonly isStrict: boolean } & FunctionCall)
  /** Makes a call once more to find out where it is after a while. */
  | ({ readonly do: 'locate'; readonly afterMs: number } & FunctionCall);

type FunctionCall = { readonly name: string; readonly args: string; readonly seed: Seed };

/** What a deed may use: processor time, and time on the clock for when the machine is busy. */
export type Budget = { readonly cpuMs: number; readonly wallMs: number };

/** Even on a busy machine a deed ends at so many times its time on the clock. */
export const MOST_WAITING = 10;

export type ToProcess =
  | { readonly kind: 'start'; readonly crews: { readonly [language in Language]?: number } }
  | {
      readonly kind: 'deed';
      readonly id: number;
      readonly worker: number;
      readonly deed: Job;
      readonly budget: Budget;
      /** The interpreter yields to the others from now on. */
      readonly isLow: boolean;
    };

const text = (maxLength: number) => json.string({ maxLength });
const count = json.integer({ min: 0 });
const amount = json.number({ min: 0 });

const faultReader = json.object({
  code: json.literal(...FAULTS),
  message: text(500),
  line: json.optional(count),
  column: json.optional(count),
  traceback: json.optional(text(8000)),
  fatal: json.boolean(),
});

/**
 * What the process says. It may have been taken over by a script, so everything is read as if a stranger had sent it.
 * `value` is a program as base64, the JSON of a list of names, or the JSON of an answer, by what was done.
 */
export const fromProcess = json.tagged('kind', {
  hello: json.object({ kind: json.literal('hello') }),
  ready: json.object({ kind: json.literal('ready'), worker: count, language: json.literal(...LANGUAGES) }),
  gone: json.object({ kind: json.literal('gone'), worker: count }),
  broken: json.object({ kind: json.literal('broken'), language: json.literal(...LANGUAGES), message: text(2000) }),
  done: json.object({
    kind: json.literal('done'),
    id: count,
    cpuMs: amount,
    scriptMs: json.optional(amount),
    printed: text(20_000),
    value: json.optional(json.string()),
    fault: json.optional(faultReader),
    killed: json.optional(json.literal('cpu', 'server', 'wall', 'lost')),
  }),
});
export type FromProcess = json.JsonValueOf<typeof fromProcess>;
export type Done = Extract<FromProcess, { kind: 'done' }>;
