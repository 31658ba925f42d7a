import { pathsOf, type Ruleset, type Tables } from '@chessmith/rules';

/** What pieces are worth in a ruleset, derived from how they move. */
export type PieceValues = {
  /** In centipawns, by role. */
  readonly values: readonly number[];
  /** Expected number of moves at index code * size + square. */
  readonly mobility: Float64Array;
  /** Mean of `mobility` over the board, by role. */
  readonly meanMobility: readonly number[];
  /** How much better the best promotion is than the piece itself, by role; 0 without promotion. */
  readonly promotionGain: readonly number[];
};

/** The chance that a square in the way is empty in a typical position. */
const EMPTY = 0.67;
/** How much a move that cannot capture, or can only capture, is worth beside one that can do both. */
const WORTH = { free: 1, empty: 0.45, enemy: 0.55 } as const;

export function pieceValues(tables: Tables): PieceValues {
  const { roles, ruleset, size } = tables;
  const mobility = mobilityTable(tables);
  const meanMobility = roles.map((_, role) => mean(mobility.subarray((2 + 2 * role) * size, (3 + 2 * role) * size)));
  // Fitted once to the usual values of knight, bishop, rook and queen on 8 by 8.
  const byMoves = meanMobility.map((moves) => 47.5 * moves ** 1.15);
  const promotionGain = promotionGains(tables, byMoves);
  const values = byMoves.map((value, role) => value + 0.035 * promotionGain[role]!);
  return {
    values: values.map((value) => Math.round(inContext(ruleset, value))),
    mobility,
    meanMobility,
    promotionGain,
  };
}

/** Captured pieces that come back make strong pieces worth less beside weak ones. */
const inContext = ({ effects }: Ruleset, value: number): number =>
  effects.some(({ kind }) => kind === 'pocket') ? 100 * (value / 100) ** 0.75 : value;

function mobilityTable(tables: Tables): Float64Array {
  const mobility = new Float64Array(tables.codes * tables.size);
  for (let code = 2; code < tables.codes; code++) {
    for (let square = 0; square < tables.size; square++) {
      let moves = 0;
      for (const { slides, onto, squares } of pathsOf(tables, code, square)) {
        let chance: number = WORTH[onto];
        for (const _ of squares) {
          moves += chance;
          if (slides) chance *= EMPTY;
        }
      }
      mobility[code * tables.size + square] = moves;
    }
  }
  return mobility;
}

function promotionGains({ roles, ruleset, promotesTo }: Tables, byMoves: readonly number[]): number[] {
  // The first promotion ends the game, so it is worth more than any piece.
  const wins = ruleset.endings.some(({ kind }) => kind === 'first-promotion');
  return roles.map((_, role) => {
    const best = Math.max(0, ...Array.from(promotesTo[role]!, (to) => byMoves[to]!));
    if (best === 0) return 0;
    return Math.max(0, (wins ? 2000 : best) - byMoves[role]!);
  });
}

const mean = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
