/**
 * `npm run complete-lock`: adds the builds for other machines that `npm install` left out of package-lock.json.
 *
 * Packages with native parts list one optional package per machine. A registry mirror that carries only some of them
 * makes npm leave the others out of the lock, which `npm ci` then refuses as out of step, everywhere. Their versions are
 * known all the same, and so is where they belong; only their checksums are not.
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
console.error(`package-lock.json: ${added.length} builds for other machines added.`);

/**
 * @param {string} name
 * @param {string} version
 * @param {{ dev?: boolean, license?: string }} parent
 */
function lockEntry(name, version, { dev, license }) {
  const words = name.replace(/^@[^/]*\//, '').split('-');
  const os = OS.find((word) => words.includes(word));
  const cpu = CPU.find((word) => words.includes(word));
  // Without one of them npm would try to install it on every machine.
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32') || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`cannot tell for which machine ${name}@${version} is`);
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
