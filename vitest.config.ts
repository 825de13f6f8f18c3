import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'demo/**/*.test.ts',
      'scripts/**/*.test.ts',
      'portal/**/*.test.{ts,tsx}',
      'clients/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    pool: 'forks',
    // One more than the cores of a small machine: tests wait for browsers, processes and disks.
    maxWorkers: 3,
    // Limits end what hangs and judge nothing: a machine may be busy with other things.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
