import type { Color, ViewPiece } from '@chessmith/rules';
import { json } from '@chessmith/std';

/** A square in the contract's notation; the rank is a string. */
export type Position = { readonly file: string; readonly rank: string };
export type Team = 'WHITE' | 'BLACK';
export type Piece = { readonly type: string; readonly team: Team };
export type Player = { readonly name: string; readonly team: Team };
export type Chessboard = { readonly pieces: readonly { readonly piece: Piece; readonly position: Position }[] };

/** Shown for a player without a name. */
export const GUEST_NAME = '_';

const FILES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
const RANKS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

/** Reads a square such as `{ file: "A", rank: "1" }`. */
export const positionReader = json.atLeast({ file: json.literal(...FILES), rank: json.literal(...RANKS) });
export const teamReader = json.literal('WHITE', 'BLACK');

/** A square in algebraic notation, `a1`. */
export const squareOf = ({ file, rank }: Position): string => `${file.toLowerCase()}${rank}`;
/** A square in the contract's notation, `A1`. */
export const positionOf = (square: string): Position => ({ file: square[0]!.toUpperCase(), rank: square.slice(1) });
export const teamOf = (color: Color): Team => (color === 'white' ? 'WHITE' : 'BLACK');
export const colorOf = (team: Team): Color => (team === 'WHITE' ? 'white' : 'black');
/** A piece in the contract's notation: roles start with a capital. */
export const pieceOf = (role: string, color: Color): Piece => ({
  type: role[0]!.toUpperCase() + role.slice(1),
  team: teamOf(color),
});

/** The occupied squares of a board; the contract promises no order. */
export const chessboardOf = (pieces: readonly ViewPiece[]): Chessboard => ({
  pieces: pieces.map(({ role, color, square }) => ({ piece: pieceOf(role, color), position: positionOf(square) })),
});
