import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { hasProgram } from '../../scripts/install-packages.ts';

type Options = { readonly packages: readonly string[]; readonly env?: Readonly<Record<string, string>> };

/** Runs a program of the system. Where it is missing, its package is installed with `CI=true`, else the test is skipped. */
export const runTool = (
  context: TestContext,
  program: string,
  parameters: readonly string[],
  { packages, env = {} }: Options,
): { readonly status: number | null; readonly output: string } => {
  const isThere =
    process.env['CI'] === 'true'
      ? hasProgram(program, packages)
      : spawnSync(program, ['--version']).error === undefined;
  if (!isThere && process.env['CI'] === 'true') throw new Error(`${program} cannot be installed.`);
  context.skip(!isThere, `${program} is not installed`);
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, output: stdout + stderr };
};
