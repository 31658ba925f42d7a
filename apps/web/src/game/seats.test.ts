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

test('who is to move may move as soon as it is known what may be played', () => {
  expect(movableColor(view({ turn: 'black' }))).toBe('black');
  expect(movableColor(view({ turn: 'black', board: { choices: [] } }))).toBe(null);
  expect(movableColor(view({}))).toBe(null);
});

test('a game that begins by itself is never shown as one that could be started', () => {
  const ready = (autoStart: boolean) => isAboutToStart(view({ situation: 'ready', configuration: { autoStart } }));
  expect(ready(true)).toBe(true);
  expect(ready(false)).toBe(false);
  expect(isAboutToStart(view({ configuration: { autoStart: true } }))).toBe(false);
});

test('who plays one side waits for the other; who plays both, only looks on, or has finished does not', () => {
  expect(waitingColor(view({}))).toBe('black');
  for (const more of [{ yours: ['white', 'black'] }, { yours: [] }, { situation: 'terminated' }]) {
    expect(waitingColor(view(more)), JSON.stringify(more)).toBe(null);
  }
});

test('who holds both seats speaks for the side to move', () => {
  expect(seatOf(view({ yours: ['white', 'black'], turn: 'black' }))).toBe('black');
  expect(seatOf(view({}))).toBe('black');
});
