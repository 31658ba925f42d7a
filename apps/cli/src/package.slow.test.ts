import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, reuseCompiled, shell, WITHOUT_COMPILING } from './testing/installing.js';
import { ask, emptyFolder, serveWith } from './testing/serving.js';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('the archive installs in an empty folder, and serves', async () => {
  const folder = emptyFolder();
  const archive = `chessmith-${version}.tgz`;
  expect(await shell(`npm run --silent package -- --to ${folder}`, ROOT)).toBe(`${archive}\n`);

  const inside = (await shell(`tar -tzf ${archive}`, folder)).split('\n');
  expect(inside).toEqual(
    expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/node_modules/@chessmith/web/LICENSE']),
  );
  expect(inside.filter((path) => /\.(?:test|prove)\.|dist\/.*\.(?:d\.ts|map)$|tsbuildinfo/.test(path))).toEqual([]);
  const manifest = JSON.parse(await shell(`tar -xzOf ${archive} package/package.json`, folder));
  expect(manifest).toMatchObject({ name: 'chessmith', version, license: 'MIT AND GPL-3.0-or-later' });
  for (const wanted of Object.values(manifest.dependencies)) expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);

  await shell(`npm install --no-audit --no-fund ./${archive}`, folder, WITHOUT_COMPILING);
  reuseCompiled(folder);
  const words = ['--no-install', 'chessmith', 'serve', '--http-host', '127.0.0.1', '--http-port', '0'];
  const { address } = await serveWith(['npx', ...words, '--log-level', 'silent'], { cwd: folder });
  expect(await ask(`${address}/healthz`)).toMatchObject({ status: 200 });
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<html');
  const source = Buffer.from(await (await fetch(`${address}/source`)).arrayBuffer());
  writeFileSync(join(folder, 'source.tar.gz'), source);
  expect((await shell('tar -tzf source.tar.gz', folder)).split('\n')).toEqual(
    expect.arrayContaining(['App.svelte', 'main.ts'].map((name) => `chessmith-page-${version}/apps/web/src/${name}`)),
  );
  expect(await (await fetch(`${address}/licenses`)).text()).toContain('chessgroundx');
  const guest = await ask(`${address}/api/guests`, {});
  const made = await ask(`${address}/api/games`, { ruleset: 'quantum', hotSeat: true, side: 'both' }, guest.body.token);
  expect(made).toMatchObject({ status: 201, body: { situation: 'running' } });
  expect(await shell('npx --no-install chessmith verify', folder)).toMatch(/^1 games, \d+ facts: nothing is wrong/);
});
