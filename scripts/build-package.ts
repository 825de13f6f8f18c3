// Makes the npm package: `dist/package`, and with `--pack <folder>` its tarball. Node does not strip types below node_modules,
// so the package contains JavaScript: the same files without types, line for line.
//   node scripts/build-package.ts [--pack <folder>]
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { pack: { type: 'string' } } });
const root = join(import.meta.dirname, '..');
const target = join(root, 'dist', 'package');

const programs = ['bin', 'src', 'demo', 'evaluate'];
const others = ['models', 'docs', 'openapi.json', 'openapi.admin.json', 'README.md', 'CHANGELOG.md'];
const notices = ['LICENSE', 'NOTICE', 'THIRD-PARTY-NOTICES'];
/** `npm run build` makes them. */
const built = ['portal', 'storefront', 'clients'];

/** Tests, and the source of the WebAssembly kernel, which is compiled already. */
const isLeftOut = (file: string): boolean => /\.(test|contract)\.ts$|\/assembly\//.test(file);

/** Every file of the programs is named by its path in quotes: imports, workers, and the parts of a joined path. */
const toJavaScript = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(/(['`][\w./-]+)\.ts(['`])/g, '$1.js$2');

const copyFile = (file: string): void => {
  const isTypeScript = file.endsWith('.ts') && !file.endsWith('.d.ts');
  const to = join(target, isTypeScript ? file.replace(/\.ts$/, '.js') : file);
  mkdirSync(dirname(to), { recursive: true });
  if (/\.[jt]s$/.test(file)) writeFileSync(to, toJavaScript(readFileSync(join(root, file), 'utf8')));
  else copyFileSync(join(root, file), to);
};

const missing = built.filter((name) => !existsSync(join(root, 'dist', name)));
if (missing.length > 0) execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });

rmSync(target, { recursive: true, force: true });
const listed = execFileSync('git', ['ls-files', ...programs, ...others, ...notices], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of listed.trim().split('\n')) if (!isLeftOut(file)) copyFile(file);
for (const name of built) cpSync(join(root, 'dist', name), join(target, 'dist', name), { recursive: true });

/** Programs for one kind of machine. Where they cannot be installed, everything but new pictures works. */
const native = ['onnxruntime-node', 'sharp'];
type Manifest = Readonly<Record<string, unknown>> & {
  readonly bin: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
};
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const { version, description, license, type, bin, engines, dependencies, allowScripts } = manifest;
const pick = (isWanted: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(dependencies).filter(([name]) => isWanted(name)));
const published = {
  name: '@kindred-search/kindred',
  version,
  description,
  license,
  type,
  bin,
  engines,
  dependencies: pick((name) => !native.includes(name)),
  optionalDependencies: pick((name) => native.includes(name)),
  allowScripts,
  publishConfig: { access: 'public' },
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
console.log(`dist/package: ${published.name} ${String(version)}`);

if (values.pack !== undefined) {
  const words = ['pack', '--json', '--pack-destination', values.pack];
  const [packed] = JSON.parse(execFileSync('npm', words, { cwd: target, encoding: 'utf8' })) as {
    readonly filename: string;
    readonly size: number;
    readonly unpackedSize: number;
  }[];
  if (packed === undefined) throw new Error('npm packed nothing.');
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`${packed.filename}: ${megabytes(packed.size)}, unpacked ${megabytes(packed.unpackedSize)}`);
}
