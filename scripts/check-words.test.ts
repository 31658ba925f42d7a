import { expect, test } from 'vitest';
import { retiredWordsIn } from './check-words.mjs';

test.each([
  ['packages/game/src/a.ts', '// Refuses whoever is not seated.', 'whoever', 'players who'],
  ['packages/game/src/a.ts', 'const house = openTestServer();', 'house', 'repository'],
  ['packages/game/src/a.ts', "import { openHouse } from './b.js';", 'house', 'repository'],
  ['docs/api.md', 'As seed-000 has it.', 'seed-000', 'Chess Game Service API'],
  ['docs/api.md', 'Seed 003 wrote it in Python.', 'Seed 003', 'the name of the system'],
  ['apps/server/src/a.ts', 'const SIGN_OF_LIFE = 1;', 'SIGN_OF_LIFE', 'heartbeat'],
  ['packages/store/src/a.ts', 'type CarriedParcel = never;', 'parcel', 'message'],
  ['packages/rules/src/a.ts', '// Makes room for one more.', 'room', 'package'],
])('%s: %s', (path, line, word, instead) => {
  expect(retiredWordsIn(path, `first\n${line}`)).toEqual([
    { line: 2, word, instead: expect.stringContaining(instead) },
  ]);
});

test.each([
  ['packages/game/src/a.ts', "chat: 'separate-rooms'"],
  ['packages/service/src/news/chat.ts', 'readonly room: Room;'],
  ['packages/rules/src/a.ts', "name: 'crazyhouse', title: 'Crazyhouse'"],
  ['packages/rules/src/a.ts', 'A lot of indoor wishful bedroom warehouses.'],
  ['scripts/check-words.mjs', 'house'],
])('%s may say: %s', (path, line) => {
  expect(retiredWordsIn(path, line)).toEqual([]);
});
