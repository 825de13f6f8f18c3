import { beforeEach } from 'vitest';

/** For tests of one file that build on one another: after one that failed the others would only wait in vain. */
export const stopAtFirstFailure = (): void =>
  beforeEach(({ task, skip }) => {
    const failed = task.suite?.tasks.find(({ result }) => result?.state === 'fail');
    if (failed) skip(`"${failed.name}" failed before it`);
  });
