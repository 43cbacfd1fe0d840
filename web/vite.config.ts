// How the pages are built: into dist/, names by content, nothing inline.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/ws': { target: 'http://127.0.0.1:8080', ws: true }, '/export': 'http://127.0.0.1:8080' } },
});
