/**
 * `npm run imports [folder]`: checks every import of this repository, or of the copy in `folder`, against the table below, and that no
 * files or folders import each other in a circle. Type imports count too, and the table has no exceptions: code that breaks it moves to
 * another package.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importCycles } from './import-cycles.mjs';
import { importsOf } from './imports-of.mjs';

/** @typedef {{ mayImport: readonly string[], node?: true, gpl?: true }} Package */

const LIBRARIES = /** @type {const} */ ([
  'std',
  'rules',
  'quantum',
  'scripting',
  'players',
  'drawing',
  'game',
  'people',
  'service',
  'store',
  'protocol',
  'client',
]);

/**
 * The architecture. `node`: may use Node's built-in modules; the other packages are pure. `gpl`: may use libraries under the GPL.
 * @type {Record<string, Package>}
 */
const PACKAGES = {
  'packages/std': { mayImport: [] },
  'packages/rules': { mayImport: ['std'] },
  'packages/quantum': { mayImport: ['std', 'rules'] },
  'packages/scripting': { mayImport: ['std', 'rules'], node: true },
  'packages/players': { mayImport: ['std', 'rules'] },
  'packages/drawing': { mayImport: ['std', 'rules'] },
  'packages/game': { mayImport: ['std', 'rules'] },
  'packages/people': { mayImport: ['std'] },
  'packages/service': { mayImport: ['std', 'rules', 'game', 'people'] },
  'packages/store': { mayImport: ['std', 'game', 'people', 'service'], node: true },
  'packages/protocol': { mayImport: ['std', 'rules', 'game', 'people'] },
  'packages/client': { mayImport: ['std', 'rules', 'protocol'] },
  'apps/server': { mayImport: LIBRARIES, node: true },
  'apps/cli': { mayImport: [...LIBRARIES, 'server'], node: true },
  'apps/web': { mayImport: ['std', 'rules', 'quantum', 'drawing', 'protocol', 'client'], gpl: true },
  bench: { mayImport: [...LIBRARIES, 'server'], node: true, gpl: true },
  e2e: { mayImport: [...LIBRARIES, 'server', 'cli'], node: true, gpl: true },
  examples: { mayImport: LIBRARIES, node: true },
  // `errors-doc.mjs` reads the HTTP statuses of codes.
  scripts: { mayImport: ['protocol'], node: true },
};

/**
 * Folders whose entries still import each other in a circle, with the reason. An entry without a cycle fails the check.
 * @type {Record<string, string>}
 */
const CYCLES_TO_RESOLVE = {
  'apps/server/src': 'goes when the transports become peers (issue 18)',
};

/** Chess libraries that tests and benchmarks compare with. No package ships them. */
const ORACLES = ['boardgame.io', 'chess.js', 'chessops'];

const SCOPE = '@chessmith/';
const SOURCE = /\.(?:[cm]?[jt]sx?|svelte)$/;
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'data']);

/** @typedef {{ file: string, line: number, specifier: string, message: string }} Violation */

/**
 * All imports under `root` that break the table, in the order of the files, and then those that close a cycle.
 * @param {string} root
 * @param {Record<string, string>} toResolve folders that may still have cycles
 * @returns {Violation[]}
 */
export function checkImports(root, toResolve = CYCLES_TO_RESOLVE) {
  const repository = readRepository(root);
  const packages = Object.keys(PACKAGES).map((folder) => ({
    folder,
    files: sourceFiles(join(root, folder)).map((path) => ({
      file: relative(root, path).split(sep).join('/'),
      imports: importsOf(path, readFileSync(path, 'utf8')),
    })),
  }));
  return [
    ...unknownPackages(root),
    ...packages.flatMap(({ folder, files }) => [
      ...forbiddenDependencies(root, folder),
      ...files.flatMap((file) => checkFile(repository, folder, file)),
    ]),
    ...cycles(
      packages.flatMap(({ files }) => files),
      toResolve,
    ),
  ];
}

/**
 * Tests may import across folders: nothing imports them.
 * @param {import('./import-cycles.mjs').SourceFile[]} files
 * @param {Record<string, string>} toResolve
 * @returns {Violation[]}
 */
function cycles(files, toResolve) {
  const found = importCycles(files.filter(({ file }) => !isTest(file)));
  const resolved = Object.keys(toResolve).filter((folder) => !found.some((cycle) => cycle.folder === folder));
  return [
    ...found
      .filter(({ folder }) => !(folder in toResolve))
      .flatMap(({ path, imports }) => {
        const message = `it closes a cycle: ${path.map((entry) => basename(entry)).join(' → ')}`;
        return imports.map((one) => ({ ...one, message }));
      }),
    ...resolved.map((folder) => ({
      file: 'scripts/check-imports.mjs',
      line: 1,
      specifier: folder,
      message: 'it has no cycle any more; remove it from CYCLES_TO_RESOLVE',
    })),
  ];
}

/**
 * @typedef {object} Repository
 * @property {string} root
 * @property {(folder: string) => ReadonlySet<string>} dependenciesOf the dependencies in a package's package.json
 * @property {(name: string) => ReadonlySet<string>} subpathsOf the documented subpaths of a package, from its exports
 * @property {ReadonlySet<string>} forTests the dependencies in the root's package.json
 * @property {(name: string) => boolean} isGpl
 */

/**
 * @param {string} root
 * @returns {Repository}
 */
function readRepository(root) {
  const dependencies = new Map(
    Object.keys(PACKAGES).map((folder) => [folder, new Set(Object.keys(declared(join(root, folder))))]),
  );
  const subpaths = new Map(
    Object.keys(PACKAGES).map((folder) => [
      folder.split('/').at(-1),
      new Set(Object.keys(readPackage(join(root, folder)).exports ?? {}).map((path) => path.replace(/^\.\/?/, ''))),
    ]),
  );
  const forTests = new Set(Object.keys(declared(root)));
  /** @type {Map<string, boolean>} */
  const licences = new Map();
  return {
    root,
    dependenciesOf: (folder) => dependencies.get(folder) ?? new Set(),
    subpathsOf: (name) => subpaths.get(name) ?? new Set(),
    forTests,
    isGpl(name) {
      const known = licences.get(name) ?? isGplLicence(readPackage(join(root, 'node_modules', name)).license);
      licences.set(name, known);
      return known;
    },
  };
}

/**
 * Packages that the table lacks; their imports would go unchecked.
 * @param {string} root
 */
function unknownPackages(root) {
  return ['packages', 'apps'].flatMap((group) =>
    folders(join(root, group))
      .map((name) => `${group}/${name}`)
      .filter((folder) => !(folder in PACKAGES) && existsSync(join(root, folder, 'package.json')))
      .map((folder) => ({
        file: folder,
        line: 1,
        specifier: folder,
        message: 'this package is not in the table of scripts/check-imports.mjs',
      })),
  );
}

/**
 * Dependencies in a package.json that the table forbids, even where no file imports them yet.
 * @param {string} root
 * @param {string} folder
 */
function forbiddenDependencies(root, folder) {
  return Object.keys(declared(join(root, folder)))
    .filter((name) => name.startsWith(SCOPE) && !mayImport(folder, name.slice(SCOPE.length)))
    .map((name) => ({ file: `${folder}/package.json`, line: 1, specifier: name, message: forbidden(folder, name) }));
}

/**
 * @param {Repository} repository
 * @param {string} folder
 * @param {import('./import-cycles.mjs').SourceFile} file
 * @returns {Violation[]}
 */
function checkFile(repository, folder, { file, imports }) {
  return imports.flatMap(({ specifier, line }) => {
    const message =
      specifier === undefined
        ? 'write the name of the import as a literal, so that it can be checked'
        : objection(repository, folder, file, specifier);
    return message === undefined ? [] : [{ file, line, specifier: specifier ?? 'import(…)', message }];
  });
}

/**
 * Says why this file must not import this; undefined if it may.
 * @param {Repository} repository
 * @param {string} folder
 * @param {string} file
 * @param {string} specifier
 */
function objection(repository, folder, file, specifier) {
  if (specifier.startsWith('.') || specifier.startsWith('/'))
    return relativeObjection(repository, folder, file, specifier);
  if (specifier.startsWith('#')) return 'private aliases are not used here: import the file by its path';
  if (specifier.startsWith(SCOPE)) return entryPointObjection(repository, folder, file, specifier);
  if (isBuiltin(specifier)) return builtinObjection(folder, file);
  return packageObjection(repository, folder, file, packageName(specifier));
}

/**
 * @param {Repository} repository
 * @param {string} folder
 * @param {string} file
 * @param {string} specifier
 */
function relativeObjection({ root }, folder, file, specifier) {
  const home = join(root, folder);
  const target = resolve(root, dirname(file), specifier);
  if (target !== home && !target.startsWith(home + sep)) {
    return 'a relative import stays in its package; import other packages by name';
  }
  const targetFile = relative(root, target).split(sep).join('/');
  if (!isForTests(folder, file) && isForTests(folder, targetFile))
    return 'only tests import tests and the testing folder';
  return undefined;
}

/**
 * @param {Repository} repository
 * @param {string} folder
 * @param {string} file
 * @param {string} specifier
 */
function entryPointObjection(repository, folder, file, specifier) {
  const [name = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  const subpath = rest.join('/');
  if (folder.endsWith(`/${name}`)) return 'inside a package, import files by their path';
  if (!mayImport(folder, name)) return forbidden(folder, specifier);
  if (subpath !== '' && subpath !== 'testing' && !repository.subpathsOf(name).has(subpath))
    return `import ${SCOPE}${name} by its entry point, not by ${subpath}`;
  if (subpath === 'testing' && !isForTests(folder, file))
    return 'the testing subpath is for tests and other testing folders';
  const isPackage = folder.includes('/');
  if (isPackage && !repository.dependenciesOf(folder).has(SCOPE + name))
    return `${folder}/package.json does not list it as a dependency`;
  return undefined;
}

/**
 * @param {string} folder
 * @param {string} file
 */
function builtinObjection(folder, file) {
  if (PACKAGES[folder]?.node || isForTests(folder, file) || !isSource(folder, file)) return undefined;
  return `${folder} is pure: pass what Node does in from an adapter`;
}

/**
 * @param {Repository} repository
 * @param {string} folder
 * @param {string} file
 * @param {string} name
 */
function packageObjection(repository, folder, file, name) {
  const forTests = isForTests(folder, file);
  if (ORACLES.includes(name) && !forTests && folder !== 'bench') return `${name} is for tests and bench/ only`;
  if (repository.isGpl(name) && !forTests && !PACKAGES[folder]?.gpl)
    return `${name} is under the GPL, and ${folder} is not`;
  const isPackage = folder.includes('/');
  if (repository.dependenciesOf(folder).has(name)) return undefined;
  if (repository.forTests.has(name) && (forTests || !isPackage || !isSource(folder, file))) return undefined;
  return forTests || !isPackage
    ? `neither package.json nor ${folder}/package.json lists ${name} as a dependency`
    : `${folder}/package.json does not list ${name} as a dependency`;
}

/**
 * Tests, proofs and the testing folder, which are not shipped with the package.
 * @param {string} folder
 * @param {string} file
 */
function isForTests(folder, file) {
  if (folder === 'e2e') return true;
  return isTest(file) || file === `${folder}/src/testing` || file.startsWith(`${folder}/src/testing/`);
}

/** @param {string} file */
const isTest = (file) => /\.(?:test|prove|test-d)\.[cm]?[jt]sx?$/.test(file);

/**
 * True for shipped source; false for build configuration such as `apps/web/vite.config.ts`.
 * @param {string} folder
 * @param {string} file
 */
function isSource(folder, file) {
  return file.startsWith(`${folder}/src/`);
}

/**
 * @param {string} folder
 * @param {string} name
 */
function mayImport(folder, name) {
  return PACKAGES[folder]?.mayImport.includes(name) ?? false;
}

/**
 * @param {string} folder
 * @param {string} specifier
 */
function forbidden(folder, specifier) {
  const allowed = PACKAGES[folder]?.mayImport.join(', ') || 'no other package';
  return `${folder} must not import ${specifier}; it may import ${allowed}`;
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * A choice of licences (`MIT OR GPL-3.0-or-later`) counts as GPL only if all are. The LGPL does not extend to importers.
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
  const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..');
  const violations = checkImports(resolve(root));
  for (const { file, line, specifier, message } of violations) {
    console.error(`${file}:${line}: import of '${specifier}': ${message}`);
  }
  if (violations.length > 0)
    console.error(`${violations.length} imports break the rules of scripts/check-imports.mjs.`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
