import { json } from '@chessmith/std';
import type { Seed } from '../engines/chance.js';
import { LANGUAGES, type Language } from '../language.js';
import { ENGINE_ERROR_CODES, engineFacts } from '../script-error.js';

/** One operation of an interpreter. Bytes are sent as base64. */
export type Job =
  | { readonly do: 'compile'; readonly source: string }
  | { readonly do: 'load'; readonly program: string; readonly isCold: boolean }
  | ({ readonly do: 'call'; readonly isStrict: boolean } & FunctionCall)
  /** Repeats a call and stops it after `afterMs` to find its line. */
  | ({ readonly do: 'locate'; readonly afterMs: number } & FunctionCall);

type FunctionCall = { readonly name: string; readonly args: string; readonly seed: Seed };

/** The limits of a job: CPU time, and wall time in case the machine is busy. */
export type Budget = { readonly cpuMs: number; readonly wallMs: number };

/** Even on a busy machine a job ends after this multiple of its wall time. */
export const MOST_WALL_TIMES = 10;

export type ToProcess =
  | { readonly kind: 'start'; readonly poolSizes: { readonly [language in Language]?: number } }
  | {
      readonly kind: 'job';
      readonly id: number;
      readonly worker: number;
      readonly job: Job;
      readonly budget: Budget;
      /** The worker runs at a low priority from now on. */
      readonly isLowPriority: boolean;
    };

const text = (maxLength: number) => json.string({ maxLength });
const count = json.integer({ min: 0 });
const amount = json.number({ min: 0 });

const errorReader = json.object({
  code: json.literal(...ENGINE_ERROR_CODES),
  message: text(500),
  line: json.optional(count),
  column: json.optional(count),
  traceback: json.optional(text(8000)),
  facts: json.optional(engineFacts),
  fatal: json.boolean(),
});

/**
 * A message of the process. A script may have taken the process over, so every field is checked. `value` is a program
 * as base64, the JSON of a list of names, or the JSON of an answer, depending on the job.
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
    error: json.optional(errorReader),
    killed: json.optional(json.literal('cpu', 'server', 'wall', 'lost')),
  }),
});
export type FromProcess = json.JsonValueOf<typeof fromProcess>;
export type JobDone = Extract<FromProcess, { kind: 'done' }>;
