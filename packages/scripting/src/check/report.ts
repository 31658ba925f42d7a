import type { ScriptCard } from '../contract/state.js';
import { FUNCTIONS, type Language } from '../language.js';

/** What the author of a script is told after a check. */
export type CheckReport = {
  readonly language: Language /** What the script printed, cut short. */;
  readonly printed: string;
} & (
  | { readonly ok: true; readonly card: ScriptCard; readonly selfPlay: SelfPlay; readonly hint?: string }
  | { readonly ok: false; readonly problem: Problem }
);

/** How far random games came, each move made twice. */
export type SelfPlay = {
  readonly games: number;
  /** Games that were played to their end; the others stopped when the check had used up its time. */
  readonly finished: number;
  readonly plies: number;
  /** The processor time of the slowest call; a call may take 100 ms. */
  readonly slowestMs: number;
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
  const { games, finished, plies, slowestMs } = selfPlay;
  const size = `${card.files}x${card.ranks}`;
  return [
    `The script is sound: ${card.name ?? 'a game'} on ${size}, by version ${card.version} of the contract.`,
    `${games} random games, ${finished} of them to their end, ${plies} moves, each made twice with the same answer.`,
    `The slowest call took ${Math.ceil(slowestMs)} ms of processor time; 100 ms are allowed.`,
    ...(hint === undefined ? [] : [hint]),
  ];
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
