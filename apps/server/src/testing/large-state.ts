/** Queens on two files that can each split to both sides: every split doubles the number of boards. */
export const QUEENS = '1Q2k1q1/1Q4q1/1Q4q1/1Q4q1/1Q4q1/1Q4q1/1Q4q1/1Q1K2q1 w - - 0 1';

/** Alternating splits of white and black; fourteen make 2^14 boards. */
export const splits = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, ply) => {
    const rank = (ply >> 1) + 1;
    return ply % 2 === 0 ? `b${rank}^a${rank}c${rank}` : `g${rank}^f${rank}h${rank}`;
  });
