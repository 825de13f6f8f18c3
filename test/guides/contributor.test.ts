import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { cloneRepository, commitAll } from './support/clone-repository.ts';
import { root } from './support/read-guide.ts';

/*
 * The path of somebody who changes one line for the first time, as CONTRIBUTING.md describes it: a clone, a change in an
 * operation, the inner loop, and the quick checks before a commit. `npm test`, which the template of a pull request asks for, is this
 * run, with its types.
 */
const changed = 'src/operations/related/curate.ts';
let folder: string;
let clone: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-contributor-'));
  clone = join(folder, 'kindred');
  cloneRepository(clone);
  // What is not committed here is no change of the contributor.
  commitAll(clone, 'as it is');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** As somebody types it: without the variables of this run. */
const run = async (...words: string[]): Promise<{ readonly ok: boolean; readonly output: string }> => {
  const own = /^(npm_|VITEST|TEST|KINDRED_TEST_PART)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const ended = promisify(execFile)('npm', words, {
    cwd: clone,
    env,
    timeout: limits.import,
    maxBuffer: 1e8,
  });
  return ended.then(
    ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, output: stdout + stderr }),
  );
};

const change = (search: string, replace: string): void => {
  const file = join(clone, changed);
  const source = readFileSync(file, 'utf8');
  expect(source).toContain(search);
  writeFileSync(file, source.replace(search, replace));
};

describe('a change of one line', () => {
  it('is in the guide for contributors', () => {
    expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toContain(changed);
  });

  it(
    'that breaks something fails in the inner loop, and passes when it is mended',
    async () => {
      change('weight: 1 };', 'weight: 0 };');
      const broken = await run('run', 'test:changed');
      expect(broken.ok, broken.output).toBe(false);
      expect(broken.output).toMatch(/Tests .*\d+ failed/);
      change('weight: 0 };', 'weight: 1 }; // As before.');
      const mended = await run('run', 'test:changed');
      expect(mended.ok, mended.output).toBe(true);
      expect(mended.output).toMatch(/Tests .*\d+ passed/);
    },
    limits.processes,
  );

  it(
    'passes the checks before a commit, and what is generated stays as it is',
    async () => {
      const { ok, output } = await run('run', 'check', 'format', 'openapi', 'client-types');
      expect(ok, output).toBe(true);
      expect(output).toContain('3 passed, 0 failed');
      const status = execFileSync('git', ['status', '--porcelain'], {
        cwd: clone,
        encoding: 'utf8',
      });
      expect(status.trim()).toBe(`M ${changed}`);
    },
    limits.processes,
  );
});
