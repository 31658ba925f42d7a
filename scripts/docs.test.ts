import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const PAGE = read('docs/architecture.md');
const PACKAGES = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT)).map((name) => `${folder}/${name}`),
);

/** From the bottom to the top; the drawing has them the other way round. */
const LAYERS = ['base', 'chess', 'game', 'adapters'];

const manifestOf = (path: string) => JSON.parse(read(`${path}/package.json`));
const nameOf = (path: string): string => path.split('/')[1]!;
const importsOf = (path: string): readonly string[] => {
  const { dependencies = {}, devDependencies = {} } = manifestOf(path);
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => name.startsWith('@chessmith/'))
    .map((name) => name.slice('@chessmith/'.length))
    .toSorted();
};

type Row = {
  readonly layer: string;
  readonly path: string;
  readonly imports: readonly string[];
  readonly entryPoints: readonly string[];
};

const ROWS: readonly Row[] = Array.from(
  PAGE.matchAll(/^\| (\w+) \| `((?:packages|apps)\/\w+)` \|.*\| (.*) \| (.*) \|$/gm),
  ([, layer, path, imports, entryPoints]) => ({
    layer: layer!,
    path: path!,
    imports: imports === '–' ? [] : imports!.split(', '),
    entryPoints: Array.from(entryPoints!.matchAll(/`(\.[^`]*)`/g), ([, entryPoint]) => entryPoint!),
  }),
);

const layerOf = (name: string): number =>
  LAYERS.indexOf(ROWS.find(({ path }) => nameOf(path) === name)?.layer ?? 'none');

describe('docs/architecture.md', () => {
  test('has a row for every package', () => {
    expect(ROWS.map(({ path }) => path).toSorted()).toEqual(PACKAGES.toSorted());
  });

  test.each(ROWS)('$path has the imports and entry points of its package.json', ({ path, imports, entryPoints }) => {
    expect(imports).toEqual(importsOf(path));
    expect(entryPoints).toEqual(Object.keys(manifestOf(path).exports ?? {}));
  });

  test.each(ROWS)('$path imports no higher layer', ({ layer, imports }) => {
    expect(LAYERS).toContain(layer);
    for (const name of imports) expect(layerOf(name), name).toBeLessThanOrEqual(LAYERS.indexOf(layer));
  });

  test('draws every package in its layer, from the adapters down to the base', () => {
    const drawn = Array.from(
      PAGE.matchAll(/^ {2}subgraph \w+\["(\w+): .*\n([\s\S]*?)^ {2}end$/gm),
      ([, layer, names]) =>
        names!
          .trim()
          .split(/\s+/)
          .map((name) => `${layer} ${name}`)
          .toSorted(),
    );
    const expected = LAYERS.toReversed().map((layer) =>
      ROWS.filter((row) => row.layer === layer)
        .map(({ path }) => `${layer} ${nameOf(path)}`)
        .toSorted(),
    );
    expect(drawn).toEqual(expected);
  });
});

/** The links of a page, without those to other sites and, unless said otherwise, to its own headings. */
const linksIn = (page: string, leftOut = /^(?:https?:|#)/): readonly string[] =>
  Array.from(
    read(page)
      .replaceAll(/```.*?```/gs, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
    ([, link]) => link!,
  ).filter((link) => !leftOut.test(link));

const listed = spawnSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' });
// Where there is no Git, as in an archive of the sources, at least these are checked.
const PAGES = listed.status === 0 ? listed.stdout.trim().split('\n') : ['README.md', 'docs/README.md'];

test.each(PAGES)('the links of %s lead to files', (page) => {
  const missing = linksIn(page)
    .map((link) => new URL(link.split('#')[0]!, new URL(page, ROOT)))
    .filter((target) => !existsSync(target));
  expect(missing.map(({ pathname }) => pathname)).toEqual([]);
});

/** As GitHub makes them. */
const anchorsIn = (page: string): readonly string[] =>
  Array.from(
    read(page)
      .replaceAll(/```.*?```/gs, '')
      .matchAll(/^#+ (.+)$/gm),
    ([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
  );

test.each(PAGES)('the anchors that %s links are headings', (page) => {
  const missing = linksIn(page, /^https?:/)
    .map((link) => ({ link, url: new URL(link, new URL(page, ROOT)) }))
    .filter(({ url }) => url.hash !== '' && url.pathname.endsWith('.md') && existsSync(new URL(url.pathname, ROOT)))
    .filter(({ url }) => !anchorsIn(url.pathname).includes(decodeURI(url.hash.slice(1))));
  expect(missing.map(({ link }) => link)).toEqual([]);
});

test('docs/README.md lists every page of docs/', () => {
  const pages = readdirSync(new URL('docs/', ROOT)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(linksIn('docs/README.md')).toEqual(expect.arrayContaining(pages));
});

const STOPS = Array.from(
  read('CONTRIBUTING.md').matchAll(/^\d\. \[`([^`]+)`\]\(([^)]+)\): `([^`]+)`/gm),
  ([, title, file, name]) => ({ title: title!, file: file!, name: name! }),
);

describe('the tour in CONTRIBUTING.md', () => {
  test('has three ways', () => {
    expect(STOPS.length).toBeGreaterThan(10);
    expect(read('CONTRIBUTING.md').match(/^\*\*(Where|Which) .*\?\*\*/gm)).toHaveLength(3);
  });

  test.each(STOPS)('$file has $name', ({ title, file, name }) => {
    expect(title).toBe(file);
    expect(read(file)).toContain(name);
  });
});

test('docs/measurements/history.csv has a commit, a line and a value in each row', () => {
  const [head, ...rows] = read('docs/measurements/history.csv').trimEnd().split('\n');
  expect(head).toBe('commit,line,value');
  for (const row of rows) expect(row).toMatch(/^(?:[0-9a-f]{7}|not recorded),[^,"]+,(?:[^,"]+|"[^"]+")$/);
});

test('docs/decisions/README.md lists every record', () => {
  const records = readdirSync(new URL('docs/decisions/', ROOT)).filter((name) => name !== 'README.md');
  expect(linksIn('docs/decisions/README.md').toSorted()).toEqual(records.toSorted());
});
