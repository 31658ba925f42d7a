import { json } from '@chessmith/std';
import { type Refusal, refusal } from '../refusal.js';
import type { Ruleset } from '../ruleset.js';

/** Notes that something at a place makes no sense, and what to do about it. */
export type Find = (path: json.JsonPath, code: `ruleset/${string}`, message: string) => void;

/** Notes what is found as refusals, each with its place. */
export const noting =
  (refusals: Refusal[]): Find =>
  (path, code, message) => {
    const at = json.formatJsonPath(path);
    refusals.push(refusal(code, `${at}: ${message}`, { path: at }));
  };

/** Notes a role that is no piece of the ruleset. */
export function checkRole(ruleset: Ruleset, role: string, path: json.JsonPath, find: Find): void {
  if (Object.hasOwn(ruleset.pieces, role)) return;
  find(
    path,
    'ruleset/no-such-role',
    `there is no piece "${role}"; the pieces are ${Object.keys(ruleset.pieces).join(', ')}.`,
  );
}

/** Notes ranks beyond the board and ranks said twice. */
export function checkRanks(ruleset: Ruleset, ranks: readonly number[], path: json.JsonPath, find: Find): void {
  ranks.forEach((rank, i) => {
    if (rank > ruleset.board.ranks) {
      find([...path, i], 'ruleset/no-such-rank', `the board has the ranks 1 to ${ruleset.board.ranks}.`);
    }
  });
  checkOnce(ranks, path, find);
}

/** Notes what a list says twice. */
export function checkOnce(items: readonly (string | number)[], path: json.JsonPath, find: Find): void {
  items.forEach((item, i) => {
    if (items.indexOf(item) < i)
      find([...path, i], 'ruleset/duplicate', `${item} is in the list already; say it once.`);
  });
}

export const sizeOf = ({ board }: Ruleset): string => `${board.files} files and ${board.ranks} ranks`;
