import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GAME_CODES, PARSE_CODES } from '@chessmith/game';
import { ADAPTER_CODES } from '@chessmith/protocol';
import { SERVICE_CODES } from '@chessmith/service';
import { expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

/** The sources of a package, without its tests. */
function sourcesOf(folder: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(join(REPOSITORY, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(?:^|\/)testing\/|\.test\.ts$|\.prove\.ts$/.test(file))
    .map((file) => ({
      file: `${folder}/src/${file}`,
      text: readFileSync(join(REPOSITORY, folder, 'src', file), 'utf8'),
    }));
}

const CODE = /'((?:auth|chat|command|game|request|rulesets|server|store)\/[a-z0-9-]+)'/g;
const LISTED: ReadonlySet<string> = new Set([...ADAPTER_CODES, ...SERVICE_CODES, ...GAME_CODES, ...PARSE_CODES]);

/** Not sent with this code: a start-up message, and an error that the Chess Game Service API renames. */
const ELSEWHERE = ['server/bad-setting', 'game/already-started'];

test('every code in the sources is in a list for clients', () => {
  const unlisted = ['apps/server', 'packages/service', 'packages/game', 'packages/store'].flatMap((folder) =>
    sourcesOf(folder).flatMap(({ file, text }) =>
      [...text.matchAll(CODE)]
        .map(([, code]) => code!)
        .filter((code) => !LISTED.has(code) && !ELSEWHERE.includes(code))
        .map((code) => `${file}: ${code}`),
    ),
  );
  expect(unlisted).toEqual([]);
});

test('every code in a list is used', () => {
  const folders = ['apps/server', 'packages/service', 'packages/game', 'packages/people', 'packages/scripting'];
  const lists = /\/codes\.ts$/;
  const texts = folders
    .flatMap((folder) => sourcesOf(folder).filter(({ file }) => !lists.test(file)))
    .map(({ text }) => text);
  expect([...LISTED].filter((code) => !texts.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});
