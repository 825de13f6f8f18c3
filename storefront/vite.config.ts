import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * One module without dependencies, under a stable file name that shops put into their pages, and a file for each
 * optional part. The names of parts carry a hash: a module from a cache never gets a part of another version.
 */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: join(import.meta.dirname, '..', 'dist', 'storefront'),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: join(import.meta.dirname, 'kindred.ts'), formats: ['es'], fileName: () => 'kindred.js' },
    rolldownOptions: { output: { chunkFileNames: 'parts/[name]-[hash].js' } },
  },
});
