// Writes THIRD-PARTY-NOTICES: the licences of the packages in the portal's bundle, and of the model that is shipped.
// `--check` writes nothing and fails when the file differs.
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

const root = join(import.meta.dirname, '..');
const file = join(root, 'THIRD-PARTY-NOTICES');
const separator = `\n${'-'.repeat(80)}\n\n`;

/** Only used while building: their code is not in the bundle. */
const buildTools: ReadonlySet<string> = new Set(['vite', '@vitejs/plugin-react', '@tailwindcss/vite']);

/** Styles of these packages are part of the built CSS. */
const stylePackages = ['tailwindcss'] as const;

/** `@scope/name/file` → `@scope/name`; null for relative paths and modules of Node. */
const packageName = (specifier: string): string | null => {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return null;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return builtinModules.includes(name) ? null : name;
};

const listImports = (source: string): string[] =>
  [
    ...source.matchAll(
      /^\s*(?:import|export)\b(?! type)[^'"]*?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm,
    ),
  ].map(([, named, dynamic]) => named ?? dynamic ?? '');

/** Packages that the sources of the portal and of the storefront import. */
const findDirectPackages = (): string[] => {
  const sources = globSync(['portal/**/*.{ts,tsx}', 'storefront/**/*.ts'], { cwd: root });
  const names = sources
    .filter((path) => !path.includes('.test.') && !path.includes('/gallery/'))
    .flatMap((path) => listImports(readFileSync(join(root, path), 'utf8')))
    .flatMap((specifier) => packageName(specifier) ?? []);
  return [...new Set([...names, ...stylePackages])].filter((name) => !buildTools.has(name));
};

/** The folder of a package as seen from a folder: the nearest `node_modules` wins, as in Node. */
const findPackage = (name: string, from: string): string | null => {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(join(candidate, 'package.json'))) return candidate;
  const parent = dirname(from);
  return parent === from ? null : findPackage(name, parent);
};

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The packages with everything they depend on, by `name@version`. Types are erased and not part of the bundle. */
const collectPackages = (
  names: readonly string[],
  from: string,
  found = new Map<string, string>(),
): Map<string, string> => {
  for (const name of names.filter((each) => !each.startsWith('@types/'))) {
    const folder = findPackage(name, from);
    if (folder === null) continue;
    const { version, dependencies = {} } = readManifest(folder);
    if (found.has(`${name}@${version}`)) continue;
    found.set(`${name}@${version}`, folder);
    collectPackages(Object.keys(dependencies), folder, found);
  }
  return found;
};

const readLicence = (folder: string): string => {
  const name = readdirSync(folder)
    .filter((each) => /^(licen[cs]e|copying|notice)/i.test(each))
    .sort()[0];
  return name === undefined
    ? 'The package contains no licence file.'
    : readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();
};

const describePackage = (folder: string): string => {
  const { name, version, license = 'unknown', homepage } = readManifest(folder);
  const lines = [`${name} ${version}`, `Licence: ${license}`, ...(homepage === undefined ? [] : [homepage])];
  return `${lines.join('\n')}\n\n${readLicence(folder)}\n`;
};

const writeNotices = (): string => {
  const packages = [...collectPackages(findDirectPackages(), root)].sort(([a], [b]) => (a < b ? -1 : 1));
  const models = globSync('models/*/NOTICE', { cwd: root }).sort();
  return [
    'Third-party software and data that is distributed with Kindred.\n\nWritten by: node scripts/write-notices.ts\n',
    ...packages.map(([, folder]) => describePackage(folder)),
    ...models.map((path) => `${dirname(path)}\n\n${readFileSync(join(root, path), 'utf8').trim()}\n`),
  ].join(separator);
};

const wanted = writeNotices();
if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  console.error('THIRD-PARTY-NOTICES is not up to date. Run: node scripts/write-notices.ts');
  process.exitCode = 1;
}
