import type { Color, ViewPiece } from '@chessmith/rules';
import { json } from '@chessmith/std';

/** A square as seed 000 writes it; the rank is a string. */
export type Position = { readonly file: string; readonly rank: string };
export type Team = 'WHITE' | 'BLACK';
export type Piece = { readonly type: string; readonly team: Team };
export type Player = { readonly name: string; readonly team: Team };
export type Chessboard = { readonly pieces: readonly { readonly piece: Piece; readonly position: Position }[] };

/** What a player without a name is called. */
export const GUEST_NAME = '_';

const FILES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
const RANKS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

/** Reads a square as seed 000 sends it: `{ file: "A", rank: "1" }`. */
export const positionReader = json.atLeast({ file: json.literal(...FILES), rank: json.literal(...RANKS) });
export const teamReader = json.literal('WHITE', 'BLACK');

/** Our name of a square. */
export const squareOf = ({ file, rank }: Position): string => `${file.toLowerCase()}${rank}`;
/** The name of a square in seed 000. */
export const positionOf = (square: string): Position => ({ file: square[0]!.toUpperCase(), rank: square.slice(1) });
export const teamOf = (color: Color): Team => (color === 'white' ? 'WHITE' : 'BLACK');
export const colorOf = (team: Team): Color => (team === 'WHITE' ? 'white' : 'black');
/** A piece in the words of seed 000, which writes roles with a capital. */
export const pieceOf = (role: string, color: Color): Piece => ({
  type: role[0]!.toUpperCase() + role.slice(1),
  team: teamOf(color),
});

/** A board in the words of seed 000: where something stands, in no promised order. */
export const chessboardOf = (pieces: readonly ViewPiece[]): Chessboard => ({
  pieces: pieces.map(({ role, color, square }) => ({ piece: pieceOf(role, color), position: positionOf(square) })),
});
