import type { Problem } from '@chessmith/client';
import { t } from '../messages/variants.js';
import { sentenceOf } from '../words/refusals.js';
import { adviceOn } from './script-advice.js';

/** Why the server refused an upload. */
export type Refused = {
  readonly headline: string;
  readonly message: string;
  readonly advice: string;
  readonly place: { readonly line: number; readonly column?: number } | null;
  readonly traceback: string;
  readonly printed: string;
  /** The test game that led to the error. */
  readonly moves: readonly string[];
  /** Further errors. */
  readonly more: readonly string[];
};

/** Codes that are not about the uploaded text. */
const NOT_ABOUT_TEXT = /^(?:sandbox|client|server|store|request|auth)\//;

const HEADLINES: { readonly [step: string]: string } = {
  reading: t('check.syntax'),
  start: t('check.startFailed'),
  'self-play': t('check.gameFailed'),
};

/** Reads the refusal of an upload. Facts may be missing and may grow, so every field is optional. */
export function readRefused(problem: Problem): Refused {
  const { code, message, facts = {} } = problem;
  const { line, column, path, during, traceback, printed, moves, problems } = facts as {
    readonly [name: string]: unknown;
  };
  const others = Array.isArray(problems) ? problems.slice(1) : [];
  // For JSON rulesets and for errors without a traceback the message itself says enough.
  const isExplained = typeof path === 'string' || (code === 'script/raised' && text(traceback) === '');
  const advice = isExplained ? '' : adviceOn(code);
  return {
    headline: NOT_ABOUT_TEXT.test(code)
      ? t('check.unavailable')
      : code.startsWith('rulesets/')
        ? t('check.notSaved')
        : (HEADLINES[String(during)] ?? t('check.failed')),
    message: advice === '' ? sentenceOf(problem) : message,
    advice,
    place: isNumber(line) ? { line, ...(isNumber(column) ? { column } : {}) } : null,
    traceback: undented(text(traceback)),
    printed: text(printed),
    moves: Array.isArray(moves) ? moves.filter((move) => typeof move === 'string') : [],
    more: others.map((problem) => text((problem as { readonly message?: unknown } | null)?.message)).filter(Boolean),
  };
}

/** What the check skipped because of a limit; empty if nothing. */
export const notTriedIn = (report: unknown): string =>
  text((report as { readonly notTried?: unknown } | null)?.notTried);

/** The results of a passed check, in sentences. */
export function passedIn(report: unknown): readonly string[] {
  const { selfPlay, hint } = (report ?? {}) as {
    readonly selfPlay?: { readonly [name: string]: unknown };
    readonly hint?: unknown;
  };
  const { games, finished, plies, slowestMs } = selfPlay ?? {};
  if (!isNumber(games) || !isNumber(finished) || !isNumber(plies) || !isNumber(slowestMs)) {
    return [t('check.passedRules')];
  }
  return [
    t('check.passedGames', { games, plies, finished }),
    t('check.slowest', { ms: Math.ceil(slowestMs) }),
    ...(text(hint) === '' ? [] : [text(hint)]),
  ];
}

export const printedIn = (report: unknown): string => text((report as { readonly printed?: unknown } | null)?.printed);

/** Removes the indentation that all lines share. */
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
