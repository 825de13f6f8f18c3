/**
 * Builds the portal into dist/portal, unless what is there was built from the same sources:
 * node scripts/build-portal.ts [--force] [--gallery]
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');

/** What the result depends on: the portal, the types' constants it shares with the service, and the packages. */
const sources = ['portal/**/*.{ts,tsx,css,html,js,svg,json}', 'src/domain/*.ts', 'package-lock.json'];

const hashOfSources = (): string => {
  const hash = createHash('sha256').update(process.version);
  const files = globSync(sources, { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
};

export const buildPortal = async (
  options: { force?: boolean; mode?: 'portal' | 'gallery' } = {},
): Promise<boolean> => {
  const { force = false, mode = 'portal' } = options;
  const folder = join(root, 'dist', mode);
  const stamp = join(folder, '.built-from');
  const hash = hashOfSources();
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  // Beside the present one, which a running service goes on serving until this one is whole.
  const next = join(root, 'dist', `.${mode}-${process.pid}`);
  await build({
    configFile: join(root, 'portal', 'vite.config.ts'),
    mode: mode === 'gallery' ? 'gallery' : 'production',
    logLevel: 'warn',
    build: { outDir: next, emptyOutDir: true },
  });
  writeFileSync(join(next, '.built-from'), hash);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  return true;
};

if (import.meta.main) {
  const startedAt = performance.now();
  const mode = process.argv.includes('--gallery') ? 'gallery' : 'portal';
  const built = await buildPortal({ force: process.argv.includes('--force'), mode });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(built ? `Built dist/${mode} in ${seconds} s.` : `dist/${mode} is up to date.`);
}
