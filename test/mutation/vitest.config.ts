import { defineConfig } from 'vitest/config';

/** The tests of the mutated folders. Tests that start processes of their own would run unmutated code. */
export default defineConfig({
  test: {
    include: [
      'src/store/**/*.test.ts',
      'src/files/**/*.test.ts',
      'src/http/edge/**/*.test.ts',
      'src/ingest/fetch/**/*.test.ts',
      'src/ingest/bad-input-addresses.test.ts',
    ],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
