import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPortal } from '../../scripts/build-portal.ts';

const root = join(import.meta.dirname, '..', '..');
const tarball = (name: string): string => join(root, 'dist', 'clients', `kindred-${name}.tgz`);
const list = (name: string): string[] =>
  execFileSync('tar', ['-tzf', tarball(name)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .sort();
const read = (name: string, file: string): string =>
  execFileSync('tar', ['-xzOf', tarball(name), `package/${file}`], { encoding: 'utf8' });

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, Readonly<Record<'import' | 'require', Record<string, string>>>>>;
};
const manifestOf = (name: string): Manifest => JSON.parse(read(name, 'package.json')) as Manifest;

/** A module, once for `import` and once for `require`, with its types. */
const forms = (name: string): string[] => [`${name}.cjs`, `${name}.d.cts`, `${name}.d.ts`, `${name}.js`];
/** Types that others import. */
const types = (name: string): string[] => [`${name}.d.cts`, `${name}.d.ts`];

beforeAll(async () => void (await buildPortal({ mode: 'clients' })));

describe.each([
  [
    'client',
    [
      ...['client', 'elements'].flatMap(forms),
      ...['kindred-error', 'openapi', 'openapi-product-data', 'product-data', 'sender'].flatMap(types),
    ],
  ],
  ['react', [...forms('kindred-react'), ...types('attributes')]],
  ['vue', [...forms('kindred-vue'), ...types('attributes')]],
])('the package %s', (name, files) => {
  it('holds what it exports, with README and licence, and nothing else', () => {
    const dist = files.map((file) => `package/dist/${file}`);
    const others = ['LICENSE', 'README.md', 'package.json'].map((file) => `package/${file}`);
    expect(list(name)).toEqual([...dist, ...others].sort());
    const exported = Object.values(manifestOf(name).exports).flatMap((entry) =>
      Object.values(entry).flatMap((each) => Object.values(each)),
    );
    for (const path of exported) expect(list(name)).toContain(path.replace('./', 'package/'));
  });

  it('has the scope, the version and the licence of the project, and says how it is installed', () => {
    const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
    expect(manifestOf(name)).toMatchObject({ name: `@kindred-search/${name}`, version, license });
    expect(read(name, 'README.md')).toContain(
      `npm install https://kindred.shop.example/clients/kindred-${name}.tgz`,
    );
    expect(read(name, 'LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });
});

it('the package for React is for clients, in both forms', () => {
  for (const file of ['kindred-react.js', 'kindred-react.cjs'])
    expect(read('react', `dist/${file}`)).toMatch(/^"use client";\n/);
});
