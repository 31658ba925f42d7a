import type { Ending, MaterialModel, Ruleset } from '../ruleset.js';

/** What a ruleset's endings come to where every move asks for them. */
export type Ends = {
  readonly checkmate: boolean;
  /** For the side that cannot move and is not mated. */
  readonly stalemate: Extract<Ending, { kind: 'stalemate' }>['result'];
  readonly repetition: boolean;
  readonly moveCount: boolean;
  /** Null where every material is enough. */
  readonly material: MaterialModel | null;
};

export function endsOf({ endings }: Ruleset): Ends {
  const has = (kind: Ending['kind']): boolean => endings.some((ending) => ending.kind === kind);
  return {
    checkmate: has('checkmate'),
    stalemate: endings.find((ending) => ending.kind === 'stalemate')?.result ?? 'draw',
    repetition: has('repetition'),
    moveCount: has('move-count'),
    material: endings.find((ending) => ending.kind === 'insufficient-material')?.model ?? null,
  };
}
