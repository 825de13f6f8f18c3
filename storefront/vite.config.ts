import { join } from 'node:path';
import { defineConfig } from 'vite';

/** One module without dependencies, under a stable file name that shops put into their pages. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: join(import.meta.dirname, '..', 'dist', 'storefront'),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: join(import.meta.dirname, 'kindred.ts'), formats: ['es'], fileName: () => 'kindred.js' },
  },
});
