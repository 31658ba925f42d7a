import { json } from '@chessmith/std';
import { type Refusal, refusal } from '../refusal.js';
import type { Ruleset } from '../ruleset.js';

/** Reports a problem at a place in the ruleset; the message says how to fix it. */
export type ReportProblem = (path: json.JsonPath, code: `ruleset/${string}`, message: string) => void;

/** A reporter that collects problems as refusals, each with its path. */
export const problemReporter =
  (refusals: Refusal[]): ReportProblem =>
  (path, code, message) => {
    const at = json.formatJsonPath(path);
    refusals.push(refusal(code, `${at}: ${message}`, { path: at }));
  };

/** Reports a role that the ruleset does not have. */
export function checkRole(ruleset: Ruleset, role: string, path: json.JsonPath, report: ReportProblem): void {
  if (Object.hasOwn(ruleset.pieces, role)) return;
  report(
    path,
    'ruleset/no-such-role',
    `unknown piece "${role}"; use one of ${Object.keys(ruleset.pieces).join(', ')}.`,
  );
}

/** Reports ranks beyond the board and duplicate ranks. */
export function checkRanks(
  ruleset: Ruleset,
  ranks: readonly number[],
  path: json.JsonPath,
  report: ReportProblem,
): void {
  ranks.forEach((rank, i) => {
    if (rank > ruleset.board.ranks) {
      report([...path, i], 'ruleset/no-such-rank', `no such rank; the board has ranks 1 to ${ruleset.board.ranks}.`);
    }
  });
  checkOnce(ranks, path, report);
}

/** Reports duplicates in a list. */
export function checkOnce(items: readonly (string | number)[], path: json.JsonPath, report: ReportProblem): void {
  items.forEach((item, i) => {
    if (items.indexOf(item) < i) report([...path, i], 'ruleset/duplicate', `${item} is listed twice; remove one.`);
  });
}

export const sizeOf = ({ board }: Ruleset): string => `${board.files} files and ${board.ranks} ranks`;
