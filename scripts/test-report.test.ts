import { describe, expect, it } from 'vitest';
import {
  formatCoverage,
  listFailed,
  listFilesToRunAgain,
  listSkipped,
  listTimes,
  type TestReport,
} from './test-report.ts';

const report = (...tests: [status: string, title: string, ...suites: string[]][]): TestReport => ({
  testResults: [
    {
      name: 'src/x.test.ts',
      status: 'passed',
      assertionResults: tests.map(([status, title, ...ancestorTitles]) => ({
        status,
        title,
        ancestorTitles,
      })),
    },
  ],
});

describe('listSkipped', () => {
  it('lists a skipped suite once, with the reason in its name', () => {
    const suite = 'the sample (skipped unless KINDRED_TEST_DATA names it)';
    expect(listSkipped(report(['skipped', 'is read', suite], ['skipped', 'is counted', suite]))).toEqual([
      'skipped: the sample, because it is skipped unless KINDRED_TEST_DATA names it',
    ]);
  });

  it('takes the reason of a single test', () => {
    expect(listSkipped(report(['pending', 'in PHP asks the box (skipped: there is no php)']))).toEqual([
      'skipped: in PHP asks the box, because there is no php',
    ]);
  });

  it('names the file of a test without a reason', () => {
    expect(listSkipped(report(['skipped', 'works'], ['todo', 'will work']))).toEqual([
      'skipped: works, no reason given in src/x.test.ts',
      'skipped: will work, no reason given in src/x.test.ts',
    ]);
  });

  it('is empty when everything ran', () => {
    expect(listSkipped(report(['passed', 'works (skipped unless it does)'], ['failed', 'fails']))).toEqual(
      [],
    );
  });
});

describe('listFailed', () => {
  it('names each failed test with its suites, and nothing else', () => {
    expect(listFailed(report(['failed', 'fails', 'a suite', 'a part'], ['passed', 'works']))).toEqual([
      'failed: src/x.test.ts > a suite > a part > fails',
    ]);
  });

  it('names a file that could not be read', () => {
    const [file] = report().testResults;
    const broken = {
      ...report(),
      testResults: [{ assertionResults: [], name: file?.name ?? '', status: 'failed' }],
    };
    expect(listFailed(broken)).toEqual(['failed: src/x.test.ts, outside of its tests']);
  });
});

describe('listFilesToRunAgain', () => {
  const failed = report(['failed', 'fails'], ['passed', 'works']);
  const ran = (project: string, errors: string[] = []) => ({
    times: [{ file: 'src/x.test.ts', project, ms: 1 }],
    errors,
  });

  it.each(['browser', 'alone', 'shared', 'dom'])('names a failed file of the project %s', (project) => {
    expect(listFilesToRunAgain(failed, ran(project))).toEqual(['src/x.test.ts']);
  });

  it('names nothing when all passed, when a test failed that waits for nobody, or when something was thrown outside of tests', () => {
    expect(listFilesToRunAgain(report(['passed', 'works']), ran('browser'))).toEqual([]);
    expect(listFilesToRunAgain(failed, ran('computing'))).toEqual([]);
    expect(listFilesToRunAgain(failed, ran('browser', ['a fault']))).toEqual([]);
  });

  it('names nothing when many files failed', () => {
    const many = { testResults: Array.from({ length: 6 }, () => failed.testResults).flat() };
    expect(listFilesToRunAgain(many, ran('browser'))).toEqual([]);
  });
});

describe('formatCoverage', () => {
  it.each([
    [92, '92.0'],
    [91.99, '91.9'],
    [100, '100.0'],
    [0, '0.0'],
  ])('prints %f as %s', (pct, text) => {
    expect(formatCoverage({ total: { lines: { pct } } })).toBe(`line coverage of src: ${text} %`);
  });
});

describe('listTimes', () => {
  it('sums by project and lists the slowest files, longest first', () => {
    const times = [
      { file: 'a.test.ts', project: 'shared', ms: 1_000 },
      { file: 'b.test.ts', project: 'browser', ms: 61_500 },
      { file: 'c.test.ts', project: 'shared', ms: 2_500 },
    ];
    expect(listTimes(times, 2)).toEqual([
      'time of the tests by project, summed over files that run beside one another:',
      '  browser: 61.5 s',
      '  shared: 3.5 s',
      'slowest files:',
      '  b.test.ts: 61.5 s',
      '  c.test.ts: 2.5 s',
    ]);
  });
});
