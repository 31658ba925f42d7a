/**
 * `npm run package [-- --to FOLDER]`: makes chessmith-VERSION.tgz, which `npm install` installs on any machine.
 *
 * The archive contains this repository's packages, so they need not be published. Third-party dependencies come from the npm
 * registry, in the exact versions that the packages list.
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
  const folders = foldersNeededBy('cli');
  const page = existsSync(join(WEB, 'dist', 'index.html'));
  for (const folder of folders) stagePackage(folder);
  if (page) stagePage();
  stageRoot(folders, page);
  mkdirSync(to, { recursive: true });
  run('npm', ['pack', '--silent', '--pack-destination', to], stage);
  if (!page) console.error('chessmith: the archive has no web page, because the page is not built.');
} finally {
  rmSync(stage, { recursive: true });
}

/**
 * The folders of a package and of all packages that it needs.
 * @param {string} name
 * @param {Set<string>} known
 */
function foldersNeededBy(name, known = new Set()) {
  const folder = ['packages', 'apps'].map((group) => join(ROOT, group, name)).find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`there is no package called ${name}`);
  if (known.has(folder)) return known;
  known.add(folder);
  for (const needed of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (needed.startsWith(SCOPE)) foldersNeededBy(needed.slice(SCOPE.length), known);
  }
  return known;
}

/**
 * Copies a package's build, without declarations, source maps and test helpers.
 * @param {string} folder
 */
function stagePackage(folder) {
  const { name, version, description, license, exports, files } = manifestOf(folder);
  const home = join(stage, 'node_modules', name);
  const isForDevelopers =
    /\.(?:d\.[cm]?ts|map|tsbuildinfo)$|[/\\]made-of\.json$|[/\\]dist[/\\](?:testing|programs)(?:[/\\]|$)/;
  for (const part of files.filter((pattern) => !pattern.startsWith('!'))) {
    cpSync(join(folder, part), join(home, part), { recursive: true, filter: (path) => !isForDevelopers.test(path) });
  }
  const subpaths = Object.entries(exports ?? {}).filter(([path]) => path !== './testing');
  write(join(home, 'package.json'), {
    name,
    version,
    description,
    license,
    type: 'module',
    exports: Object.fromEntries(subpaths.map(([path, { default: file }]) => [path, file])),
  });
}

/** The page is under the GPL, so the archive includes its licence and its sources. */
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
 * @param {ReadonlySet<string>} folders
 * @param {boolean} page
 */
function stageRoot(folders, page) {
  const { version, description, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const bundled = [...folders, ...(page ? [WEB] : [])].map((folder) => manifestOf(folder));
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
      ...thirdPartyDependencies([...folders]),
    },
    bundledDependencies: bundled.map(({ name }) => name),
  });
}

/**
 * Dependencies outside of this repository. All packages must list one version of each, since the archive installs only one.
 * @param {readonly string[]} folders
 */
function thirdPartyDependencies(folders) {
  /** @type {Record<string, string>} */
  const all = {};
  for (const folder of folders) {
    for (const [name, version] of Object.entries(manifestOf(folder).dependencies ?? {})) {
      if (name.startsWith(SCOPE)) continue;
      if (!/^\d/.test(version)) throw new Error(`${basename(folder)} must list an exact version of ${name}`);
      if ((all[name] ?? version) !== version) throw new Error(`two packages list different versions of ${name}`);
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
  // On Windows npm is a script, which needs a shell.
  const shell = command === 'npm' && process.platform === 'win32';
  const { status } = spawnSync(command, args, { cwd, shell, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
