import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  // Rooms are taken from their source, as in the tests.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { target: 'es2022', reportCompressedSize: false },
  server: { proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
});
