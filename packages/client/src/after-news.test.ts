import type { api } from '@chessmith/protocol';
import { expect, test } from 'vitest';
import { afterNews } from './after-news.js';

const told = (node: api.NewsNode, payload: unknown) => ({ node, payload, version: 2, at: '' }) as unknown as api.News;

test('a game that is described later has its name and what is played then', () => {
  const before = { version: 1, alias: null, configuration: null, clocks: null } as unknown as api.GameView;
  expect(afterNews(before, told('AliasUpdateEvent', 'here'))).toEqual({ ...before, version: 2, alias: 'here' });
  const configuration = { ruleset: 'atomic' };
  const after = afterNews(before, told('ConfigurationUpdateEvent', configuration));
  expect(after).toEqual({ ...before, version: 2, configuration });
});

test('what could be played before a move is not offered after it', () => {
  const board = { turn: 'white', pieces: [], check: [], choices: ['e2e4'], claims: ['threefold'] };
  const before = { version: 1, clocks: null, board } as unknown as api.GameView;
  const now = { turn: 'black', pieces: [], check: ['e8'], pockets: null, extra: null };
  expect(afterNews(before, told('BoardChanged', now)).board).toEqual({
    ...{ turn: 'black', pieces: [], check: ['e8'] },
    ...{ choices: [], claims: [] },
  });
});

test('news that changes no view leaves it as it is, its version too', () => {
  const before = { version: 1, clocks: null } as unknown as api.GameView;
  expect(afterNews(before, told('ChatEvent', {}))).toBe(before);
});
