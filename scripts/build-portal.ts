/**
 * Builds the portal into dist/portal, the storefront components into dist/storefront and the packages of clients/ into
 * dist/clients, unless they are up to date: node scripts/build-portal.ts [--force] [--gallery] [--if-possible]
 * `--if-possible` is for `npm start`: without the build tools it leaves what was built before, and says what is missing.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { compressFiles } from './compress-files.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const lockRetryMs = 100;
const typeface = join(
  root,
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
);
/** SQLITE_BUSY: another process holds the lock. */
const sqliteBusy = 5;

type Target = 'portal' | 'gallery' | 'storefront' | 'clients';

/** Inputs of a build: its own files, constants shared with the service, this program, and the packages. */
const sourceGlobs = (target: Target): string[] => [
  ...(target === 'clients'
    ? ['clients/{*,shared/*,*/src/*}.ts', 'clients/*/*.{json,md}', 'storefront/model/*.ts', 'LICENSE']
    : [`${target === 'storefront' ? 'storefront' : 'portal'}/**/*.{ts,tsx,css,html,js,svg,png,json}`]),
  'src/domain/*.ts',
  'scripts/build-portal.ts',
  'package-lock.json',
];

const hashSources = (target: Target): string => {
  const hash = createHash('sha256').update(process.version);
  const files = globSync(sourceGlobs(target), { cwd: root })
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

/** NODE_ENV of a test runner would make Vite bundle React's development build. */
const withProductionEnvironment = async (work: () => Promise<unknown>): Promise<void> => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
};

/**
 * One build at a time over all processes, because test files start in parallel. The lock is SQLite's file lock,
 * which the system releases when a process dies.
 */
const withBuildLock = async <T>(work: () => Promise<T>): Promise<T> => {
  mkdirSync(dist, { recursive: true });
  const lock = new DatabaseSync(join(dist, '.building.sqlite'), { timeout: 0 });
  const tryLock = (): boolean => {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return true;
    } catch (error) {
      if ((error as { errcode?: number }).errcode === sqliteBusy) return false;
      throw error;
    }
  };
  try {
    while (!tryLock()) await sleep(lockRetryMs);
    return await work();
  } finally {
    lock.close();
  }
};

const buildPages = async (mode: Exclude<Target, 'clients'>, outDir: string): Promise<void> => {
  // Imported lazily: most starts build nothing.
  const { build } = await import('vite');
  await withProductionEnvironment(() =>
    build({
      configFile: join(root, mode === 'storefront' ? 'storefront' : 'portal', 'vite.config.ts'),
      mode: mode === 'gallery' ? 'gallery' : 'production',
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    }),
  );
  // The front page, the docs and the demo shop use it by this name.
  if (mode === 'portal') copyFileSync(typeface, join(outDir, 'figtree.woff2'));
  compressFiles(outDir);
};

const packInto = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const { packClients } = await import('../clients/build.ts');
  await packClients(folder);
};

/** Builds into a temporary folder and renames it, so that a running service never sees a partial build. */
const buildTarget = async (mode: Target, hash: string): Promise<void> => {
  const folder = join(dist, mode);
  const [next, before] = [join(dist, `.${mode}-next`), join(dist, `.${mode}-before`)];
  await (mode === 'clients' ? packInto(next) : buildPages(mode, next));
  writeFileSync(join(next, '.built-from'), hash);
  rmSync(before, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(next, folder);
  rmSync(before, { recursive: true, force: true });
};

/** Returns whether anything had to be built. */
export const buildPortal = async (options: { force?: boolean; mode?: Target } = {}): Promise<boolean> => {
  const { force = false, mode = 'portal' } = options;
  const stamp = join(dist, mode, '.built-from');
  return withBuildLock(async () => {
    const hash = hashSources(mode);
    if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
    await buildTarget(mode, hash);
    return true;
  });
};

/** Vite is a development package: a production install has none. */
const canBuild = (): boolean => {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
};

/** What a start without build tools has to say about a target; null where the build is there. */
export const describeMissingBuild = (target: Target, folder = dist): string | null =>
  existsSync(join(folder, target, '.built-from'))
    ? null
    : `dist/${target} is missing, and this install has no build tools: /${target} answers 503. Run \`npm run build\` ` +
      'where the development packages are installed, and copy dist here.';

const run = async (args: readonly string[]): Promise<void> => {
  // In the order in which a visitor of a first start needs them: the front page first.
  const targets: Target[] = args.includes('--gallery') ? ['gallery'] : ['storefront', 'portal', 'clients'];
  if (args.includes('--if-possible') && !canBuild()) {
    for (const target of targets)
      console.log(describeMissingBuild(target) ?? `Serving dist/${target} as built.`);
    return;
  }
  for (const mode of targets) {
    const startedAt = performance.now();
    const built = await buildPortal({ force: args.includes('--force'), mode });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(built ? `Built dist/${mode} in ${seconds} s.` : `dist/${mode} is up to date.`);
  }
};

if (import.meta.main) await run(process.argv.slice(2));
