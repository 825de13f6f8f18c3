import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** What one file of tests took. */
export type FileTime = { readonly file: string; readonly project: string; readonly ms: number };

/** Names the file that the times are written to. */
export const timesVariable = 'KINDRED_TEST_TIMES';

const measure = (module: TestModule): FileTime => {
  const { collectDuration, duration } = module.diagnostic();
  return {
    file: relative(process.cwd(), module.moduleId),
    project: module.project.name,
    ms: Math.round(collectDuration + duration),
  };
};

/** A reporter of Vitest: its JSON report has neither projects nor the time of imports and hooks. */
export default class TestTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[timesVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(modules.map(measure)));
  }
}
