import type { Problem } from '@chessmith/client';
import { sentenceOf } from '../words/refusals.js';
import { adviceOn } from '../words/script-errors.js';

/** Why rules were refused, as far as the server told. */
export type Refused = {
  readonly headline: string;
  readonly message: string;
  readonly advice: string;
  readonly place: { readonly line: number; readonly column?: number } | null;
  readonly traceback: string;
  readonly printed: string;
  /** The random game in which it was found. */
  readonly moves: readonly string[];
  /** Where several things were found: what else there is. */
  readonly more: readonly string[];
};

/** Rooms that say "no" to something other than the rules. */
const ELSEWHERE = /^(?:sandbox|client|server|store|request|auth)\//;

const DURING: { readonly [phase: string]: string } = {
  reading: ', found while it was read',
  start: ', found when the game was set up',
  'self-play': ', found in a trial game',
};

/** Reads a "no" to an upload. Facts may lack and may grow, so everything else is optional. */
export function readRefused(problem: Problem): Refused {
  const { code, message, facts = {} } = problem;
  const { line, column, path, during, traceback, printed, moves, problems } = facts as {
    readonly [name: string]: unknown;
  };
  const others = Array.isArray(problems) ? problems.slice(1) : [];
  // Of rules without code, and of an error that has no traceback, the sentence says all.
  const isTold = typeof path === 'string' || (code === 'script/raised' && text(traceback) === '');
  const advice = isTold ? '' : adviceOn(code);
  return {
    headline: ELSEWHERE.test(code)
      ? 'It could not be checked just now'
      : code.startsWith('rulesets/')
        ? 'It was not saved'
        : `Not yet: there is a problem${DURING[String(during)] ?? ''}`,
    message: advice === '' ? sentenceOf(problem) : message,
    advice,
    place: isNumber(line) ? { line, ...(isNumber(column) ? { column } : {}) } : null,
    traceback: undented(text(traceback)),
    printed: text(printed),
    moves: Array.isArray(moves) ? moves.filter((move) => typeof move === 'string') : [],
    more: others.map((problem) => text((problem as { readonly message?: unknown } | null)?.message)).filter(Boolean),
  };
}

/** What a limit of the check left untried; empty if nothing. */
export const notTriedIn = (report: unknown): string =>
  text((report as { readonly notTried?: unknown } | null)?.notTried);

/** How a check went that rules have passed, in sentences. */
export function praiseOf(report: unknown): readonly string[] {
  const { selfPlay, hint } = (report ?? {}) as {
    readonly selfPlay?: { readonly [name: string]: unknown };
    readonly hint?: unknown;
  };
  const { games, finished, plies, repeated = plies, slowestMs } = selfPlay ?? {};
  if (!isNumber(games) || !isNumber(finished) || !isNumber(plies) || !isNumber(slowestMs)) {
    return ['The rules are complete and fit together.'];
  }
  return [
    `${games} games of random moves were played with it, ${finished === games ? 'all' : finished} of them to the end: ${plies} moves, ${repeated === plies ? 'each' : `${repeated} of them`} made twice with the same answer.`,
    `The slowest move took ${Math.ceil(slowestMs)} ms; 100 ms are allowed.`,
    ...(text(hint) === '' ? [] : [text(hint)]),
  ];
}

export const printedIn = (report: unknown): string => text((report as { readonly printed?: unknown } | null)?.printed);

/** Without the indentation that all lines share. */
function undented(lines: string): string {
  const depths = lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]));
  const depth = Math.min(...depths);
  return depths.length === 0
    ? ''
    : lines
        .split('\n')
        .map((line) => line.slice(depth))
        .join('\n');
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const text = (value: unknown): string => (typeof value === 'string' ? value.trimEnd() : '');
