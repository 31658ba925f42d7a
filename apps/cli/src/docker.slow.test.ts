import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Instruction, ignoring, instructionsIn, variablesIn } from './testing/dockerfile.js';
import { ROOT, reuseCompiled, shell, WITHOUT_COMPILING } from './testing/installing.js';
import { ask, emptyFolder, serveWith } from './testing/serving.js';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const INSTRUCTIONS = instructionsIn(read('Dockerfile'));
/** The user `nobody`. */
const NOBODY = 65_534;
const only = (word: string): string => INSTRUCTIONS.findLast((step) => step.word === word)!.rest;

describe('the image', () => {
  test('runs unprivileged, keeps its data in a volume, and takes flags', () => {
    expect(only('USER')).toBe('node');
    expect(only('VOLUME')).toBe('/data');
    expect(only('EXPOSE')).toBe('8080');
    expect(JSON.parse(only('ENTRYPOINT'))).toEqual(['chessmith', 'serve']);
    expect(INSTRUCTIONS.some(({ word }) => word === 'CMD')).toBe(false);
    expect(only('ENV')).toContain('CHESSMITH_HTTP_HOST=0.0.0.0');
    expect(only('ENV')).toContain('CHESSMITH_DATA=/data');
  });

  test('is built without earlier builds, installations and data', () => {
    const isIgnored = ignoring(read('.dockerignore'));
    for (const path of ['node_modules', 'apps/web/node_modules', 'packages/rules/dist', 'data', '.git', 'a.sqlite']) {
      expect(isIgnored(path), path).toBe(true);
    }
    for (const path of ['package.json', 'apps/web/src/main.ts', 'scripts/package.mjs', 'packages/store/src/index.ts']) {
      expect(isIgnored(path), path).toBe(false);
    }
  });
});

/**
 * There is no container engine here, so the test runs the steps of the Dockerfile one by one, in folders that stand for
 * the images. It lists every step that it adapts; these are only what an engine would provide or take from its cache.
 */
test('its instructions lead from an empty folder to a healthy server', async () => {
  const place = emptyFolder();
  chmodSync(place, 0o755);
  const steps = { done: [] as string[], adapted: [] as string[] };
  const image = await build(place, steps);

  expect(steps.adapted).toEqual([
    'apt-get update: the base image lacks a compiler, this machine does not',
    'apt-get install -y --no-install-recommends python3 make g++: the base image lacks a compiler, this machine does not',
    'rm -rf /var/lib/apt/lists/*: the base image lacks a compiler, this machine does not',
    'npm ci --ignore-scripts --no-audit --no-fund: taken from this clone with its build, installed from the same lock, as from a cached layer',
    'npm install --no-audit --no-fund /archive/chessmith-*.tgz: the database library is not compiled a second time',
    'chown node:node /data: the user belongs to the base image',
  ]);
  expect(steps.done).toEqual([
    'COPY . .',
    'RUN npm run package -- --to /archive',
    'RUN cp /src/scripts/docker-health.mjs health.mjs',
    'COPY --from=build /opt/chessmith /opt/chessmith',
    'RUN mkdir /data',
  ]);

  const isRoot = process.getuid?.() === 0;
  const nobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) chownSync(image.inside('/data'), NOBODY, NOBODY);
  const port = await freePort();
  const entry = [
    ...JSON.parse(only('ENTRYPOINT')),
    '--http-host=127.0.0.1',
    '--http-port',
    String(port),
    '--log-level',
    'silent',
  ];
  const { child, address } = await serveWith(entry, { cwd: image.inside('/data'), env: image.env, ...nobody });
  expect(await ask(`${address}/healthz`)).toMatchObject({ status: 200 });
  const guest = await ask(`${address}/api/guests`, {});
  expect(await ask(`${address}/api/games`, {}, guest.body.token)).toMatchObject({ status: 201 });
  expect(existsSync(join(image.inside('/data'), 'chessmith.sqlite'))).toBe(true);

  // In a container the server is process 1. A flag overrides the port in the environment.
  const [command = '', ...words] = (JSON.parse(only('HEALTHCHECK').replace(/^.*CMD /, '')) as string[]).map((word) =>
    word === '/proc/1/cmdline' ? `/proc/${child.pid}/cmdline` : word.replace(/^\/opt/, image.inside('/opt')),
  );
  const health = () => spawnSync(command, words, { env: image.env }).status;
  expect(health()).toBe(0);
  const gone = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  expect(await gone).toBe(0);
  expect(health()).toBe(1);
}, 600_000);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Image = { readonly inside: (path: string) => string; cwd: string; env: NodeJS.ProcessEnv };

async function build(place: string, steps: { readonly done: string[]; readonly adapted: string[] }): Promise<Image> {
  const images = new Map<string, Image>();
  let image: Image | undefined;
  for (const step of INSTRUCTIONS) {
    if (step.word === 'FROM') {
      image = emptyImage(join(place, String(images.size)));
      images.set(/ AS (\S+)$/.exec(step.rest)?.[1] ?? 'last', image);
    } else await take(step, image!, images, steps);
  }
  return image!;
}

function emptyImage(root: string): Image {
  mkdirSync(root);
  const { PATH, HOME } = process.env;
  return { inside: (path) => join(root, path), cwd: '/', env: { PATH, HOME } };
}

async function take(
  { word, rest }: Instruction,
  image: Image,
  images: ReadonlyMap<string, Image>,
  steps: { readonly done: string[]; readonly adapted: string[] },
): Promise<void> {
  switch (word) {
    case 'WORKDIR':
      image.cwd = rest;
      mkdirSync(image.inside(rest), { recursive: true });
      break;
    case 'ENV': {
      const variables = variablesIn(rest, image.env);
      const placed = Object.entries(variables).map(([name, value]) => [
        name,
        /^\/(?:opt|data)/.test(value) ? image.inside(value) : value,
      ]);
      image.env = { ...image.env, ...Object.fromEntries(placed) };
      break;
    }
    case 'COPY':
      copy(rest, image, images);
      steps.done.push(`COPY ${rest}`);
      break;
    case 'RUN':
      for (const command of rest.split(' && ')) await runIn(image, command, steps);
      break;
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'HEALTHCHECK':
    case 'ENTRYPOINT':
      break;
    default:
      throw new Error(`the test does not know what ${word} does`);
  }
}

function copy(rest: string, image: Image, images: ReadonlyMap<string, Image>): void {
  const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? [];
  const to = image.inside(target.startsWith('/') ? target : join(image.cwd, target));
  if (from !== undefined) {
    cpSync(images.get(from)!.inside(source), to, { recursive: true, verbatimSymlinks: true });
    return;
  }
  const isIgnored = ignoring(read('.dockerignore'));
  cpSync(join(ROOT, source), to, { recursive: true, filter: (path) => !isIgnored(relative(ROOT, path)) });
}

async function runIn(
  image: Image,
  command: string,
  steps: { readonly done: string[]; readonly adapted: string[] },
): Promise<void> {
  const adapt = (why: string): unknown => steps.adapted.push(`${command}: ${why}`);
  const cwd = image.inside(image.cwd);
  const placed = command.replace(/(?<=^|\s)\/(?=archive|data|src)/g, image.inside('/'));
  if (/^apt-get |\/var\/lib\/apt/.test(command)) {
    adapt('the base image lacks a compiler, this machine does not');
  } else if (command.startsWith('chown ')) {
    adapt('the user belongs to the base image');
  } else if (command.startsWith('npm ci ')) {
    adapt('taken from this clone with its build, installed from the same lock, as from a cached layer');
    expect(readFileSync(join(cwd, 'package-lock.json'), 'utf8')).toBe(read('package-lock.json'));
    await shell(
      `for part in $(find . -maxdepth 3 -name node_modules -prune); do
         cp -al --parents $part ${cwd} 2>/dev/null || cp -a --parents $part ${cwd}
       done`,
      ROOT,
    );
    // Delete the copied stamps that say what is built, because the copy is not built; the stamp of the installed lock
    // file stays valid. The compiler compares the copied sources with those of the build it finds, by their hashes, and
    // compiles what differs; a source that the image lacks stops it.
    for (const stamp of ['built', 'page', 'building'])
      rmSync(join(cwd, 'node_modules', '.chessmith', stamp), { force: true });
    await shell(`cp -a --parents packages/*/dist apps/server/dist apps/cli/dist ${cwd}`, ROOT);
    expect(await shell('node scripts/ready.mjs install 2>&1', cwd)).toBe('');
  } else if (command.startsWith('npm install ')) {
    adapt('the database library is not compiled a second time');
    await shell(placed, cwd, WITHOUT_COMPILING);
    reuseCompiled(cwd);
  } else {
    await shell(placed, cwd);
    steps.done.push(`RUN ${command}`);
  }
}
