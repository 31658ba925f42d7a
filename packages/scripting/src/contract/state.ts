import type { Color, Json } from '@chessmith/rules';

/** What a script says about its game once, in its starting state; a script of version 1 gets what seed 003 assumed. */
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
  /** Whether chance plays a part: only then is a seed drawn for each call. */
  readonly random: boolean;
};

/** `letter` is one of A–Z; `glyph` the name of a built-in shape, an emoji or an SVG of a few harmless elements. */
export type Kind = { readonly role: string; readonly letter: string; readonly glyph?: string };

export const STATUSES = ['running', 'white won', 'black won', 'draw'] as const;
export type Status = (typeof STATUSES)[number];

/** A piece on the board; `extra` is what else the script wrote into it, and gets back with the next move. */
export type ScriptPiece = {
  readonly role: string;
  readonly color: Color;
  readonly square: string;
  readonly extra?: { readonly [name: string]: Json };
};

/** A state that a script answered with, after every promise of the contract was checked. */
export type ScriptState = {
  /** In the script's own order. */
  readonly pieces: readonly ScriptPiece[];
  /** Of the side to move, as `spellMove` writes them, each once; none once the game has ended. */
  readonly moves: readonly string[];
  /** The JSON of `additional_data` as the script wrote it: numbers too large for us come back to it unharmed. */
  readonly data: string;
  readonly turn: Color;
  readonly status: Status;
  readonly message?: string;
  readonly reason?: string;
  readonly highlights?: readonly string[];
};
