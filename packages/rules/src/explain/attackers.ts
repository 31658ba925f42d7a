import type { Position } from '../engine/position.js';

/** Squares of all pieces of colour `by` that could capture on a square if it were occupied, in board order. */
export function attackersOf(position: Position, square: number, by: number): readonly number[] {
  const { board, unmoved, tables } = position;
  const { codes, attacks } = tables;
  const { lines, lineSquares, reach, leapGroups, leapOrigins, leaps, irregularAttacks, irregularAt } = attacks;
  const found = new Set<number>();
  for (let line = 0, at = attacks.lineAt[square]!; line < lines; line++) {
    const end = at + 1 + lineSquares[at]!;
    let i = at + 1;
    while (i < end && board[lineSquares[i]!] === 0) i++;
    if (i < end && reach[(by * lines + line) * codes + board[lineSquares[i]!]!]! >= i - at) found.add(lineSquares[i]!);
    at = end;
  }
  for (let group = 0, at = attacks.leapAt[square]!; group < leapGroups; group++) {
    const end = at + 1 + leapOrigins[at]!;
    for (let i = at + 1; i < end; i++)
      if (leaps[(by * leapGroups + group) * codes + board[leapOrigins[i]!]!] === 1) found.add(leapOrigins[i]!);
    at = end;
  }
  for (let at = irregularAt[square] ?? 0; (irregularAttacks[at] ?? 0) !== 0; at += 4 + irregularAttacks[at + 3]!) {
    const origin = irregularAttacks[at + 1]!;
    const path = irregularAttacks.subarray(at + 4, at + 4 + irregularAttacks[at + 3]!);
    if ((irregularAttacks[at]! & 1) !== by || board[origin] !== irregularAttacks[at]) continue;
    if (irregularAttacks[at + 2] === 1 && unmoved[origin] === 0) continue;
    if (path.every((between) => board[between] === 0)) found.add(origin);
  }
  return [...found].sort((a, b) => a - b);
}
