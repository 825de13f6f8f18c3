import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInstalled, listUnhashed, lockHash, readLock, root, stampFile } from './installed-packages.js';

const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
    'node_modules/vite': { version: '8.0.0', integrity: 'sha512-b', dev: true },
    'node_modules/@tool/linux': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/@tool/mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/runtime': { link: true },
  },
};

let folder: string;

const install = (packages: Record<string, { version: string }>): void =>
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-installed-'));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('isInstalled', () => {
  it('is false for a fresh clone', () => {
    expect(isInstalled(folder, 'start', 24)).toBe(false);
    expect(isInstalled(folder, 'test', 24)).toBe(false);
  });

  it('is true after a whole install of this lock file, and false once the lock file changed', () => {
    writeFileSync(stampFile(folder), lockHash(folder));
    expect(isInstalled(folder, 'test', 20)).toBe(true);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, changed: true }));
    expect(isInstalled(folder, 'test', 20)).toBe(false);
    expect(isInstalled(folder, 'start', 26)).toBe(false);
  });

  it('takes the production packages as enough to start, and not to test', () => {
    install({ 'node_modules/fastify': { version: '5.0.0' } });
    expect(isInstalled(folder, 'start', 24)).toBe(true);
    expect(isInstalled(folder, 'test', 24)).toBe(false);
  });

  it('needs the packaged runtime where the Node of the machine is too old', () => {
    install({ 'node_modules/fastify': { version: '5.0.0' } });
    expect(isInstalled(folder, 'start', 22)).toBe(false);
  });

  it('is false when a production package has another version', () => {
    install({ 'node_modules/fastify': { version: '4.9.0' } });
    expect(isInstalled(folder, 'start', 24)).toBe(false);
  });
});

describe('listUnhashed', () => {
  it('lists packages of this platform without a hash, and none of another platform', () => {
    expect(listUnhashed(lock, 'linux', 'x64')).toEqual(['@tool/linux']);
    expect(listUnhashed(lock, 'darwin', 'arm64')).toEqual(['@tool/mac']);
    expect(listUnhashed(lock, 'win32', 'x64')).toEqual([]);
  });
});

describe('package-lock.json of the project', () => {
  const { packages } = readLock(root);

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
  ])('has a hash for everything that is installed on %s %s with glibc', (platform, arch) => {
    const unhashed = listUnhashed({ packages }, platform, arch);
    expect(unhashed.filter((name) => !name.endsWith('-musl'))).toEqual([]);
  });

  it('has a hash for everything that runs in production, on every platform', () => {
    const production = Object.entries(packages).filter(([, { dev }]) => !dev);
    expect(production.length).toBeGreaterThan(100);
    expect(
      production.flatMap(([path, { link, integrity }]) =>
        path.startsWith('node_modules/') && !link && !integrity ? [path] : [],
      ),
    ).toEqual([]);
  });

  it('has the packaged Node for each platform, of one version', () => {
    const runtime = JSON.parse(readFileSync(join(root, 'scripts', 'runtime', 'package.json'), 'utf8')) as {
      version: string;
      optionalDependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(runtime.optionalDependencies)) {
      expect(version).toBe(runtime.version);
      expect(packages[`node_modules/${name}`]).toMatchObject({ version, dev: true, optional: true });
      expect(packages[`node_modules/${name}`]?.integrity).toMatch(/^sha512-/);
    }
  });
});

it('runs no script of a package but that of the model runtime, which is allowed by name, and names no registry', () => {
  const packages = Object.entries(readLock(root).packages);
  const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(withScripts).toEqual(['node_modules/onnxruntime-node']);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { allowScripts: object };
  expect(manifest.allowScripts).toEqual({ 'onnxruntime-node': true });
  // Reports each install to its makers: an empty package stands in its place.
  const reporting = packages.filter(([path]) => path.endsWith('@scarf/scarf'));
  expect(reporting).toEqual([
    ['node_modules/@scarf/scarf', { resolved: 'scripts/no-telemetry', link: true }],
  ]);
  const remote = packages.filter(([, { resolved }]) => /^(https?|git)/.test(resolved ?? ''));
  expect(remote.map(([path]) => path)).toEqual([]);
});
