import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more: whole contracts, browsers, databases, torture. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\.contract\.test\.ts$|\/test\/(architecture|guides|package|portal|postgres|release|shop|storefront|torture)\//.test(
    moduleId,
  );

/** Tests in browsers take longest; those of modules are many and short, and fill the end. */
const order = ['browser', 'alone', 'computing', 'dom', 'portal', 'shared'];

/**
 * Starts long files first. A fresh clone knows no durations, so Vitest would sort by size of file, and a short file
 * that runs long would be left alone at the end. Files of a project that shares processes follow one another: Vitest ends
 * a process when the next file cannot share it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = new Set([...order, ...sorted.map(({ project }) => project.name)]);
    return [...names].flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
