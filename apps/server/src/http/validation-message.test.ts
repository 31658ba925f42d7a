import { api } from '@chessmith/protocol';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { validationMessage } from './validation-message.js';

const KINDS = ['none', 'per-move', 'per-player', 'days-per-move'];

test.each([
  [{ ruleset: 5 }, '/ruleset', 'must be string'],
  [{ foo: 1 }, '', 'has no field foo'],
  [{ setup: { numbr: 1 } }, '/setup', 'has no field numbr'],
  [{ side: 'green' }, '/side', 'must be one of white, black, random, both, none'],
  [{ clock: 5 }, '/clock', 'must be object'],
  [{ clock: {} }, '/clock', 'lacks kind'],
  [{ clock: { kind: 'blitz' } }, '/clock/kind', `must be one of ${KINDS.join(', ')}`],
  [{ clock: { kind: 'per-move' } }, '/clock', 'lacks moveMs'],
  [{ clock: { kind: 'per-move', moveMs: 'a' } }, '/clock/moveMs', 'must be integer'],
  [{ clock: { kind: 'days-per-move', days: 1, hours: 1 } }, '/clock', 'has no field hours'],
  [{ seats: { white: 'me' } }, '/seats/white', 'must be the id of a person, a UUID in small letters'],
  [{ seats: { white: 5 } }, '/seats/white', 'must be string or null'],
])('the message for the options %j names the problem', (options, path, reason) => {
  expect(validationMessage(Compile(api.GameOptions).Errors(options))).toMatchObject({ path, reason });
});

test('the message for an invalid game id describes an id', () => {
  const frame = { type: 'view', key: 'k', game: 'abc' };
  expect(validationMessage(Compile(api.CLIENT_FRAMES.view).Errors(frame))).toMatchObject({
    path: '/game',
    reason: 'must be the id of a game, which has 12 letters and digits',
  });
});

test.each([
  [{ type: 'PlayMove', mov: 'e2e4' }, '/command', 'lacks move'],
  [{ type: 'PlayMove', move: 'e2e4', colour: 'white' }, '/command', 'has no field colour'],
  [{ type: 'Fly' }, '/command/type', 'must be one of ConfigureGame, JoinGame'],
  [
    { type: 'ConfigureGame', options: { clock: { kind: 'blitz' } } },
    '/command/options/clock/kind',
    'must be one of none',
  ],
])('the message for the command %j names the problem', (command, path, reason) => {
  const frame = { type: 'command', key: 'k', game: '111111111111', command };
  const wrong = validationMessage(Compile(api.CLIENT_FRAMES.command).Errors(frame));
  expect(wrong).toMatchObject({ path, reason: expect.stringContaining(reason) });
});
