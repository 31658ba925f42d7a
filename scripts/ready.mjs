/**
 * `node scripts/ready.mjs install` installs dependencies if they changed; `… build` also builds what changed.
 * It runs before any dependency is installed, so it uses only Node's own modules, and syntax that old Nodes can parse.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, hasInstallScript?: boolean, dependencies?: Record<string, string> }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lock */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const STAMPS = join(ROOT, 'node_modules', '.chessmith');

requireNode();
install();
if (process.argv[2] === 'build') {
  withBuildLock(() => {
    build();
    buildPage();
  });
}

function requireNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  fail(`Chessmith needs Node ${wanted} or later; this is ${process.versions.node}. See https://nodejs.org/en/download`);
}

function install() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256').update(`${process.version} ${process.arch}\n`).update(lock).digest('hex');
  if (readStamp('installed') === stamp) return;
  if (!isInstalled(JSON.parse(lock))) {
    say('Installing dependencies (npm ci) …');
    const npm = process.env.npm_execpath;
    const [command, ...args] = npm?.endsWith('js') ? [process.execPath, npm] : ['npm'];
    const code = run(command, [...args, 'ci', '--no-audit', '--no-fund']);
    if (code !== 0) fail(['npm ci failed; its output is above.', ...adviceOnCompiler(JSON.parse(lock))].join('\n'));
  }
  writeStamp('installed', stamp);
}

/**
 * True if node_modules already matches the lock, for example after a manual `npm install`.
 * @param {Lock} lock
 */
function isInstalled(lock) {
  const installedLock = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || (wanted.optional && installed[path] === undefined)) return true;
    const found = installed[path];
    if (found === undefined || !existsSync(join(ROOT, path))) return false;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * Native modules are prebuilt for common platforms. Elsewhere npm compiles them, which needs these tools.
 * @param {Lock} lock
 */
function adviceOnCompiler(lock) {
  const builders = ['prebuild-install', 'node-gyp-build', 'node-gyp', 'bindings', 'node-addon-api', 'nan'];
  const native = Object.entries(lock.packages)
    .filter(
      ([, { hasInstallScript, dependencies = {} }]) => hasInstallScript && builders.some((b) => b in dependencies),
    )
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  const tools = { python3: ['python3', 'python'], make: ['make'], 'g++': ['g++', 'c++', 'clang++'] };
  const missing = Object.entries(tools)
    .filter(([, commands]) => !commands.some((command) => spawnSync(command, ['--version']).status === 0))
    .map(([name]) => name);
  if (native.length === 0 || missing.length === 0) return [];
  return [
    `${native.join(', ')} may have to be compiled here, but ${missing.join(', ')} cannot be found. Install these tools first:`,
    '  Debian, Ubuntu:  sudo apt-get install python3 make g++',
    '  Fedora:          sudo dnf install python3 make gcc-c++',
    '  Alpine:          apk add python3 make g++',
    '  macOS:           xcode-select --install',
    '  Windows:         winget install Python.Python.3.12 Microsoft.VisualStudio.2022.BuildTools',
  ];
}

/**
 * Lets one build run at a time, since two would overwrite each other's files.
 * @param {() => void} work
 */
function withBuildLock(work) {
  const lock = join(STAMPS, 'building');
  mkdirSync(STAMPS, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      if (isStale(lock)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  process.on('exit', () => rmSync(lock, { force: true }));
  work();
}

/**
 * True if the process that holds the lock has ended without removing it.
 * @param {string} lock
 */
function isStale(lock) {
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  // The holder has created the file and not written its pid yet.
  if (holder === 0) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

function build() {
  const settings = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.build.json', 'scripts/bundle.mjs'];
  const stamp = fingerprint(settings, packageFolders());
  if (readStamp('built') === stamp && isBuilt()) return;
  say('Building (tsc -b) …');
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  if (run(process.execPath, [tsc, '-b', 'tsconfig.build.json']) !== 0) {
    fail('The build failed; the errors are above.');
  }
  if (run(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')]) !== 0)
    fail('Bundling failed; the errors are above.');
  keepInterpreterImages();
  writeStamp('built', stamp);
}

/** Stores memory images of started script interpreters. Without them the interpreters still start, some seconds later. */
function keepInterpreterImages() {
  const program = join(ROOT, 'packages', 'scripting', 'dist', 'programs', 'keep-images.js');
  if (existsSync(program) && run(process.execPath, [program]) !== 0) {
    say('The script interpreters did not start; the errors are above.');
  }
}

/** The page contains its own sources, the packages it depends on, and the docs and examples that it shows. */
function buildPage() {
  const web = join(ROOT, 'apps', 'web');
  if (!existsSync(join(web, 'index.html'))) return;
  const dependencies = Object.keys(readJson('apps/web/package.json').dependencies ?? {})
    .filter((name) => name.startsWith('@chessmith/'))
    .map((name) => join(ROOT, 'packages', name.replace('@chessmith/', '')));
  const examples = ['docs', 'examples', 'examples/templates'].flatMap((folder) =>
    list(join(ROOT, folder))
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name)),
  );
  const stamp = fingerprint(['package-lock.json', ...examples], [web, ...dependencies]);
  if (readStamp('page') === stamp && existsSync(join(web, 'dist', 'index.html'))) return;
  say('Building the page (vite build) …');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  if (run(process.execPath, [vite, 'build', web, '--logLevel', 'warn']) !== 0) {
    fail('The page could not be built; the errors are above.');
  }
  writeStamp('page', stamp);
}

/** False if a `dist` folder was deleted since the last build. */
function isBuilt() {
  return packageFolders().every(
    (folder) =>
      existsSync(join(folder, 'dist', 'build.tsbuildinfo')) &&
      Object.values(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).exports?.['.'] ?? {}).every((file) =>
        existsSync(join(folder, file)),
      ),
  );
}

/**
 * Changes whenever one of these files or a source in these folders changes.
 * @param {string[]} files
 * @param {string[]} folders
 */
function fingerprint(files, folders) {
  const hash = createHash('sha256');
  for (const file of files) add(join(ROOT, file));
  for (const folder of folders) {
    for (const { name } of list(folder).filter((entry) => entry.isFile() && /\.(json|html|[jt]s)$/.test(entry.name))) {
      add(join(folder, name));
    }
    walk(join(folder, 'src'));
    walk(join(folder, 'public'));
  }
  return hash.digest('hex');

  /** @param {string} folder */
  function walk(folder) {
    for (const entry of list(folder)) {
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (!/\.(test|prove)\.ts$/.test(entry.name)) add(join(folder, entry.name));
    }
  }

  /** @param {string} file */
  function add(file) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
}

/** The folders that `tsc -b` builds. */
function packageFolders() {
  return ['packages', 'apps']
    .flatMap((group) => list(join(ROOT, group)).map(({ name }) => join(ROOT, group, name)))
    .filter((folder) => existsSync(join(folder, 'tsconfig.build.json')));
}

/** @param {string} folder */
function list(folder) {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}

/** @param {string} name */
function readStamp(name) {
  const file = join(STAMPS, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * @param {string} name
 * @param {string} stamp
 */
function writeStamp(name, stamp) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, name), stamp);
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    // On Windows npm is a script, which needs a shell.
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (error !== undefined) fail(`${command} could not be started: ${error.message}`);
  return status ?? 1;
}

/** @param {string} text */
function say(text) {
  console.error(`chessmith: ${text}`);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text);
  process.exit(1);
}
