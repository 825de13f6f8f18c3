/** Checks the sizes of the portal and the storefront bundle: node scripts/check-portal-budget.ts */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildPortal } from './build-portal.ts';

type Chunk = {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  isEntry?: boolean;
};
type Manifest = Record<string, Chunk>;

/**
 * kB after gzip of everything a browser loads for the page, including styles and one language. A signed-in page loads
 * what scenes share in one request, also the part that only other scenes need: 30 kB more, 40 requests fewer.
 */
const budgetsKb = { 'sign-in': 120, shell: 210, all: 400, storefront: 12, photo: 8 } as const;

/** Entry chunks of a page: the application, one language, and the page's own chunks. */
const pages: Record<'sign-in' | 'shell', string[]> = {
  'sign-in': ['index.html', 'texts/de.ts', 'sign-in/sign-in-app.tsx'],
  // `shell` is a group of vite.config.ts.
  shell: ['index.html', 'texts/de.ts', 'shell', 'scenes/overview/overview-scene.tsx'],
};

const folder = join(import.meta.dirname, '..', 'dist', 'portal');
const component = join('..', 'storefront', 'kindred.js');

const sizeKb = (file: string): number =>
  gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;

const collectFiles = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
  if (!chunk) throw new Error(`${key} is not in the build. Rename it in scripts/check-portal-budget.ts too.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const next of chunk.imports ?? []) collectFiles(manifest, next, seen);
  return seen;
};

const measure = (): Record<keyof typeof budgetsKb, number> => {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const page = (keys: readonly string[]): number => {
    const files = new Set(keys.flatMap((key) => [...collectFiles(manifest, key)]));
    return [...files].reduce((sum, file) => sum + sizeKb(file), 0);
  };
  const all = globSync('**/*.{js,css}', { cwd: folder }).reduce((sum, file) => sum + sizeKb(file), 0);
  const storefront = sizeKb(component);
  const [part = ''] = globSync('parts/photo-search-*.js', { cwd: join(folder, '..', 'storefront') });
  const photo = sizeKb(join('..', 'storefront', part));
  return { 'sign-in': page(pages['sign-in']), shell: page(pages.shell), all, storefront, photo };
};

await buildPortal();
await buildPortal({ mode: 'storefront' });
if (!existsSync(join(folder, '.vite', 'manifest.json'))) throw new Error('dist/portal has no manifest.');
const measured = measure();
for (const [name, budget] of Object.entries(budgetsKb)) {
  const size = measured[name as keyof typeof budgetsKb];
  const ok = size <= budget;
  if (!ok) process.exitCode = 1;
  console.log(`${ok ? '✓' : '✗'} ${name}: ${size.toFixed(1)} kB of ${budget} kB (gzip)`);
}
