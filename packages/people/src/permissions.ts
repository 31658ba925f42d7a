/**
 * What somebody is to one game. One person can be several at once: the creator mostly also plays. Whoever may open a
 * game at all is its watcher; to a private game nobody is anything without its id or its code.
 */
export const GAME_ROLES = ['watcher', 'player', 'creator', 'admin'] as const;
export type GameRole = (typeof GAME_ROLES)[number];

/**
 * Who may do what with a game, as far as it does not depend on the game's state: whose turn it is, whether a seat is
 * open or an offer stands is for `game` to judge.
 */
export const GAME_PERMISSIONS = {
  watch: ['watcher', 'player', 'creator', 'admin'],
  ask: ['watcher', 'player', 'creator', 'admin'],
  export: ['watcher', 'player', 'creator', 'admin'],
  fork: ['watcher', 'player', 'creator', 'admin'],
  // A player may take the other seat too: hot seat.
  join: ['watcher', 'player', 'creator'],
  configure: ['creator', 'admin'],
  start: ['player', 'creator'],
  stop: ['creator', 'admin'],
  move: ['player'],
  promote: ['player'],
  'offer-draw': ['player'],
  'answer-draw': ['player'],
  resign: ['player'],
  abort: ['player'],
  claim: ['player'],
  takeback: ['player'],
  rematch: ['player'],
  'read-chat': ['watcher', 'player', 'creator', 'admin'],
  'write-chat': ['watcher', 'player', 'creator', 'admin'],
  'remove-chat': ['admin'],
} as const satisfies { readonly [action: string]: readonly GameRole[] };

export type GameAction = keyof typeof GAME_PERMISSIONS;

/** Whether one of these roles allows it. */
export function mayWithGame(roles: Iterable<GameRole>, action: GameAction): boolean {
  const allowed: readonly GameRole[] = GAME_PERMISSIONS[action];
  for (const role of roles) if (allowed.includes(role)) return true;
  return false;
}
