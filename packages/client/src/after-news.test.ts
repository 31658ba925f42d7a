import type { api } from '@chessmith/protocol';
import { expect, test } from 'vitest';
import { afterNews } from './after-news.js';

const told = (node: api.NewsNode, payload: unknown) => ({ node, payload, version: 2, at: '' }) as unknown as api.News;

test('a game that is configured later gets its alias and ruleset then', () => {
  const before = { version: 1, alias: null, configuration: null, clocks: null } as unknown as api.GameView;
  expect(afterNews(before, told('AliasUpdateEvent', 'here'))).toEqual({ ...before, version: 2, alias: 'here' });
  const configuration = { ruleset: 'atomic' };
  const after = afterNews(before, told('ConfigurationUpdateEvent', configuration));
  expect(after).toEqual({ ...before, version: 2, configuration });
});

test('the legal moves of the old position are gone after a move', () => {
  const board = { turn: 'white', pieces: [], check: [], choices: ['e2e4'], claims: ['threefold'] };
  const before = { version: 1, clocks: null, board } as unknown as api.GameView;
  const now = { turn: 'black', pieces: [], check: ['e8'], pockets: null, extra: null };
  expect(afterNews(before, told('BoardChanged', now)).board).toEqual({
    ...{ turn: 'black', pieces: [], check: ['e8'] },
    ...{ choices: [], claims: [] },
  });
});

test('news without an effect on the view leaves the view and its version unchanged', () => {
  const before = { version: 1, clocks: null } as unknown as api.GameView;
  expect(afterNews(before, told('ChatEvent', {}))).toBe(before);
});

test('during free first moves no clock runs, and the time limit restarts with each turn', () => {
  const started = {
    ...{ version: 1, situation: 'running', turn: 'white', moves: [], configuration: { firstMoveMs: 30_000 } },
    clocks: { remainingMs: { white: 60_000, black: 60_000 }, running: null, abortInMs: 12_000 },
  } as unknown as api.GameView;
  const played = (view: api.GameView, color: string, next: string, ply = view.moves.length + 1) =>
    afterNews(afterNews(view, told('MoveHistoryUpdateEvent', { ply, last: { color } })), told('TurnUpdateEvent', next));
  const offered = afterNews(started, told('DrawOfferUpdateEvent', null));
  expect(offered.clocks).toMatchObject({ running: null, abortInMs: 12_000 });
  const one = played(offered, 'white', 'black');
  expect(one.clocks).toMatchObject({ running: null, abortInMs: 30_000 });
  expect(played(one, 'black', 'white').clocks).toMatchObject({ running: 'white', abortInMs: null });
  const back = played({ ...one, clocks: { ...one.clocks!, abortInMs: 3000 as never } }, 'black', 'white', 0);
  expect(back.clocks).toMatchObject({ running: null, abortInMs: 30_000 });
  const over = afterNews(one, told('ServerSituationUpdateEvent', 'terminated'));
  expect(over.clocks).toMatchObject({ running: null, abortInMs: null });
});
