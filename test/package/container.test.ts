import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { answersRegistry, runProgram } from './support/registry.ts';

const root = join(import.meta.dirname, '..', '..');

const has = async (program: string): Promise<boolean> =>
  (await runProgram(program, ['--version'])).status === 0;

/** It builds as root only, since Debian's root file system needs it. */
const canBuild = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await has('buildah')) && (await has('debootstrap'));

it(
  'the Containerfile makes a service that answers and is found healthy, built by buildah where it is installed',
  async (context) => {
    context.skip(!(await answersRegistry()), 'the npm registry does not answer');
    const program = (await canBuild()) ? 'build-image.ts' : 'check-container.ts';
    const { status, stdout, stderr } = await runProgram(
      process.execPath,
      [join('scripts', program)],
      root,
      limits.sweep,
    );
    expect(status, `${stdout.slice(-2_000)}\n${stderr.slice(-2_000)}`).toBe(0);
    expect(stdout).toContain('the health check ends with 0');
    const [size] =
      /What the image adds to its base: \d+ MiB|The image \S+ has .* its base .*/.exec(stdout) ?? [];
    expect(size).toBeDefined();
    process.stdout.write(
      `${program === 'build-image.ts' ? 'built by buildah' : 'without a builder, its steps only'}. ${size ?? ''}\n`,
    );
  },
  limits.sweep,
);
