import type { ScriptCard } from '../contract/state.js';
import { FUNCTIONS, type Language } from '../language.js';

/** What the author of a script is told after a check. */
export type CheckReport = {
  readonly language: Language /** What the script printed, cut short. */;
  readonly printed: string;
} & (
  | {
      readonly ok: true;
      readonly card: ScriptCard;
      readonly selfPlay: SelfPlay;
      /** Of the kinds that the card allows, those that are worth showing. */
      readonly rolesInPlay: readonly string[];
      readonly hint?: string;
    }
  | { readonly ok: false; readonly problem: Problem }
);

/** How far random games came. */
export type SelfPlay = {
  readonly games: number;
  /** Games that were played to their end. */
  readonly finished: number;
  /** Why the others were not. */
  readonly unfinished?: Unfinished;
  readonly plies: number;
  /** How many of these moves were made twice. */
  readonly repeated: number;
  /** The processor time of the slowest call; a call may take 100 ms. */
  readonly slowestMs: number;
  /** The roles that stood on the board in any of the games. */
  readonly seen: readonly string[];
};

/** Which limit of the check stopped the games that did not end, and after how many moves. */
export type Unfinished = {
  readonly because: 'moves' | 'cpu' | 'clock';
  /** A number of moves, or milliseconds. */
  readonly limit: number;
  readonly shortest: number;
  readonly longest: number;
};

/** The first thing that is wrong. `code` is stable; `sandbox/…` means that the check could not be made now. */
export type Problem = {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** The script's own frames, innermost last. */
  readonly traceback?: string;
  readonly during: 'reading' | 'start' | 'self-play';
  /** The moves of the random game in which it was found. */
  readonly moves?: readonly string[];
};

/** The report as a few lines for people. */
export function formatReport(report: CheckReport): string {
  const lines = report.ok ? praise(report) : blame(report.problem, report.language);
  const printed = report.printed.trim();
  return [...lines, ...(printed === '' ? [] : ['The script printed:', ...indented(printed)]), ''].join('\n');
}

function praise({ card, selfPlay, hint }: Extract<CheckReport, { ok: true }>): readonly string[] {
  const { games, finished, plies, repeated, slowestMs } = selfPlay;
  const twice = repeated === plies ? 'each' : `${repeated} of them`;
  const notTried = notTriedIn(selfPlay);
  const size = `${card.files}x${card.ranks}`;
  return [
    `The script is sound: ${card.name ?? 'a game'} on ${size}, by version ${card.version} of the contract.`,
    `${games} random games, ${finished} of them to their end, ${plies} moves, ${twice} made twice with the same answer.`,
    ...(notTried === undefined ? [] : [notTried]),
    `The slowest call took ${Math.ceil(slowestMs)} ms of processor time; 100 ms are allowed.`,
    ...(hint === undefined ? [] : [hint]),
  ];
}

/** What a check left untried, for its author; undefined where all games came to their end. */
export function notTriedIn({ games, finished, unfinished }: SelfPlay): string | undefined {
  if (unfinished === undefined) return undefined;
  const { because, limit, shortest, longest } = unfinished;
  const seconds = `${limit / 1000} s`;
  const limits = { moves: `${limit} moves`, cpu: `${seconds} of processor time`, clock: seconds };
  const stopped = finished === 0 ? `All ${games} games` : `${games - finished} of the ${games} games`;
  const moves = shortest === longest ? `${longest} moves` : `${shortest} to ${longest} moves`;
  const endings = finished === 0 ? ', so no ending was tried' : '';
  return `Not everything was tried: the check stopped at its limit of ${limits[because]}. ${stopped} were stopped after ${moves}${endings}.`;
}

function blame(
  { message, line, column, traceback, during, moves, code }: Problem,
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
