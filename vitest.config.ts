import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'demo/**/*.test.ts',
      'scripts/**/*.test.ts',
      'portal/**/*.test.{ts,tsx}',
      'storefront/**/*.test.ts',
      'clients/**/*.test.ts',
      'examples/**/*.test.{ts,tsx}',
    ],
    pool: 'forks',
    // Two more than the cores of a small machine: tests wait for browsers, processes and disks.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Limits end what hangs and judge nothing: a machine may be busy with other things.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
