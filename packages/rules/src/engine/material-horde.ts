import { KNIGHT, OTHER, PAWN, QUEEN, ROOK } from '../compile/piece-kinds.js';
import { bishopsOn, piecesOfKind } from './pieces-of-kind.js';
import { COUNT, type Position } from './position.js';

/**
 * Whether an army without a king can mate one, with the help of the pieces around that king. lichess's cases, from
 * stevepapazis/horde-insufficient-material-tests; each condition names the pieces the king needs beside it.
 */
export function hordeCanMate(position: Position, us: number): boolean {
  const them = us ^ 1;
  const army: Army = {
    pawns: piecesOfKind(position, PAWN, us),
    knights: piecesOfKind(position, KNIGHT, us),
    rooks: piecesOfKind(position, ROOK, us),
    queens: piecesOfKind(position, QUEEN + OTHER, us),
    bishops: [bishopsOn(position, 0, us), bishopsOn(position, 1, us)],
  };
  const court: Court = {
    pawns: piecesOfKind(position, PAWN, them),
    knights: piecesOfKind(position, KNIGHT, them),
    rooks: piecesOfKind(position, ROOK, them),
    queens: piecesOfKind(position, QUEEN + OTHER, them),
    bishops: [bishopsOn(position, 0, them), bishopsOn(position, 1, them)],
    all: position.state[COUNT + them]!,
  };
  return canArmyMate(army, court);
}

type Army = {
  readonly pawns: number;
  readonly knights: number;
  readonly rooks: number;
  readonly queens: number;
  /** On dark and on light squares. */
  readonly bishops: readonly [number, number];
};

/** The pieces of the side with the king; only `all` includes the king. */
type Court = Army & { readonly all: number };

function canArmyMate(army: Army, court: Court): boolean {
  // A third bishop of one square colour adds nothing.
  const bishops = Math.min(army.bishops[0], 2) + Math.min(army.bishops[1], 2);
  const size = army.pawns + army.knights + army.rooks + army.queens + bishops;
  const hasPair = army.bishops[0] > 0 && army.bishops[1] > 0;
  if (size === 0) return false;
  if (size > 3) return true;
  if (size > 1 && army.pawns + army.queens > 0) return true;
  if (size > 1 && army.rooks > 0) return canRookAndOtherMate(army, court, size);
  if (size === 1) return court.all > 1 && canOneMate(army, court);
  if (size === 2) return court.all > 1 && canTwoMinorsMate(army, court, hasPair);
  return army.knights > 1 || hasPair || court.all > 1;
}

/** Only rook and bishop fail, against a king whose other pieces are all bishops of the same square colour. */
function canRookAndOtherMate(army: Army, court: Court, size: number): boolean {
  const shade = shadeOfBishops(army);
  return size > 2 || shade < 0 || court.all - court.bishops[shade]! > 1;
}

function canOneMate(army: Army, court: Court): boolean {
  if (army.queens > 0) return canQueenMate(court);
  if (army.pawns > 0) return canQueenMate(court) || canKnightMate(court);
  if (army.rooks > 0) return court.pawns > 1 || kindsAmong(court.pawns, court.rooks, court.knights) > 1;
  if (army.knights > 0) return canKnightMate(court);
  return court.bishops[shadeOfBishops(army) ^ 1]! + court.pawns > 1;
}

/** Mate needs a king on a1 behind its own pawn or rook on a2, or two bishops on a2 and b1. */
const canQueenMate = (court: Court): boolean =>
  court.pawns + court.rooks > 0 || court.bishops[0] > 1 || court.bishops[1] > 1;

/**
 * A smothered mate on a1 needs three pieces around the king: two kinds, or two knights, or two pawns that may promote.
 */
function canKnightMate(court: Court): boolean {
  const bishops = court.bishops[0] + court.bishops[1];
  const isMixed = kindsAmong(court.pawns, court.knights, court.rooks, bishops) > 1;
  const isEnough = court.all > 3 && (court.knights > 1 || court.pawns > 1 || isMixed);
  return isEnough && court.bishops.every((ofShade) => ofShade < 2 || court.all - ofShade > 2);
}

function canTwoMinorsMate(army: Army, court: Court, hasPair: boolean): boolean {
  const bishops = court.bishops[0] + court.bishops[1];
  if (army.knights === 2) return court.pawns + bishops + court.knights > 0;
  if (hasPair) {
    return court.pawns + bishops > 0 || (court.knights > 0 && court.rooks + court.queens > 0);
  }
  const shade = shadeOfBishops(army);
  const ofOtherShade = court.bishops[shade ^ 1]!;
  if (army.knights === 1) return court.pawns + ofOtherShade > 0 || court.all - court.bishops[shade]! > 2;
  return court.pawns + ofOtherShade + court.knights > 1;
}

const shadeOfBishops = (army: Army): number => (army.bishops[1] > 0 ? 1 : army.bishops[0] > 0 ? 0 : -1);

const kindsAmong = (...counts: readonly number[]): number => counts.filter((count) => count > 0).length;
