import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'demo/**/*.test.ts',
      'scripts/**/*.test.ts',
      'portal/**/*.test.ts',
      'clients/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    pool: 'forks',
    maxWorkers: 2,
    // Limits end what hangs and judge nothing: a machine may be busy with other things.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
