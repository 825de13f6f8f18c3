import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What one file of tests took. */
export type FileTime = { readonly file: string; readonly project: string; readonly ms: number };

/** What Vitest's JSON report does not say. */
export type TestRun = {
  readonly times: readonly FileTime[];
  /** What was thrown outside of all tests. The run fails although each test passed. */
  readonly errors: readonly string[];
};

/** Names the file that the run is written to. */
export const testRunVariable = 'KINDRED_TEST_RUN';

const measure = (module: TestModule): FileTime => {
  const { collectDuration, duration } = module.diagnostic();
  const file = relative(process.cwd(), module.moduleId);
  return { file, project: module.project.name, ms: Math.round(collectDuration + duration) };
};

export default class TestRunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env[testRunVariable];
    if (file === undefined) return;
    const run: TestRun = {
      times: modules.map(measure),
      errors: errors.map(({ stack, message }) => stack ?? message),
    };
    writeFileSync(file, JSON.stringify(run));
  }
}
