/**
 * The arguments and answers of a script in TypeScript; docs/scripts.md explains them. A script is one file; types are
 * removed before it runs, so `import type` from here is allowed.
 */

export type Color = 'white' | 'black';

/** File and rank counted from 0: a1 is 0, 0. */
export type Square = { x: number; y: number };

/** Your own fields are kept, and come back with the next move. */
export type Piece = Square & { color: Color; name: string };

export type Step = { from_x: number; from_y: number; to_x: number; to_y: number };

/** Version 2: the player chooses a word with the move, or the move has a second target, or it drops a piece. */
export type Move = Step | (Step & { choice: string }) | (Step & { then_x: number; then_y: number }) | Drop;
export type Drop = { drop: string; to_x: number; to_y: number };

export type State<Data = unknown> = {
  pieces: Piece[];
  /** The moves of the side that moves next; at least one while the game runs. */
  possible_moves: Move[];
  /** Comes back with the next move; nothing else survives a call. */
  additional_data: Data;
  status: 'running' | 'white won' | 'black won' | 'draw';

  /** Version 2: the side that moves next, if it is not the other one. */
  next_turn?: Color;
  /** Version 2: a message for the players, up to 500 characters. */
  message?: string;
  /** Version 2: squares to mark. */
  highlights?: Square[];
  /** Version 2: why the game ended, as text. */
  reason?: string;
};

/** The description of the game in a starting state of version 2. */
export type Start<Data = unknown> = State<Data> & {
  version: 2;
  name?: string;
  description?: string;
  /** Each side from 2 to 16. */
  board?: { files: number; ranks: number };
  /** Up to 26; the glyph is the name of a chess piece, an emoji or an SVG of plain shapes. */
  kinds?: { name: string; letter: string; glyph?: string }[];
  /** From 1 to 2000; 200 by default. */
  ply_cap?: number;
  /** Whether the script uses chance: then the server draws a seed for `Math.random` for each call. */
  random?: boolean;
};

export type StartingState<Data = unknown> = () => State<Data> | Start<Data>;
export type MakeMove<Data = unknown, M extends Move = Step> = (
  pieces: Piece[],
  move: M,
  /** The side that moves after this move, unless the answer has another one. */
  next_turn: Color,
  additional_data: Data,
) => State<Data>;
