import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** Tests of modules: files share a process, because importing the modules anew for each takes longer than they run. */
const shared = ['src/**/*.test.ts', 'demo/**/*.test.ts', 'scripts/**/*.test.ts'];
/** They start services, browsers and processes, or put a DOM into the process: each file has a process of its own. */
const alone = [
  'test/**/*.test.ts',
  'portal/**/*.test.{ts,tsx}',
  'storefront/**/*.test.ts',
  'clients/**/*.test.ts',
  'examples/**/*.test.{ts,tsx}',
];

export default defineConfig({
  test: {
    pool: 'forks',
    // Two more than the cores of a small machine: tests wait for browsers, processes and disks.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Limits end what hangs and judge nothing: a machine may be busy with other things.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          globalSetup: 'test/portal/support/kept-vectors.ts',
        },
      },
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
    ],
  },
});
