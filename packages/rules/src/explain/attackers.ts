import type { Position } from '../engine/position.js';

/** The squares of the pieces of a colour that could capture on a square if something stood there, in board order. */
export function attackersOf(position: Position, square: number, by: number): readonly number[] {
  const { board, unmoved, tables } = position;
  const { codes, attacks } = tables;
  const { lines, lineTape, reach, leapGroups, leapTape, leaps, oddTape, oddAt } = attacks;
  const found = new Set<number>();
  for (let line = 0, at = attacks.lineAt[square]!; line < lines; line++) {
    const end = at + 1 + lineTape[at]!;
    let i = at + 1;
    while (i < end && board[lineTape[i]!] === 0) i++;
    if (i < end && reach[(by * lines + line) * codes + board[lineTape[i]!]!]! >= i - at) found.add(lineTape[i]!);
    at = end;
  }
  for (let group = 0, at = attacks.leapAt[square]!; group < leapGroups; group++) {
    const end = at + 1 + leapTape[at]!;
    for (let i = at + 1; i < end; i++)
      if (leaps[(by * leapGroups + group) * codes + board[leapTape[i]!]!] === 1) found.add(leapTape[i]!);
    at = end;
  }
  for (let at = oddAt[square] ?? 0; (oddTape[at] ?? 0) !== 0; at += 4 + oddTape[at + 3]!) {
    const origin = oddTape[at + 1]!;
    const path = oddTape.subarray(at + 4, at + 4 + oddTape[at + 3]!);
    if ((oddTape[at]! & 1) !== by || board[origin] !== oddTape[at]) continue;
    if (oddTape[at + 2] === 1 && unmoved[origin] === 0) continue;
    if (path.every((between) => board[between] === 0)) found.add(origin);
  }
  return [...found].sort((a, b) => a - b);
}
