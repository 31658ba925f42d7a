import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  // Rooms are taken from their source, as in the tests.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // How long the build took is of no interest to whoever starts the server.
  build: { target: 'es2022', reportCompressedSize: false, rolldownOptions: { checks: { bundlerTimings: false } } },
  server: { proxy: { '/api': { target: 'http://localhost:8080', ws: true } } },
});
