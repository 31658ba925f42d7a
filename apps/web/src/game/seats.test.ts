import { expect, test } from 'vitest';
import { isAboutToStart, movableColor, seatOf, waitingColor } from './seats.js';

const view = (more: object) =>
  ({
    situation: 'running',
    yours: ['black'],
    turn: 'white',
    promotion: null,
    board: { choices: [{ kind: 'move', from: 'e2', to: ['e4'] }] },
    ...more,
  }) as never;

test('the side to move can move as soon as the legal moves are known', () => {
  expect(movableColor(view({ turn: 'black' }))).toBe('black');
  expect(movableColor(view({ turn: 'black', board: { choices: [] } }))).toBe(null);
  expect(movableColor(view({}))).toBe(null);
});

test('a game that starts by itself is never shown as ready to start', () => {
  const ready = (autoStart: boolean) => isAboutToStart(view({ situation: 'ready', configuration: { autoStart } }));
  expect(ready(true)).toBe(true);
  expect(ready(false)).toBe(false);
  expect(isAboutToStart(view({ configuration: { autoStart: true } }))).toBe(false);
});

test('a player of one side waits for the other; a player of both sides, a watcher or a finished game does not', () => {
  expect(waitingColor(view({}))).toBe('black');
  for (const more of [{ yours: ['white', 'black'] }, { yours: [] }, { situation: 'terminated' }]) {
    expect(waitingColor(view(more)), JSON.stringify(more)).toBe(null);
  }
});

test('a player of both seats acts for the side to move', () => {
  expect(seatOf(view({ yours: ['white', 'black'], turn: 'black' }))).toBe('black');
  expect(seatOf(view({}))).toBe('black');
});
