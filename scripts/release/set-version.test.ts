import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { release } from '../../src/release.ts';
import { isLater, setVersion } from './set-version.ts';

const root = join(import.meta.dirname, '..', '..');
const versioned = ['package.json', 'package-lock.json', 'Containerfile', 'README.md', 'clients', 'examples'];

/** The files of a folder that name a version, as lines `file: line`. */
const findLines = (folder: string, version: string, files: readonly string[]): string[] =>
  files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes(version))
      .map((line) => `${file}: ${line.trim()}`),
  );

it('sets one version for service, clients and image, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-version-'));
  try {
    const tracked = execFileSync('git', ['ls-files', ...versioned], { cwd: root, encoding: 'utf8' });
    for (const file of tracked.trim().split('\n')) cpSync(join(root, file), join(folder, file));
    const files = setVersion(folder, '123.4.5');
    const written = findLines(folder, '123.4.5', files);
    expect(written.map((line) => line.split(':')[0])).toEqual([
      'package.json',
      'clients/react/package.json',
      'clients/typescript/package.json',
      'clients/vue/package.json',
      'Containerfile',
      'README.md',
      'examples/deploy/kubernetes/kindred.yaml',
      'package-lock.json',
      'package-lock.json',
    ]);
    expect(setVersion(folder, release).toSorted()).toEqual(files.toSorted());
    for (const file of files)
      expect(readFileSync(join(folder, file), 'utf8'), file).toBe(readFileSync(join(root, file), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['0.2.0', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.9', '0.2.0', false],
])('%s is later than %s: %s', (version, than, expected) => {
  expect(isLater(version, than)).toBe(expected);
});
