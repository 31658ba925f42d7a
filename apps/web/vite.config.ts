import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { renderDocs } from './docs-plugin.js';
import { compileMessages } from './messages-plugin.js';
import { sourceArchive } from './source-archive.js';

/** Compressed copies that the server sends to browsers that accept them: a third of the bytes. */
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

/** GPL: the server that sends the page also offers its source. */
const offerSource: Plugin = {
  name: 'offer-source',
  apply: 'build',
  generateBundle() {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'source.tar.gz', source: sourceArchive(root) });
  },
};

export default defineConfig({
  plugins: [renderDocs, compileMessages, svelte(), compress, offerSource],
  // Packages are built from their source, as in the tests.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
});
