import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GAME_CODES, PARSE_CODES } from '@chessmith/game';
import { ADAPTER_CODES } from '@chessmith/protocol';
import { SERVICE_CODES } from '@chessmith/service';
import { expect, test } from 'vitest';

const ROOMS = fileURLToPath(new URL('../../../..', import.meta.url));

/** What a room says, without its tests. */
function sourcesOf(room: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(join(ROOMS, room, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(?:^|\/)testing\/|\.test\.ts$|\.prove\.ts$/.test(file))
    .map((file) => ({ file: `${room}/src/${file}`, text: readFileSync(join(ROOMS, room, 'src', file), 'utf8') }));
}

const CODE = /'((?:auth|chat|command|game|request|rulesets|server|store)\/[a-z0-9-]+)'/g;
const LISTED: ReadonlySet<string> = new Set([...ADAPTER_CODES, ...SERVICE_CODES, ...GAME_CODES, ...PARSE_CODES]);

/** Said by nobody over the wire: to who starts the server, and in seed 000's words. */
const ELSEWHERE = ['server/bad-setting', 'game/already-started'];

test('every code that is said is in a list, so that clients can know it', () => {
  const unlisted = ['apps/server', 'packages/service', 'packages/game', 'packages/store'].flatMap((room) =>
    sourcesOf(room).flatMap(({ file, text }) =>
      [...text.matchAll(CODE)]
        .map(([, code]) => code!)
        .filter((code) => !LISTED.has(code) && !ELSEWHERE.includes(code))
        .map((code) => `${file}: ${code}`),
    ),
  );
  expect(unlisted).toEqual([]);
});

test('every code in a list is said somewhere', () => {
  const rooms = ['apps/server', 'packages/service', 'packages/game', 'packages/people', 'packages/scripting'];
  const lists = /\/codes\.ts$/;
  const said = rooms.flatMap((room) => sourcesOf(room).filter(({ file }) => !lists.test(file))).map(({ text }) => text);
  expect([...LISTED].filter((code) => !said.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});
