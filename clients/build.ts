/**
 * Builds a package into its `dist`, as its package.json exports it: modules for `import` and for `require`, with their
 * declarations. `npm pack` does it in the folder of the package: node ../build.ts
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');

type Manifest = {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly import: { readonly default: string } }>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** `./dist/client.js` is made of src/client.ts. */
const listEntries = ({ exports }: Manifest): string[] =>
  Object.values(exports).map((entry) => basename(entry.import.default, '.js'));

const buildModules = (folder: string, manifest: Manifest) =>
  build({
    configFile: false,
    root: folder,
    // Not its warnings: `use client` is kept, and a test looks for it.
    logLevel: 'error',
    build: {
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: Object.fromEntries(
          listEntries(manifest).map((name) => [name, join(folder, 'src', `${name}.ts`)]),
        ),
        formats: ['es', 'cjs'],
        fileName: (format, name) => `${name}.${format === 'es' ? 'js' : 'cjs'}`,
      },
      rolldownOptions: { external: Object.keys(manifest.peerDependencies ?? {}) },
    },
  });

const relativeImport = /((?:from |import\()['"])(\.[^'"]*?)([\w-]+)\.[jt]s(?=['"])/g;

/** Writes a declaration and those that it imports beside each other: for `import`, and as `.d.cts` for `require`. */
const copyDeclaration = (source: string, dist: string): void => {
  const text = readFileSync(source, 'utf8');
  const name = basename(source, '.d.ts');
  writeFileSync(join(dist, `${name}.d.ts`), text.replace(relativeImport, '$1./$3.js'));
  writeFileSync(join(dist, `${name}.d.cts`), text.replace(relativeImport, '$1./$3.cjs'));
  for (const [, , path = '', imported = ''] of text.matchAll(relativeImport))
    copyDeclaration(join(dirname(source), path, `${imported}.d.ts`), dist);
};

const writeDeclarations = (folder: string, manifest: Manifest): void => {
  const compiler = fileURLToPath(import.meta.resolve('@typescript/native/package.json'));
  const written = mkdtempSync(join(tmpdir(), 'kindred-declarations-'));
  try {
    const args = ['--project', folder, '--emitDeclarationOnly', '--outDir', written];
    execFileSync(process.execPath, [join(dirname(compiler), 'bin', 'tsc'), ...args], { stdio: 'inherit' });
    for (const name of listEntries(manifest)) {
      const [source = ''] = globSync(`**/${name}.d.ts`, { cwd: written });
      copyDeclaration(join(written, source), join(folder, 'dist'));
    }
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
};

const buildPackage = async (folder: string): Promise<void> => {
  const manifest = readManifest(folder);
  await buildModules(folder, manifest);
  writeDeclarations(folder, manifest);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
};

/** Builds and packs every package: `kindred-client.tgz` and so on, under names that stay the same in all versions. */
export const packClients = async (target: string): Promise<void> => {
  const npm = process.env.npm_execpath;
  for (const file of globSync('*/package.json', { cwd: import.meta.dirname })) {
    const folder = join(import.meta.dirname, dirname(file));
    await buildPackage(folder);
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target];
    const [program, ...first] = npm ? [process.execPath, npm] : ['npm'];
    const packed = execFileSync(program, [...first, ...args], { cwd: folder, encoding: 'utf8' }).trim();
    renameSync(join(target, packed), join(target, `kindred-${basename(readManifest(folder).name)}.tgz`));
  }
};

if (import.meta.main) await buildPackage(process.cwd());
