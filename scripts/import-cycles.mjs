import { posix } from 'node:path';

/** @typedef {{ file: string, imports: readonly import('./imports-of.mjs').Import[] }} SourceFile */
/** @typedef {{ file: string, line: number, specifier: string }} LinkImport */
/** @typedef {Map<string, Map<string, LinkImport[]>>} Links the imports from one entry to another */

/**
 * Imports that have to go so that no files and no folders import each other in a circle. A folder and a file beside it count as
 * two entries of their parent folder: an import links the two entries of the innermost folder that holds both files. So an
 * `index.ts` may export its folder, and no file of the folder may import it.
 * @param {readonly SourceFile[]} files
 * @returns {{ folder: string, path: readonly string[], imports: readonly LinkImport[] }[]} `imports`: those of the cycle's weakest link
 */
export function importCycles(files) {
  const links = linksBetweenEntries(files);
  const cycles = [];
  for (let path = shortestCycle(links); path !== undefined; path = shortestCycle(links)) {
    const [imports, from, to] = weakestLink(links, path);
    links.get(from)?.delete(to);
    cycles.push({ folder: posix.dirname(from), path, imports });
  }
  return cycles;
}

/**
 * @param {readonly SourceFile[]} files
 * @returns {Links}
 */
function linksBetweenEntries(files) {
  /** @type {Links} */
  const links = new Map();
  const names = new Set(files.map(({ file }) => file));
  for (const { file, imports } of files) {
    for (const { specifier, line } of imports) {
      if (!specifier?.startsWith('.')) continue;
      const target = posix.join(posix.dirname(file), specifier);
      const [from, to] = entriesOf(file, names.has(target) ? target : target.replace(/js$/, 'ts'));
      const targets = links.get(from) ?? new Map();
      links.set(from, targets);
      targets.set(to, [...(targets.get(to) ?? []), { file, line, specifier }]);
    }
  }
  return links;
}

/**
 * The entries of the innermost folder that holds both files.
 * @param {string} file
 * @param {string} target
 */
function entriesOf(file, target) {
  const [from, to] = [file.split('/'), target.split('/')];
  const depth = from.findIndex((part, at) => part !== to[at]) + 1;
  return /** @type {const} */ ([from.slice(0, depth).join('/'), to.slice(0, depth).join('/')]);
}

/** @param {Links} links */
function shortestCycle(links) {
  /** @type {string[] | undefined} */
  let shortest;
  for (const start of links.keys()) {
    const cycle = wayBack(links, start);
    if (cycle !== undefined && (shortest === undefined || cycle.length < shortest.length)) shortest = cycle;
  }
  return shortest;
}

/**
 * The shortest way from an entry back to itself, found breadth first.
 * @param {Links} links
 * @param {string} start
 */
function wayBack(links, start) {
  const seen = new Set();
  let ways = [[start]];
  while (ways.length > 0) {
    const longer = [];
    for (const way of ways) {
      for (const next of links.get(way.at(-1) ?? '')?.keys() ?? []) {
        if (next === start) return [...way, start];
        if (seen.has(next)) continue;
        seen.add(next);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return undefined;
}

/**
 * @param {Links} links
 * @param {readonly string[]} path
 */
function weakestLink(links, path) {
  const all = path.slice(1).map((to, at) => {
    const from = path[at] ?? '';
    return /** @type {const} */ ([links.get(from)?.get(to) ?? [], from, to]);
  });
  return all.reduce((weakest, link) => (link[0].length < weakest[0].length ? link : weakest));
}
