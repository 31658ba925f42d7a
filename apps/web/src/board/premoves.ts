import type { RulesetCard } from '@chessmith/rules';
import { premove } from 'chessgroundx/premove';
import type * as cg from 'chessgroundx/types';

/**
 * Kinds of chess of whose pieces the drawing board knows where they might go some day, by its own name for them. None in
 * which something is hidden or left to chance: there nobody should promise a move before seeing the answer.
 */
const KNOWN: { readonly [ruleset: string]: 'chess' | 'capablanca' | 'grand' } = {
  standard: 'chess',
  chess960: 'chess',
  'king-of-the-hill': 'chess',
  'three-check': 'chess',
  antichess: 'chess',
  atomic: 'chess',
  crazyhouse: 'chess',
  horde: 'chess',
  'racing-kings': 'chess',
  capablanca: 'capablanca',
  grand: 'grand',
};

/** Where a piece may be sent before it is its turn; null where that is not done. */
export function premovesIn({ name, files, ranks }: Pick<RulesetCard, 'name' | 'files' | 'ranks'>): cg.Premove | null {
  const known = KNOWN[name];
  if (known === undefined) return null;
  const kingTakesRook = name === 'chess960';
  const ways = premove(known, kingTakesRook, { width: files, height: ranks });
  return ({ pieces }, key, canCastle) => {
    const plain = new Map([...pieces].map(([at, piece]) => [at, { ...piece, role: plainRole(piece.role) }]));
    const targets = ways({ pieces: plain }, key, canCastle);
    // It offers castling in both notations, and only one of them is played.
    if (known !== 'chess' || kingTakesRook || plain.get(key)?.role !== 'k-piece') return targets;
    return targets.filter((target) => Math.abs(target.charCodeAt(0) - key.charCodeAt(0)) <= 2);
  };
}

/** Without what the style sheet has to know. */
const plainRole = (role: cg.Role): cg.Role => role.split(' ')[0] as cg.Role;
