import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const program = join(import.meta.dirname, '..', 'main.ts');
/** Nothing is denied to root. */
const asOther =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];
const run = (words: readonly string[], env = {}) => {
  const [command = '', ...rest] = [...asOther, ...words];
  return spawnSync(command, rest, { encoding: 'utf8', cwd: '/', env: { ...process.env, ...env } });
};
const canRun = run(['test', '-r', program]).status === 0 && run([process.execPath, '--version']).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-denied-'));
  mkdirSync(join(folder, 'data'));
  mkdirSync(join(folder, 'closed'));
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'data'), 0o777);
  chmodSync(join(folder, 'closed'), 0o555);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(!canRun).each([
  ['data', { KINDRED_DATA: 'closed/data' }],
  ['shared', { KINDRED_DATA: 'data', KINDRED_SHARED: 'closed' }],
])('a %s folder that may not be written ends the start with a sentence', (_, folders) => {
  const paths = Object.entries(folders).map(([name, path]) => [name, join(folder, path)]);
  const settings = { KINDRED_PORT: '0', KINDRED_DEMO: 'off', KINDRED_LOG: 'silent', KINDRED_THREADS: '1' };
  const { status, stderr } = run([process.execPath, program], {
    ...settings,
    ...Object.fromEntries(paths),
  });
  expect([status, stderr.split('\n')]).toEqual([
    9,
    [
      expect.stringMatching(/^Error: .*closed.* cannot be read or written .*\(EACCES\)\.$/),
      expect.stringMatching(/^Next: Give this user the right/),
      '',
    ],
  ]);
});
