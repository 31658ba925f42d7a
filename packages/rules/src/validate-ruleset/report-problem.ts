import { json } from '@chessmith/std';
import { type Refusal, refusal } from '../refusal.js';
import type { Ruleset } from '../ruleset.js';

/** Reports a problem at a place in the ruleset; the message says how to fix it, and the facts are its values. */
export type ReportProblem = (
  path: json.JsonPath,
  code: `ruleset/${string}`,
  message: string,
  facts?: Refusal['facts'],
) => void;

/** A reporter that collects problems as refusals, each with its path. */
export const problemReporter =
  (refusals: Refusal[]): ReportProblem =>
  (path, code, message, facts) => {
    const at = json.formatJsonPath(path);
    refusals.push(refusal(code, `${at}: ${message}`, { ...facts, path: at }));
  };

/** Reports a role that the ruleset does not have. */
export function checkRole(ruleset: Ruleset, role: string, path: json.JsonPath, report: ReportProblem): void {
  if (Object.hasOwn(ruleset.pieces, role)) return;
  const known = Object.keys(ruleset.pieces);
  report(path, 'ruleset/no-such-role', `unknown piece "${role}"; use one of ${known.join(', ')}.`, { role, known });
}

/** Reports ranks beyond the board and duplicate ranks. */
export function checkRanks(
  ruleset: Ruleset,
  listed: readonly number[],
  path: json.JsonPath,
  report: ReportProblem,
): void {
  listed.forEach((rank, i) => {
    if (rank > ruleset.board.ranks) {
      const { ranks } = ruleset.board;
      report([...path, i], 'ruleset/no-such-rank', `no such rank; the board has ranks 1 to ${ranks}.`, { rank, ranks });
    }
  });
  checkOnce(listed, path, report);
}

/** Reports duplicates in a list. */
export function checkOnce(items: readonly (string | number)[], path: json.JsonPath, report: ReportProblem): void {
  items.forEach((item, i) => {
    if (items.indexOf(item) < i)
      report([...path, i], 'ruleset/duplicate', `${item} is listed twice; remove one.`, { item });
  });
}

/** The board's size as facts. */
export const boardFacts = ({
  board: { files, ranks },
}: Ruleset): { readonly files: number; readonly ranks: number } => ({
  files,
  ranks,
});

export const sizeOf = ({ board }: Ruleset): string => `${board.files} files and ${board.ranks} ranks`;
