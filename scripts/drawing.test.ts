import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const ROOMS = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT)).map((room) => `${folder}/${room}`),
);

const importsOf = (room: string): readonly string[] => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${room}/package.json`));
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => name.startsWith('@chessmith/'))
    .map((name) => `${room.split('/')[1]} --> ${name.slice('@chessmith/'.length)}`);
};

test('the drawing in docs/architecture.md has an arrow for every import of a room, and no other', () => {
  const drawn = Array.from(read('docs/architecture.md').matchAll(/^ +(\w+ --> \w+)$/gm), ([, arrow]) => arrow!);
  expect(drawn.toSorted()).toEqual(ROOMS.flatMap(importsOf).toSorted());
});

test.each(ROOMS)('%s is in the table of rooms, with its doors', (room) => {
  const row = read('docs/architecture.md').match(new RegExp(`^\\| \`${room}\` \\|.*\\|(.*)\\|$`, 'm'));
  const doors = Array.from(row?.[1]?.matchAll(/`(\.[^`]*)`/g) ?? [], ([, door]) => door);
  expect(row).not.toBeNull();
  expect(doors).toEqual(Object.keys(JSON.parse(read(`${room}/package.json`)).exports ?? {}));
});
