import type { Refusal } from '@chessmith/rules';

/**
 * Why a move is refused, in the exact texts of the Quantum Chess TCP protocol (including typos), because its clients
 * display them.
 */
export const OBJECTION_TEXTS = {
  'game-over': 'game over',
  'not-your-turn': 'it is not your turn!',
  'no-chessman': 'there is no chessman_ there',
  'different-chessmen': 'you re trying to merge two different chessmen',
  'not-your-chessman': 'you cannot move a chessman_ of the other player',
  'not-that-move': 'that chessman_ cant do that move',
  'not-that-split': 'that chessman_ cant do that split',
  'not-that-merge': 'that chessman_ cant do that merge',
  'path-not-free': 'path is not free',
  'own-fragment-there': 'cannot move to square with a fragment of the same chessman_',
  'measure-and-entangle': 'cannot measure and entangle at same time',
  'entangle-twice': 'cannot entangle with same piece two times',
  'entangle-limit': 'cannot split chessman_ anymore',
  'split-onto-occupied': 'splitting to occupied space',
  'split-and-entangle': 'cannot split and entangle in the same move',
  'split-limit': 'cannot split more times that chessman_',
  'split-same-square': 'cannot split into the same square',
  'merge-same-square': 'cannot merge from same square',
  'merge-and-entangle': 'cannot merge and entangle in the same move',
  'pawn-split': 'pawn cannot split',
  'pawn-merge': 'pawn cannot merge',
  'pawn-entangle': 'pawn cannot entangle',
  'pawn-eat': 'pawn cannot eat like that',
  'pawn-measure': 'pawn cannot measure like that',
  'no-castling': 'cant to that castling',
  'rook-arrives-there': 'tower is going to occupy that square',
  'castle-and-measure': 'cant split and measure at the same time',
  'castle-and-entangle': 'cant split and entangle at the same time',
  occupied: 'there is a chessman_ there already',
} as const;

export type Objection = keyof typeof OBJECTION_TEXTS;

/** The protocol's replies to users who may not act at all; the adapter sends them before it calls a referee. */
export const ROLE_OBJECTION_TEXTS = {
  'spectator-moves': 'you cannot move been spectator',
  'spectator-plays': "spectators can't play",
  'spectator-surrenders': 'Spectator cannot surrender',
  'surrender-after-end': 'Cannot surrender: game over',
} as const;

export const refuse = (objection: Objection): Refusal => ({
  // All referees use the same code for an ended game.
  code: objection === 'game-over' ? 'game/over' : `quantum/${objection}`,
  message: OBJECTION_TEXTS[objection],
});
