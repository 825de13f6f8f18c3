import { defineConfig } from 'vitest/config';

/** The tests of one group; `run.ts` names them. */
const patterns = JSON.parse(
  process.env['KINDRED_MUTATION_TESTS'] ?? '["src/store/**/*.test.ts"]',
) as string[];

export default defineConfig({
  test: {
    include: patterns.filter((pattern) => !pattern.startsWith('!')),
    exclude: patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)),
    pool: 'forks',
    testTimeout: Number(process.env['KINDRED_MUTATION_TEST_LIMIT'] ?? 8_000),
    hookTimeout: 60_000,
  },
});
