import { COLORS } from '../color.js';
import { roleOfCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import type { Position } from '../engine/position.js';
import { formatSquare } from '../geometry.js';

/** Wording shared by all refusals. */

export const squareName = ({ tables }: Position, square: number): string => formatSquare(tables, square);

export const squareNames = (position: Position, squares: readonly number[]): string[] =>
  squares.map((square) => squareName(position, square));

/** Joins a list: `e4`, `e4 and g3`, `e4, g3 and h1`. */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

export const roleName = (tables: Tables, role: number): string => tables.roles[role]!;

/** The role of the piece on an occupied square. */
export const roleOn = ({ tables, board }: Position, square: number): string =>
  roleName(tables, roleOfCode(board[square]!));

/** `the pawn on e4`. */
export const pieceOn = (position: Position, square: number): string =>
  `the ${roleOn(position, square)} on ${squareName(position, square)}`;

/** `a knight`, `an archbishop`. */
export const aPiece = (role: string): string => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;

/** The ruleset as facts: its name, and its title as sentences give it. */
export const rulesetFacts = ({ ruleset: { name, title } }: Tables): { readonly [name: string]: string } => ({
  ruleset: name,
  title,
});

export const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

export const colorName = (color: number): string => COLORS[color]!;
