// How the pages are built: into dist/, names by content, nothing inline. And their tests (--mode test): into .test/, for node.
import { readdirSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type UserConfig } from 'vite';

const pages: UserConfig = {
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/ws': { target: 'http://127.0.0.1:8080', ws: true }, '/export': 'http://127.0.0.1:8080' } },
};

const TESTS = ['test', ...readdirSync('src/games', { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `src/games/${name}`)]
  .flatMap((folder) => readdirSync(folder).filter((file) => file.endsWith('.test.ts')).map((file) => `${folder}/${file}`));

const tests: UserConfig = {
  plugins: [svelte()],
  logLevel: 'warn',
  build: { target: 'node18', ssr: true, outDir: '.test', rollupOptions: { input: TESTS, output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' } } },
  ssr: { noExternal: true },
};

export default defineConfig(({ mode }) => (mode === 'test' ? tests : pages));
