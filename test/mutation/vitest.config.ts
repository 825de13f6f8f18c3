import { defineConfig } from 'vitest/config';
import { fullRunOnly, readPart } from '../full-run.ts';

/** The tests of one group; `run.ts` names them. */
const patterns = JSON.parse(
  process.env['KINDRED_MUTATION_TESTS'] ?? '["src/store/**/*.test.ts"]',
) as string[];

/** `--part quick` of `run.ts`: the judge is `npm test` alone. */
const leftOut = readPart(process.env) === 'quick' ? fullRunOnly.map(({ files }) => files) : [];

export default defineConfig({
  test: {
    include: patterns.filter((pattern) => !pattern.startsWith('!')),
    exclude: [
      ...patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)),
      ...leftOut,
    ],
    pool: 'forks',
    testTimeout: Number(process.env['KINDRED_MUTATION_TEST_LIMIT'] ?? 8_000),
    hookTimeout: 60_000,
  },
});
