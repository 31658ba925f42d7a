import type { Position } from './position.js';

/** A piece that attacks a square; `slides` if the attack could be blocked. */
export type Attacker = { readonly square: number; readonly slides: boolean };

/**
 * All pieces of colour `by` that attack the square along lines or by leaps. Irregular attacks (tables) are not listed.
 */
export function attackersOf(position: Position, square: number, by: number): readonly Attacker[] {
  const { board } = position;
  const { codes, attacks } = position.tables;
  const { lines, lineSquares, reach, leapGroups, leapOrigins, leaps } = attacks;
  const attackers: Attacker[] = [];
  let at = attacks.lineAt[square]!;
  for (let line = 0; line < lines; line++) {
    const end = at + 1 + lineSquares[at]!;
    let i = at + 1;
    while (i < end && board[lineSquares[i]!] === 0) i++;
    const distance = i - at;
    if (i < end && reach[(by * lines + line) * codes + board[lineSquares[i]!]!]! >= distance) {
      attackers.push({ square: lineSquares[i]!, slides: distance > 1 || reaches(position, line, by, lineSquares[i]!) });
    }
    at = end;
  }
  at = attacks.leapAt[square]!;
  for (let group = 0; group < leapGroups; group++) {
    const end = at + 1 + leapOrigins[at]!;
    for (let i = at + 1; i < end; i++) {
      const origin = leapOrigins[i]!;
      if (leaps[(by * leapGroups + group) * codes + board[origin]!] === 1)
        attackers.push({ square: origin, slides: false });
    }
    at = end;
  }
  return attackers;
}

/** Whether the piece slides along this line. A king or pawn attacks along it too, but only one square far. */
const reaches = (position: Position, line: number, by: number, square: number): boolean => {
  const { codes, attacks } = position.tables;
  return attacks.reach[(by * attacks.lines + line) * codes + position.board[square]!]! > 1;
};
