import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';

/**
 * V8 counts every block that runs, which makes loops take up to twelve times as long. Projects with `TEST_COVERAGE=off` are
 * not counted: what they run, others run too, or nearly all of it.
 */
const isCounted = (): boolean => process.env['TEST_COVERAGE'] !== 'off';

export default {
  getProvider: () => v8.getProvider(),
  startCoverage: async (options) => {
    if (isCounted()) await v8.startCoverage?.(options);
  },
  takeCoverage: async (options) => (isCounted() ? await v8.takeCoverage?.(options) : undefined),
  stopCoverage: async (options) => {
    if (isCounted()) await v8.stopCoverage?.(options);
  },
} satisfies CoverageProviderModule;
