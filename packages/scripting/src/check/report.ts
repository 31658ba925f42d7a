import type { ScriptCard } from '../contract/state.js';
import { FUNCTIONS, type Language } from '../language.js';
import type { ScriptError } from '../script-error.js';

/** The result of a check, for the author of the script. */
export type CheckReport = {
  readonly language: Language;
  /** What the script printed, cut to 4000 characters. */
  readonly printed: string;
} & (
  | {
      readonly ok: true;
      readonly card: ScriptCard;
      readonly selfPlay: SelfPlay;
      /** The kinds of piece worth showing to players, out of those that the card allows. */
      readonly rolesInPlay: readonly string[];
      readonly hint?: string;
    }
  | { readonly ok: false; readonly error: CheckError }
);

/** How far the random games came. */
export type SelfPlay = {
  readonly games: number;
  /** Games that were played to their end. */
  readonly finished: number;
  /** Why the other games were stopped. */
  readonly unfinished?: Unfinished;
  readonly plies: number;
  /** How many of these moves were played twice to compare the answers. */
  readonly repeated: number;
  /** CPU time of the slowest call; the limit is 100 ms. */
  readonly slowestMs: number;
  /** The roles that stood on the board in any of the games. */
  readonly seen: readonly string[];
};

/** Which limit of the check stopped the unfinished games, and after how many moves. */
export type Unfinished = {
  readonly because: 'moves' | 'cpu' | 'clock';
  /** A number of moves, or milliseconds. */
  readonly limit: number;
  readonly shortest: number;
  readonly longest: number;
};

/**
 * The first error that the check found. `code` is stable; `sandbox/…` means that the server could not run the check
 * now.
 */
export type CheckError = Omit<ScriptError, 'code'> & {
  readonly code: string;
  readonly during: 'reading' | 'start' | 'self-play';
  /** The moves of the random game in which the error occurred. */
  readonly moves?: readonly string[];
};

/** The report as a few lines of text for people. */
export function formatReport(report: CheckReport): string {
  const lines = report.ok ? formatPassed(report) : formatFailed(report.error, report.language);
  const printed = report.printed.trim();
  return [...lines, ...(printed === '' ? [] : ['The script printed:', ...indented(printed)]), ''].join('\n');
}

function formatPassed({ card, selfPlay, hint }: Extract<CheckReport, { ok: true }>): readonly string[] {
  const { games, finished, plies, repeated, slowestMs } = selfPlay;
  const twice = repeated === plies ? 'each' : `${repeated} of them`;
  const notTried = notTriedIn(selfPlay);
  const size = `${card.files}x${card.ranks}`;
  return [
    `The script passed the check: ${card.name ?? 'a game'} on ${size}, version ${card.version} of the contract.`,
    `${games} random games, ${finished} finished, ${plies} moves, ${twice} repeated with the same answer.`,
    ...(notTried === undefined ? [] : [notTried]),
    `The slowest call took ${Math.ceil(slowestMs)} ms of CPU time; the limit is 100 ms.`,
    ...(hint === undefined ? [] : [hint]),
  ];
}

/** A sentence about what the check did not try, for the author; undefined if all games ended. */
export function notTriedIn({ games, finished, unfinished }: SelfPlay): string | undefined {
  if (unfinished === undefined) return undefined;
  const { because, limit, shortest, longest } = unfinished;
  const seconds = `${limit / 1000} s`;
  const limits = { moves: `${limit} moves`, cpu: `${seconds} of CPU time`, clock: seconds };
  const stopped = finished === 0 ? `All ${games} games` : `${games - finished} of the ${games} games`;
  const moves = shortest === longest ? `${longest} moves` : `${shortest} to ${longest} moves`;
  const endings = finished === 0 ? ', so no ending was tried' : '';
  return `Not everything was tried: the check stopped at its limit of ${limits[because]}. ${stopped} were stopped after ${moves}${endings}.`;
}

function formatFailed(
  { message, line, column, traceback, during, moves, code }: CheckError,
  language: Language,
): readonly string[] {
  const where = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  const { start, move } = FUNCTIONS[language];
  const when = { reading: '', start: `In ${start}: `, 'self-play': `In ${move}: ` }[during];
  return [
    `${when}${where}${message} (${code})`,
    ...(traceback === undefined ? [] : indented(traceback)),
    ...(moves === undefined || moves.length === 0 ? [] : [`After these moves: ${moves.join(' ')}`]),
  ];
}

const indented = (text: string): readonly string[] => text.split('\n').map((line) => `  ${line}`);
