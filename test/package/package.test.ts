import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChild } from '../../bench/support/start-child.ts';
import { limits } from '../limits.ts';
import { createFreshProject, type FreshProject } from '../storefront/support/fresh-project.ts';

/*
 * The npm package as a stranger gets it: packed, installed in an empty folder outside of the repository, and started there.
 */
const root = join(import.meta.dirname, '..', '..');
const mostBytes = 30e6;
let folder: string;
let tarball: string;
let project: FreshProject;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-package-'));
  const program = [join(root, 'scripts', 'build-package.ts'), '--pack', folder];
  await promisify(execFile)(process.execPath, program, { cwd: root, timeout: limits.import });
  const [file = ''] = await readdir(folder);
  tarball = join(folder, file);
  project = await createFreshProject([tarball]);
}, limits.processes);
afterAll(async () => {
  await project.remove();
  await rm(folder, { recursive: true, force: true });
});

const program = (): string =>
  join(project.folder, 'node_modules', '@kindred-search', 'kindred', 'bin', 'kindred.js');

describe('the npm package', () => {
  it('is small, and is called as the project is', async () => {
    expect((await stat(tarball)).size).toBeLessThan(mostBytes);
    expect(tarball).toMatch(/kindred-search-kindred-\d+\.\d+\.\d+\.tgz$/);
  });

  it('has the commands', async () => {
    const help = await project.run('npx', 'kindred', '--help');
    expect(help).toContain('import [options] <website/dataset> [feed]');
  });

  it('checks a machine', async () => {
    const report = await project.run('npx', 'kindred', 'doctor', '--json', '--data', join(folder, 'empty'));
    expect(report).toContain('"ok": true');
  });

  it(
    'starts, makes the demo, answers, and shows the portal',
    async () => {
      const { child, value: calls } = await startChild(
        [program(), 'start'],
        { KINDRED_DATA: join(folder, 'data'), KINDRED_PORT: '0', KINDRED_THREADS: '1' },
        (line) => {
          const [why] = /There is no demo shop: .*/.exec(line) ?? [];
          if (why !== undefined) throw new Error(why);
          return /curl -H '([^:]+): (\S+)' '(http[^']+)'/.exec(line);
        },
        limits.import,
      );
      try {
        const [, header = '', key = '', url = ''] = calls;
        const answer = await fetch(url, { headers: { [header]: key } });
        expect(await answer.json()).toMatchObject({ resultStatus: 'resultFound' });
        const portal = await fetch(new URL('/portal', url));
        expect([portal.status, await portal.text()]).toEqual([200, expect.stringContaining('<title>')]);
      } finally {
        const gone = once(child, 'exit');
        child.kill();
        await gone;
      }
    },
    limits.processes,
  );

  it(
    'starts where its programs for pictures are not installed, says so and what to do',
    async () => {
      for (const name of ['sharp', 'onnxruntime-node'])
        await rm(join(project.folder, 'node_modules', name), { recursive: true, force: true });
      const text = 'sharp and onnxruntime-node cannot be loaded';
      const install = 'ONNXRUNTIME_NODE_INSTALL_CUDA=skip npm install sharp onnxruntime-node';
      const report = await project.run('npx', 'kindred', 'doctor', '--data', join(folder, 'bare'));
      expect(report).toMatch(new RegExp(`warn +pictures +${text}`));
      expect(report).toContain(`Next, pictures: Run \`${install}\``);
      let printed = '';
      const { child, value: url } = await startChild(
        [program(), 'start'],
        { KINDRED_DATA: join(folder, 'bare'), KINDRED_PORT: '0', KINDRED_THREADS: '1' },
        (line) => {
          printed += line;
          return /answers on (http:\S+)/.exec(line)?.[1] ?? null;
        },
        limits.wait,
      );
      try {
        expect(printed).toContain(`There is no demo shop: ${text}. Run \`${install}\``);
        expect((await fetch(new URL('/readyz', url))).status).toBe(200);
      } finally {
        const gone = once(child, 'exit');
        child.kill();
        await gone;
      }
    },
    limits.processes,
  );
});
