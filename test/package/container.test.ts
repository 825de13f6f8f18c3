import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limits } from '../limits.ts';

const root = join(import.meta.dirname, '..', '..');

it(
  'the steps of the Containerfile make a service that answers and is found healthy',
  (context) => {
    const registry = spawnSync('npm', ['view', 'npm', 'version'], { stdio: 'ignore' });
    context.skip(registry.status !== 0, 'the npm registry does not answer');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-container.ts'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    expect(status, `${stdout.slice(-2_000)}\n${stderr.slice(-2_000)}`).toBe(0);
    expect(stdout).toContain('the health check ends with 0');
    expect(stdout).toMatch(/What the image adds to its base: \d+ MiB/);
  },
  limits.sweep,
);
