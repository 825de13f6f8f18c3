import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more: whole contracts, browsers, databases, torture. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\.contract\.test\.ts$|\/test\/(architecture|guides|portal|postgres|shop|storefront|torture)\//.test(
    moduleId,
  );

/**
 * Starts long files first. A fresh clone knows no durations, so Vitest would sort by size of file, and a short file
 * that runs long would be left alone at the end. Files that share processes come last, one after the other: Vitest ends
 * a process when the next file cannot share it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const short = sorted.filter((file) => !isLong(file));
    return [
      ...sorted.filter(isLong),
      ...short.filter(({ project }) => project.config.isolate),
      ...short.filter(({ project }) => !project.config.isolate),
    ];
  }
}
