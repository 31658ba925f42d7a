/**
 * `npm run package [-- --to FOLDER]`: makes chessmith-VERSION.tgz, which `npm install` puts anywhere and which serves.
 *
 * The rooms travel inside the archive, so that it needs no registry of ours; what others made comes from theirs, in
 * exactly the versions that are asked for here.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** @typedef {{ name: string, version: string, description: string, license: string, files: string[], exports?: Record<string, { default: string }>, dependencies?: Record<string, string> }} Manifest */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SCOPE = '@chessmith/';
const WEB = join(ROOT, 'apps', 'web');

const { values } = parseArgs({ options: { to: { type: 'string', default: join(ROOT, 'dist') } } });
const to = resolve(values.to);

run(process.execPath, [join(ROOT, 'scripts', 'ready.mjs'), 'build'], ROOT);
const stage = mkdtempSync(join(tmpdir(), 'chessmith-package-'));
try {
  const rooms = roomsOf('cli');
  const page = existsSync(join(WEB, 'dist', 'index.html'));
  for (const room of rooms) stageRoom(room);
  if (page) stagePage();
  stageTop(rooms, page);
  mkdirSync(to, { recursive: true });
  run('npm', ['pack', '--silent', '--pack-destination', to], stage);
  if (!page) console.error('chessmith: the page is not built, and is not in the archive.');
} finally {
  rmSync(stage, { recursive: true });
}

/**
 * The folders of a room and of all rooms that it needs.
 * @param {string} name
 * @param {Set<string>} known
 */
function roomsOf(name, known = new Set()) {
  const folder = ['packages', 'apps'].map((group) => join(ROOT, group, name)).find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`there is no room called ${name}`);
  if (known.has(folder)) return known;
  known.add(folder);
  for (const needed of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (needed.startsWith(SCOPE)) roomsOf(needed.slice(SCOPE.length), known);
  }
  return known;
}

/**
 * What a room was built to, without what only its makers need.
 * @param {string} room
 */
function stageRoom(room) {
  const { name, version, description, license, exports, files } = manifestOf(room);
  const home = join(stage, 'node_modules', name);
  const isForMakers =
    /\.(?:d\.[cm]?ts|map|tsbuildinfo)$|[/\\]made-of\.json$|[/\\]dist[/\\](?:testing|programs)(?:[/\\]|$)/;
  for (const part of files.filter((pattern) => !pattern.startsWith('!'))) {
    cpSync(join(room, part), join(home, part), { recursive: true, filter: (path) => !isForMakers.test(path) });
  }
  const door = exports?.['.']?.default;
  write(join(home, 'package.json'), { name, version, description, license, type: 'module', exports: { '.': door } });
}

/** The page stands under another licence than the rest, and goes with its text and its sources. */
function stagePage() {
  const { name, version, description, license } = manifestOf(WEB);
  const home = join(stage, 'node_modules', name);
  for (const part of [
    'dist',
    'src',
    'public',
    'index.html',
    'vite.config.ts',
    'docs-plugin.ts',
    'source-archive.ts',
    'svelte.config.js',
    'LICENSE',
  ]) {
    if (!existsSync(join(WEB, part))) continue;
    cpSync(join(WEB, part), join(home, part), { recursive: true, filter: (path) => !/\.test\.ts$/.test(path) });
  }
  write(join(home, 'package.json'), { name, version, description, license, type: 'module' });
}

/**
 * @param {ReadonlySet<string>} rooms
 * @param {boolean} page
 */
function stageTop(rooms, page) {
  const { version, description, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const bundled = [...rooms, ...(page ? [WEB] : [])].map((room) => manifestOf(room));
  mkdirSync(join(stage, 'bin'));
  writeFileSync(
    join(stage, 'bin', 'chessmith.mjs'),
    `#!/usr/bin/env node\nimport '../node_modules/${SCOPE}cli/bin/chessmith.mjs';\n`,
    { mode: 0o755 },
  );
  cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  cpSync(join(ROOT, 'docs', 'deploy.md'), join(stage, 'README.md'));
  write(join(stage, 'package.json'), {
    name: 'chessmith',
    version,
    description,
    license: page ? 'MIT AND GPL-3.0-or-later' : 'MIT',
    type: 'module',
    engines,
    bin: { chessmith: 'bin/chessmith.mjs' },
    files: ['bin'],
    dependencies: {
      ...Object.fromEntries(bundled.map(({ name, version }) => [name, version])),
      ...madeByOthers([...rooms]),
    },
    bundledDependencies: bundled.map(({ name }) => name),
  });
}

/**
 * What the rooms need from elsewhere. Two rooms that need different versions of one thing would get only one.
 * @param {readonly string[]} rooms
 */
function madeByOthers(rooms) {
  /** @type {Record<string, string>} */
  const all = {};
  for (const room of rooms) {
    for (const [name, version] of Object.entries(manifestOf(room).dependencies ?? {})) {
      if (name.startsWith(SCOPE)) continue;
      if (!/^\d/.test(version)) throw new Error(`${basename(room)} does not say which ${name} exactly`);
      if ((all[name] ?? version) !== version) throw new Error(`two rooms ask for different versions of ${name}`);
      all[name] = version;
    }
  }
  return all;
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * @param {string} file
 * @param {object} value
 */
function write(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  // npm is a script on Windows, and those need a shell.
  const shell = command === 'npm' && process.platform === 'win32';
  const { status } = spawnSync(command, args, { cwd, shell, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
