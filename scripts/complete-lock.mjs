/**
 * `npm run complete-lock`: adds the optional packages for other platforms that `npm install` left out of package-lock.json.
 *
 * Packages with native parts list one optional package per platform. If a registry mirror carries only some of them, npm leaves the
 * others out of the lock, and `npm ci` then fails on every machine. Their names and versions are known; only the checksums are missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCK = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');

const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
const added = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !(`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages))
    .map(([name, version]) => [`node_modules/${name}`, lockEntry(name, version, entry)]),
);

if (added.length > 0) {
  const packages = Object.entries(lock.packages).concat(/** @type {[string, any][]} */ (added));
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(LOCK, `${JSON.stringify(lock, undefined, 2)}\n`);
}
console.error(`package-lock.json: added ${added.length} packages for other platforms.`);

/**
 * @param {string} name
 * @param {string} version
 * @param {{ dev?: boolean, license?: string }} parent
 */
function lockEntry(name, version, { dev, license }) {
  const words = name.replace(/^@[^/]*\//, '').split('-');
  const os = OS.find((word) => words.includes(word));
  const cpu = CPU.find((word) => words.includes(word));
  // Without `os` and `cpu`, npm would install the package on every platform.
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32') || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`cannot tell the platform of ${name}@${version}`);
  }
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(os === 'linux' && libc && { libc: [libc] }),
    ...(license && { license }),
    optional: true,
    ...(os && { os: [os] }),
  };
}
