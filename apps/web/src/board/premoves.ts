import type { RulesetCard } from '@chessmith/rules';
import { premove } from 'chessgroundx/premove';
import type * as cg from 'chessgroundx/types';

/**
 * Rulesets with premoves, and the name of Chessground's premove rules for them. Rulesets with hidden information or chance have none:
 * there a player must see the opponent's move first.
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

/** The premove targets of a piece; null for rulesets without premoves. */
export function premovesIn({ name, files, ranks }: Pick<RulesetCard, 'name' | 'files' | 'ranks'>): cg.Premove | null {
  const known = KNOWN[name];
  if (known === undefined) return null;
  const kingTakesRook = name === 'chess960';
  const ways = premove(known, kingTakesRook, { width: files, height: ranks });
  return ({ pieces }, key, canCastle) => {
    const plain = new Map([...pieces].map(([at, piece]) => [at, { ...piece, role: plainRole(piece.role) }]));
    const targets = ways({ pieces: plain }, key, canCastle);
    // Chessground offers castling as king-to-target and as king-takes-rook; only one of them is legal here.
    if (known !== 'chess' || kingTakesRook || plain.get(key)?.role !== 'k-piece') return targets;
    return targets.filter((target) => Math.abs(target.charCodeAt(0) - key.charCodeAt(0)) <= 2);
  };
}

/** Without the CSS classes that `groundPiece` adds. */
const plainRole = (role: cg.Role): cg.Role => role.split(' ')[0] as cg.Role;
