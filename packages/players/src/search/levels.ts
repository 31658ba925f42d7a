/** How strong a computer plays: 1 loses to children, 8 uses all the time it is given. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type Strength = {
  readonly level: Level;
  readonly name: string;
  /** At most so many plies and moves are looked at, within the limit of the call. */
  readonly depth: number;
  readonly nodes: number;
  /** Standard deviation in centipawns of the error in the value of each move. */
  readonly noise: number;
  /** How often any legal move is played. */
  readonly slips: number;
};

const UNLIMITED = Number.POSITIVE_INFINITY;

export const LEVELS: readonly Strength[] = [
  { level: 1, name: 'First steps', depth: 1, nodes: 5_000, noise: 300, slips: 0.35 },
  { level: 2, name: 'Beginner', depth: 1, nodes: 5_000, noise: 120, slips: 0.12 },
  { level: 3, name: 'Casual player', depth: 2, nodes: 10_000, noise: 60, slips: 0.03 },
  { level: 4, name: 'Hobby player', depth: 3, nodes: 20_000, noise: 30, slips: 0 },
  { level: 5, name: 'Club player', depth: 5, nodes: 40_000, noise: 8, slips: 0 },
  { level: 6, name: 'Strong club player', depth: UNLIMITED, nodes: 12_000, noise: 0, slips: 0 },
  { level: 7, name: 'Expert', depth: UNLIMITED, nodes: 50_000, noise: 0, slips: 0 },
  { level: 8, name: 'Full strength', depth: UNLIMITED, nodes: UNLIMITED, noise: 0, slips: 0 },
];
