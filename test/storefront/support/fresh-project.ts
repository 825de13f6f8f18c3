import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../../limits.ts';

const execute = promisify(execFile);

/** As README says: an optional package whose install script cannot download its libraries for CUDA is left out without a word. */
const environment = { ...process.env, ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip' };

export type FreshProject = {
  readonly folder: string;
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** What a program of the project prints on both streams. It must end well. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<string>;
  readonly remove: () => Promise<void>;
};

/** An empty project outside of the repository, with these packages: names of the registry, or addresses. */
export const createFreshProject = async (packages: readonly string[]): Promise<FreshProject> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-project-'));
  const run: FreshProject['run'] = async (program, ...args) => {
    const { stdout, stderr } = await execute(program, args, {
      cwd: folder,
      env: environment,
      timeout: limits.import,
    });
    return stdout + stderr;
  };
  const write: FreshProject['write'] = async (files) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  };
  await write({ 'package.json': '{ "private": true }' });
  await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages);
  return { folder, write, run, remove: () => rm(folder, { recursive: true, force: true }) };
};
