/**
 * Joins the modules of a room into one file, for each room whose door is `dist/bundle.js`. A name imported from another
 * module is a look-up each time it is used, also a constant; in one file it is a constant again. That makes the engine
 * half as fast again, and one file loads faster than a hundred.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const PACKAGES = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');

for (const name of readdirSync(PACKAGES)) {
  const manifest = join(PACKAGES, name, 'package.json');
  if (!existsSync(manifest)) continue;
  if (JSON.parse(readFileSync(manifest, 'utf8')).exports?.['.']?.default !== './dist/bundle.js') continue;
  const dist = join(PACKAGES, name, 'dist');
  const bundle = await rolldown({
    input: join(dist, 'index.js'),
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:/.test(id),
  });
  await bundle.write({ file: join(dist, 'bundle.js'), format: 'esm', sourcemap: true });
  await bundle.close();
}
