import type { Position } from './position.js';

/** A piece that attacks a square: along a line that could be blocked, or by a leap. */
export type Attacker = { readonly square: number; readonly slides: boolean };

/** Every piece of colour `by` that attacks the square by its lines and leaps; attacks spelled out in tables are not listed. */
export function attackersOf(position: Position, square: number, by: number): readonly Attacker[] {
  const { board } = position;
  const { codes, attacks } = position.tables;
  const { lines, lineTape, reach, leapGroups, leapTape, leaps } = attacks;
  const attackers: Attacker[] = [];
  let at = attacks.lineAt[square]!;
  for (let line = 0; line < lines; line++) {
    const end = at + 1 + lineTape[at]!;
    let i = at + 1;
    while (i < end && board[lineTape[i]!] === 0) i++;
    const distance = i - at;
    if (i < end && reach[(by * lines + line) * codes + board[lineTape[i]!]!]! >= distance) {
      attackers.push({ square: lineTape[i]!, slides: distance > 1 || reaches(position, line, by, lineTape[i]!) });
    }
    at = end;
  }
  at = attacks.leapAt[square]!;
  for (let group = 0; group < leapGroups; group++) {
    const end = at + 1 + leapTape[at]!;
    for (let i = at + 1; i < end; i++) {
      const origin = leapTape[i]!;
      if (leaps[(by * leapGroups + group) * codes + board[origin]!] === 1)
        attackers.push({ square: origin, slides: false });
    }
    at = end;
  }
  return attackers;
}

/** A king or pawn attacks along a line too, but only its first square. */
const reaches = (position: Position, line: number, by: number, square: number): boolean => {
  const { codes, attacks } = position.tables;
  return attacks.reach[(by * attacks.lines + line) * codes + position.board[square]!]! > 1;
};
