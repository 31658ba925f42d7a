import type { Ending, MaterialModel, Ruleset } from '../ruleset.js';

/** The endings of a ruleset as flags, because the engine checks them after every move. */
export type EndingFlags = {
  readonly checkmate: boolean;
  /** Result for the side that has no legal move and is not checkmated. */
  readonly stalemate: Extract<Ending, { kind: 'stalemate' }>['result'];
  readonly repetition: boolean;
  readonly moveCount: boolean;
  /** Null if every material is sufficient. */
  readonly material: MaterialModel | null;
};

export function endingFlagsOf({ endings }: Ruleset): EndingFlags {
  const has = (kind: Ending['kind']): boolean => endings.some((ending) => ending.kind === kind);
  return {
    checkmate: has('checkmate'),
    stalemate: endings.find((ending) => ending.kind === 'stalemate')?.result ?? 'draw',
    repetition: has('repetition'),
    moveCount: has('move-count'),
    material: endings.find((ending) => ending.kind === 'insufficient-material')?.model ?? null,
  };
}
