import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more: whole contracts, browsers, databases, torture. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\.contract\.test\.ts$|\/test\/(architecture|guides|portal|postgres|shop|storefront|torture)\//.test(
    moduleId,
  );

/**
 * Starts long files first. A fresh clone knows no durations, so Vitest would sort by size of file, and a short file
 * that runs long would be left alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
