/**
 * `npm run imports`: who imports whom, checked against the table below; in another house that is named behind it. Types count as much as values, and there is no
 * list of exceptions: what the table does not allow moves to another room.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from './imports-of.mjs';

/** @typedef {{ mayImport: readonly string[], node?: true, gpl?: true }} Room */

const PACKAGES = /** @type {const} */ ([
  'std',
  'rules',
  'quantum',
  'scripting',
  'players',
  'game',
  'people',
  'service',
  'store',
  'protocol',
  'client',
]);

/**
 * The architecture. `node`: may use Node's built-in modules, being an edge of the house; the others are pure.
 * `gpl`: may use packages under the GPL.
 * @type {Record<string, Room>}
 */
const ROOMS = {
  'packages/std': { mayImport: [] },
  'packages/rules': { mayImport: ['std'] },
  'packages/quantum': { mayImport: ['std', 'rules'] },
  'packages/scripting': { mayImport: ['std', 'rules'], node: true },
  'packages/players': { mayImport: ['std', 'rules'] },
  'packages/game': { mayImport: ['std', 'rules'] },
  'packages/people': { mayImport: ['std'] },
  'packages/service': { mayImport: ['std', 'rules', 'game', 'people'] },
  'packages/store': { mayImport: ['std', 'game', 'people', 'service'], node: true },
  'packages/protocol': { mayImport: ['std', 'rules', 'game', 'people'] },
  'packages/client': { mayImport: ['std', 'rules', 'protocol'] },
  'apps/server': { mayImport: PACKAGES, node: true },
  'apps/cli': { mayImport: [...PACKAGES, 'server'], node: true },
  'apps/web': { mayImport: ['std', 'rules', 'quantum', 'protocol', 'client'], gpl: true },
  bench: { mayImport: [...PACKAGES, 'server'], node: true, gpl: true },
  e2e: { mayImport: [...PACKAGES, 'server', 'cli'], node: true, gpl: true },
  examples: { mayImport: PACKAGES, node: true },
  scripts: { mayImport: [], node: true },
};

/** Other people's chess, against which ours is checked and measured. Never a part of ours. */
const ORACLES = ['boardgame.io', 'chess.js', 'chessops'];

const SCOPE = '@chessmith/';
const SOURCE = /\.(?:[cm]?[jt]sx?|svelte)$/;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'data']);

/** @typedef {{ file: string, line: number, specifier: string, message: string }} Violation */

/**
 * Everything under `root` that breaks the table, in the order of the files.
 * @param {string} root
 * @returns {Violation[]}
 */
export function checkImports(root) {
  const house = openHouse(root);
  return [
    ...unknownRooms(root),
    ...Object.keys(ROOMS).flatMap((room) => [
      ...undeclaredDoors(root, room),
      ...sourceFiles(join(root, room)).flatMap((path) => checkFile(house, room, path)),
    ]),
  ];
}

/**
 * @typedef {object} House
 * @property {string} root
 * @property {(room: string) => ReadonlySet<string>} dependenciesOf what a room's package.json asks for
 * @property {ReadonlySet<string>} forTests what the root's package.json asks for
 * @property {(name: string) => boolean} isGpl
 */

/**
 * @param {string} root
 * @returns {House}
 */
function openHouse(root) {
  const dependencies = new Map(
    Object.keys(ROOMS).map((room) => [room, new Set(Object.keys(declared(join(root, room))))]),
  );
  const forTests = new Set(Object.keys(declared(root)));
  /** @type {Map<string, boolean>} */
  const licences = new Map();
  return {
    root,
    dependenciesOf: (room) => dependencies.get(room) ?? new Set(),
    forTests,
    isGpl(name) {
      const known = licences.get(name) ?? isGplLicence(readPackage(join(root, 'node_modules', name)).license);
      licences.set(name, known);
      return known;
    },
  };
}

/**
 * A folder that the table does not know would not be checked at all.
 * @param {string} root
 */
function unknownRooms(root) {
  return ['packages', 'apps'].flatMap((group) =>
    folders(join(root, group))
      .map((name) => `${group}/${name}`)
      .filter((room) => !(room in ROOMS) && existsSync(join(root, room, 'package.json')))
      .map((room) => ({ file: room, line: 1, specifier: room, message: 'this room is not in the table of rooms' })),
  );
}

/**
 * A dependency that package.json asks for and the table forbids is a plan to break it.
 * @param {string} root
 * @param {string} room
 */
function undeclaredDoors(root, room) {
  return Object.keys(declared(join(root, room)))
    .filter((name) => name.startsWith(SCOPE) && !mayImport(room, name.slice(SCOPE.length)))
    .map((name) => ({ file: `${room}/package.json`, line: 1, specifier: name, message: forbidden(room, name) }));
}

/**
 * @param {House} house
 * @param {string} room
 * @param {string} path
 * @returns {Violation[]}
 */
function checkFile(house, room, path) {
  const file = relative(house.root, path).split(sep).join('/');
  return importsOf(path, readFileSync(path, 'utf8')).flatMap(({ specifier, line }) => {
    const message =
      specifier === undefined
        ? 'the name of an import is written out, so that it can be checked'
        : objection(house, room, file, specifier);
    return message === undefined ? [] : [{ file, line, specifier: specifier ?? 'import(…)', message }];
  });
}

/**
 * Why this file must not import this, if so.
 * @param {House} house
 * @param {string} room
 * @param {string} file
 * @param {string} specifier
 */
function objection(house, room, file, specifier) {
  if (specifier.startsWith('.') || specifier.startsWith('/')) return relativeObjection(house, room, file, specifier);
  if (specifier.startsWith('#')) return 'a room has doors, not private aliases: import the file by its path';
  if (specifier.startsWith(SCOPE)) return doorObjection(house, room, file, specifier);
  if (isBuiltin(specifier)) return builtinObjection(room, file);
  return packageObjection(house, room, file, packageName(specifier));
}

/**
 * @param {House} house
 * @param {string} room
 * @param {string} file
 * @param {string} specifier
 */
function relativeObjection({ root }, room, file, specifier) {
  const home = join(root, room);
  const target = resolve(root, dirname(file), specifier);
  if (target !== home && !target.startsWith(home + sep)) {
    return 'a relative import stays in its room; other rooms are entered by their door';
  }
  const targetFile = relative(root, target).split(sep).join('/');
  if (!isForTests(room, file) && isForTests(room, targetFile)) return 'only tests import tests and the testing door';
  return undefined;
}

/**
 * @param {House} house
 * @param {string} room
 * @param {string} file
 * @param {string} specifier
 */
function doorObjection(house, room, file, specifier) {
  const [name = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  const door = rest.join('/');
  if (room.endsWith(`/${name}`)) return 'inside a room, files are imported by their path';
  if (!mayImport(room, name)) return forbidden(room, specifier);
  if (door !== '' && door !== 'testing') return `${SCOPE}${name} is entered by its door, not by ${door}`;
  if (door === 'testing' && !isForTests(room, file)) return 'a testing door is for tests and other testing doors';
  const isRoom = room.includes('/');
  if (isRoom && !house.dependenciesOf(room).has(SCOPE + name)) return `${room}/package.json does not ask for it`;
  return undefined;
}

/**
 * @param {string} room
 * @param {string} file
 */
function builtinObjection(room, file) {
  if (ROOMS[room]?.node || isForTests(room, file) || !isSource(room, file)) return undefined;
  return `${room} is pure: what Node does is handed in from the edge`;
}

/**
 * @param {House} house
 * @param {string} room
 * @param {string} file
 * @param {string} name
 */
function packageObjection(house, room, file, name) {
  const forTests = isForTests(room, file);
  if (ORACLES.includes(name) && !forTests && room !== 'bench') return `${name} is an oracle for tests and bench/ only`;
  if (house.isGpl(name) && !forTests && !ROOMS[room]?.gpl) return `${name} is under the GPL, and ${room} is not`;
  const isRoom = room.includes('/');
  if (house.dependenciesOf(room).has(name)) return undefined;
  if (house.forTests.has(name) && (forTests || !isRoom || !isSource(room, file))) return undefined;
  return forTests || !isRoom
    ? `neither package.json nor ${room}/package.json asks for ${name}`
    : `${room}/package.json does not ask for ${name}`;
}

/**
 * Tests, proofs and what stands behind a testing door. They are not shipped as part of the room.
 * @param {string} room
 * @param {string} file
 */
function isForTests(room, file) {
  if (room === 'e2e') return true;
  if (/\.(?:test|prove|test-d)\.[cm]?[jt]sx?$/.test(file)) return true;
  return file === `${room}/src/testing` || file.startsWith(`${room}/src/testing/`);
}

/**
 * As against the room's own set-up, e.g. `apps/web/vite.config.ts`, which runs where it is built.
 * @param {string} room
 * @param {string} file
 */
function isSource(room, file) {
  return file.startsWith(`${room}/src/`);
}

/**
 * @param {string} room
 * @param {string} name
 */
function mayImport(room, name) {
  return ROOMS[room]?.mayImport.includes(name) ?? false;
}

/**
 * @param {string} room
 * @param {string} specifier
 */
function forbidden(room, specifier) {
  const allowed = ROOMS[room]?.mayImport.join(', ') || 'no other room';
  return `${room} must not import ${specifier}; it may import ${allowed}`;
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * Of alternatives (`MIT OR GPL-3.0-or-later`) one is enough. The LGPL leaves those who import it alone.
 * @param {unknown} licence
 */
function isGplLicence(licence) {
  return typeof licence === 'string' && licence.split(/\bOR\b/).every((choice) => /(?:^|[^L])GPL/i.test(choice));
}

/**
 * @param {string} folder
 * @returns {Record<string, string>}
 */
function declared(folder) {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = readPackage(folder);
  return { ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies };
}

/**
 * @param {string} folder
 * @returns {Record<string, any>}
 */
function readPackage(folder) {
  const path = join(folder, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : sourceFiles(path);
      return SOURCE.test(entry.name) ? [path] : [];
    });
}

/** @param {string} folder */
function folders(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const house = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..');
  const violations = checkImports(resolve(house));
  for (const { file, line, specifier, message } of violations) {
    console.error(`${file}:${line}: import of '${specifier}': ${message}`);
  }
  if (violations.length > 0) console.error(`${violations.length} imports against the architecture's table.`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
