import { describe, expect, test } from 'vitest';
import { GAME_PERMISSIONS, GAME_ROLES, type GameAction, mayWithGame } from './permissions.js';

/** Written out a second time on purpose: a changed permission is changed knowingly. */
const POLICY: {
  readonly [action in GameAction]: readonly [watcher: 0 | 1, player: 0 | 1, creator: 0 | 1, admin: 0 | 1];
} = {
  watch: [1, 1, 1, 1],
  ask: [1, 1, 1, 1],
  export: [1, 1, 1, 1],
  fork: [1, 1, 1, 1],
  join: [1, 1, 1, 0],
  configure: [0, 0, 1, 1],
  start: [0, 1, 1, 0],
  stop: [0, 0, 1, 1],
  move: [0, 1, 0, 0],
  promote: [0, 1, 0, 0],
  'offer-draw': [0, 1, 0, 0],
  'answer-draw': [0, 1, 0, 0],
  resign: [0, 1, 0, 0],
  abort: [0, 1, 0, 0],
  claim: [0, 1, 0, 0],
  takeback: [0, 1, 0, 0],
  rematch: [0, 1, 0, 0],
  'read-chat': [1, 1, 1, 1],
  'write-chat': [1, 1, 1, 1],
  'remove-chat': [0, 0, 0, 1],
};

describe.each(Object.entries(POLICY) as [GameAction, readonly number[]][])('%s', (action, row) => {
  test.each(GAME_ROLES.map((role, index) => [role, row[index] === 1] as const))('by %s: %s', (role, allowed) => {
    expect(mayWithGame([role], action)).toBe(allowed);
  });

  test('by nobody: never', () => {
    expect(mayWithGame([], action)).toBe(false);
  });
});

test('every action has its row here', () => {
  expect(Object.keys(POLICY)).toEqual(Object.keys(GAME_PERMISSIONS));
});

test('a creator who plays may do what either may', () => {
  expect(mayWithGame(['creator', 'player'], 'move')).toBe(true);
  expect(mayWithGame(['player', 'creator'], 'configure')).toBe(true);
});
