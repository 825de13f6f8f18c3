import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `--mode gallery` builds the page of components instead of the portal. It is never shipped. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: join(import.meta.dirname, '..', 'dist', mode === 'gallery' ? 'gallery' : 'portal'),
    emptyOutDir: true,
    manifest: true,
    // Small files stay files: a data address would need its own line in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The gallery is one file on purpose; scripts/check-portal-budget.ts checks the sizes of the portal.
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: join(import.meta.dirname, mode === 'gallery' ? 'gallery.html' : 'index.html'),
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/admin', '/search', '/relatedsearches'].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
}));
