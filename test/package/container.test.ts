import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { answersRegistry, runProgram } from './support/registry.ts';

const root = join(import.meta.dirname, '..', '..');

it(
  'the steps of the Containerfile make a service that answers and is found healthy',
  async (context) => {
    context.skip(!(await answersRegistry()), 'the npm registry does not answer');
    const { status, stdout, stderr } = await runProgram(
      process.execPath,
      ['scripts/check-container.ts'],
      root,
      limits.sweep,
    );
    expect(status, `${stdout.slice(-2_000)}\n${stderr.slice(-2_000)}`).toBe(0);
    expect(stdout).toContain('the health check ends with 0');
    expect(stdout).toMatch(/What the image adds to its base: \d+ MiB/);
  },
  limits.sweep,
);
