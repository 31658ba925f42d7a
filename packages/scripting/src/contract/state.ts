import type { Color, Json } from '@chessmith/rules';

/** A script's description of its game, from its starting state. Scripts of version 1 all have the same card. */
export type ScriptCard = {
  readonly version: 1 | 2;
  readonly name?: string;
  readonly description?: string;
  readonly files: number;
  readonly ranks: number;
  /** Every kind of piece that may stand on the board. */
  readonly kinds: readonly Kind[];
  /** A game that still runs after so many plies is drawn. */
  readonly plyCap: number;
  /** Whether the script uses chance; only then does each call get a fresh seed. */
  readonly random: boolean;
};

/** `letter` is one of A–Z; `glyph` is the name of a built-in shape, an emoji or a harmless SVG. */
export type Kind = { readonly role: string; readonly letter: string; readonly glyph?: string };

export const STATUSES = ['running', 'white won', 'black won', 'draw'] as const;
export type Status = (typeof STATUSES)[number];

/** A piece on the board. `extra` holds the script's own fields, which it receives again with the next move. */
export type ScriptPiece = {
  readonly role: string;
  readonly color: Color;
  readonly square: string;
  readonly extra?: { readonly [name: string]: Json };
};

/** A state that a script returned, after it passed every check of the contract. */
export type ScriptState = {
  /** In the script's own order. */
  readonly pieces: readonly ScriptPiece[];
  /** The moves of the side to move, as `spellMove` writes them, without duplicates; empty once the game has ended. */
  readonly moves: readonly string[];
  /** The JSON of `additional_data` exactly as the script wrote it, so that large numbers keep all their digits. */
  readonly data: string;
  readonly turn: Color;
  readonly status: Status;
  readonly message?: string;
  readonly reason?: string;
  readonly highlights?: readonly string[];
};
