import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { answersRegistry, runProgram } from './support/registry.ts';

/*
 * What only the registry can tell: whether the lock file installs with every npm that people have, and whether
 * a package has a known weakness.
 */
const root = join(import.meta.dirname, '..', '..');
const lockFile = 'package-lock.json';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-supply-'));
  for (const file of ['package.json', lockFile, '.npmrc', 'scripts/runtime', 'scripts/no-telemetry'])
    cpSync(join(root, file), join(folder, file), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => {
  const [program = 'npm', ...args] = words;
  return runProgram(program, args, folder);
};

describe.each([
  { node: 20, version: '10.8' },
  { node: 22, version: '10.9' },
  { node: 24, version: '11' },
  { node: 26, version: '12' },
])('the npm of Node $node', ({ version }) => {
  it(
    'installs the lock file, and leaves it as it is',
    async (context) => {
      context.skip(!(await answersRegistry()), 'the npm registry does not answer');
      const npm = ['npx', '--yes', `npm@${version}`];
      expect((await run(...npm, '--version')).stdout).toMatch(
        new RegExp(`^${version.replace('.', '\\.')}\\.`),
      );
      const { status, stdout, stderr } = await run(...npm, 'ci', '--dry-run', '--no-audit', '--no-fund');
      expect(status, stderr).toBe(0);
      expect(stdout).toMatch(/added \d{3,} packages/);
      expect(readFileSync(join(folder, lockFile), 'utf8')).toBe(readFileSync(join(root, lockFile), 'utf8'));
    },
    limits.processes,
  );
});

type Audit = { readonly vulnerabilities?: Record<string, { severity: string }> };

it(
  'no package that runs in production has a grave weakness that is known (skipped unless the registry answers an audit)',
  async (context) => {
    const { stdout } = await run('npm', 'audit', '--omit=dev', '--json');
    const { vulnerabilities } = JSON.parse(stdout) as Audit;
    context.skip(vulnerabilities === undefined, 'the npm registry answers no audit');
    const grave = Object.entries(vulnerabilities ?? {}).filter(([, { severity }]) =>
      ['high', 'critical'].includes(severity),
    );
    expect(grave.map(([name, { severity }]) => `${name}: ${severity}`)).toEqual([]);
  },
  limits.processes,
);
