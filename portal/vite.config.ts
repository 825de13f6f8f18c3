import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What sign-in pages import; their own files stay a chunk. scripts/check-portal-budget.ts fails if one is missing here. */
const signedOutModules = new RegExp(
  [
    'portal/components/(account/|preferences/(plain|theme))',
    'portal/components/(buttons/button|feedback/form-error|layout/brand-mark)',
    'portal/(api/|sign-in/(address|sign-in-api|use-action)|texts/text)',
    'node_modules/react(-dom)?/',
    'rolldown[/:]runtime',
  ].join('|'),
);

/**
 * Few chunks instead of one for each shared module: what the signed-out pages need too, what every signed-in page
 * needs, what several scenes share. A group takes the dependencies of its modules along.
 */
const chunkGroups = [
  { name: 'base', priority: 3, test: signedOutModules },
  // The audit page reads the English names of actions: without a group they would be a chunk of every page.
  { name: 'en', priority: 2, test: /portal\/texts\/en/ },
  { name: 'shell', priority: 2, test: /portal\/(app\.tsx|shell\/)/ },
  {
    name: 'scenes',
    priority: 1,
    test: /portal\/(components|data|routing|scenes)\/|src\/domain\/|node_modules/,
    minShareCount: 2,
  },
];

/** Chunks of every signed-in page. */
const preloaded = ['shell', 'scenes'];

/** What `public/early.js` requests where the page needs it: one of the texts, the page that people land on. */
const early = ['en', 'de', 'overview-scene'];

/**
 * These chunks are requested with the HTML, not when the scripts before them have run. Those that not every page needs
 * are named, so that `public/early.js` can request them.
 */
const preloadShell = (): Plugin => ({
  name: 'preload-shell',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const link = (attrs: Record<string, string | boolean>, injectTo: 'head' | 'head-prepend') => {
        return { tag: 'link', attrs, injectTo };
      };
      return [
        ...chunks
          .filter(({ name }) => preloaded.includes(name))
          .map(({ fileName }) =>
            link({ rel: 'modulepreload', crossorigin: true, href: `/portal/${fileName}` }, 'head'),
          ),
        ...chunks
          .filter(({ name }) => early.includes(name))
          .map(({ name, fileName }) =>
            link({ rel: 'early', title: name, href: `/portal/${fileName}` }, 'head-prepend'),
          ),
      ];
    },
  },
});

/** `--mode gallery` builds the page of components instead of the portal. It is never shipped. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react(), tailwindcss(), ...(mode === 'gallery' ? [] : [preloadShell()])],
  build: {
    outDir: join(import.meta.dirname, '..', 'dist', mode === 'gallery' ? 'gallery' : 'portal'),
    emptyOutDir: true,
    manifest: true,
    // Small files stay files: a data address would need its own line in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The gallery is one file on purpose; scripts/check-portal-budget.ts checks the sizes of the portal.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: join(import.meta.dirname, mode === 'gallery' ? 'gallery.html' : 'index.html'),
      ...(mode === 'gallery' ? {} : { output: { codeSplitting: { groups: chunkGroups } } }),
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/admin', '/search', '/relatedsearches'].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
}));
