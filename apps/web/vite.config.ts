import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { renderDocs } from './docs-plugin.js';
import { sourceArchive } from './source-archive.js';

/** The server sends these instead to browsers that take them: a third of the bytes. */
const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => /\.(?:css|js)$/.test(name))) {
      const bytes = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes));
    }
  },
};

/** The page is free software: whoever gets it can get its source from the same server. */
const offerSource: Plugin = {
  name: 'offer-source',
  apply: 'build',
  generateBundle() {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'source.tar.gz', source: sourceArchive(root) });
  },
};

export default defineConfig({
  plugins: [renderDocs, svelte(), compress, offerSource],
  // Rooms are taken from their source, as in the tests.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // How long the build took is of no interest to whoever starts the server.
  build: {
    target: 'es2022',
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
});
