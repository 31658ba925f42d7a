/**
 * Gets a clone ready for what comes next: `node scripts/ready.mjs install` or `… build` (which installs first).
 * Runs before anything is installed, so it uses nothing but Node itself, and may be read by an old one.
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
  alone(() => {
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
    const [command, ...words] = npm?.endsWith('js') ? [process.execPath, npm] : ['npm'];
    const code = run(command, [...words, 'ci', '--no-audit', '--no-fund']);
    if (code !== 0) fail(['npm ci failed; what it said is above.', ...adviceOnCompiler(JSON.parse(lock))].join('\n'));
  }
  writeStamp('installed', stamp);
}

/**
 * Whether node_modules already holds what the lock asks for, say after an `npm install` by hand.
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
 * Native modules come prebuilt for common machines; elsewhere they are compiled, which needs these tools.
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
    `${native.join(', ')} may have to be compiled here, and ${missing.join(', ')} cannot be found. Install them first:`,
    '  Debian, Ubuntu:  sudo apt-get install python3 make g++',
    '  Fedora:          sudo dnf install python3 make gcc-c++',
    '  Alpine:          apk add python3 make g++',
    '  macOS:           xcode-select --install',
    '  Windows:         winget install Python.Python.3.12 Microsoft.VisualStudio.2022.BuildTools',
  ];
}

/**
 * Two builds at once would tread on each other's files, so the second one waits for the first.
 * @param {() => void} work
 */
function alone(work) {
  const lock = join(STAMPS, 'building');
  mkdirSync(STAMPS, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      if (isGone(lock)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  process.on('exit', () => rmSync(lock, { force: true }));
  work();
}

/**
 * Whether the process that holds a lock has ended without letting go of it.
 * @param {string} lock
 */
function isGone(lock) {
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  // Made this moment, and not written yet.
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
  const stamp = fingerprint(settings, rooms());
  if (readStamp('built') === stamp && isBuilt()) return;
  say('Building (tsc -b) …');
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  if (run(process.execPath, [tsc, '-b', 'tsconfig.build.json']) !== 0) {
    fail('The build failed; the compiler said why above.');
  }
  if (run(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')]) !== 0)
    fail('The bundling failed; the reason is above.');
  startInterpreters();
  writeStamp('built', stamp);
}

/** What starting the interpreters of scripts comes to is kept; without it they start all the same, after some seconds. */
function startInterpreters() {
  const program = join(ROOT, 'packages', 'scripting', 'dist', 'programs', 'keep-images.js');
  if (existsSync(program) && run(process.execPath, [program]) !== 0) {
    say('The interpreters of scripts did not start; the reason is above.');
  }
}

/** The page is made of its own sources, of those of the rooms that it asks for, and of the examples, which it shows. */
function buildPage() {
  const web = join(ROOT, 'apps', 'web');
  if (!existsSync(join(web, 'index.html'))) return;
  const asked = Object.keys(readJson('apps/web/package.json').dependencies ?? {})
    .filter((name) => name.startsWith('@chessmith/'))
    .map((name) => join(ROOT, 'packages', name.replace('@chessmith/', '')));
  const examples = ['docs', 'examples', 'examples/templates'].flatMap((folder) =>
    list(join(ROOT, folder))
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name)),
  );
  const stamp = fingerprint(['package-lock.json', ...examples], [web, ...asked]);
  if (readStamp('page') === stamp && existsSync(join(web, 'dist', 'index.html'))) return;
  say('Building the page (vite build) …');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  if (run(process.execPath, [vite, 'build', web, '--logLevel', 'warn']) !== 0) {
    fail('The page could not be built; the reason is above.');
  }
  writeStamp('page', stamp);
}

/** Somebody may have thrown a `dist` away. */
function isBuilt() {
  return rooms().every(
    (room) =>
      existsSync(join(room, 'dist', 'build.tsbuildinfo')) &&
      Object.values(JSON.parse(readFileSync(join(room, 'package.json'), 'utf8')).exports?.['.'] ?? {}).every((file) =>
        existsSync(join(room, file)),
      ),
  );
}

/**
 * Changes whenever one of these files or a source of these rooms changes.
 * @param {string[]} files
 * @param {string[]} folders
 */
function fingerprint(files, folders) {
  const hash = createHash('sha256');
  for (const file of files) add(join(ROOT, file));
  for (const room of folders) {
    for (const { name } of list(room).filter((entry) => entry.isFile() && /\.(json|html|[jt]s)$/.test(entry.name))) {
      add(join(room, name));
    }
    walk(join(room, 'src'));
    walk(join(room, 'public'));
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
function rooms() {
  return ['packages', 'apps']
    .flatMap((group) => list(join(ROOT, group)).map(({ name }) => join(ROOT, group, name)))
    .filter((room) => existsSync(join(room, 'tsconfig.build.json')));
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
    // npm is a script on Windows, and those need a shell.
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
