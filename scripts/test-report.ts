import { relative } from 'node:path';
import type { FileTime, TestRun } from './test-run.ts';

/** The part of vitest's JSON report that is used. */
export type TestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly ancestorTitles: readonly string[];
    }[];
  }[];
};

/** The part of the coverage summary that is used. */
export type CoverageSummary = { readonly total: { readonly lines: { readonly pct: number } } };

/** A suite that may be skipped says so in its name: `the Icecat example (skipped unless …)`. */
const reasonInName = /\s*\(skipped(:)?\s+([^()]+)\)/;

/** `the sample (skipped unless X)` → `skipped: the sample, because it is skipped unless X`. */
const explain = (name: string): string | null => {
  const match = reasonInName.exec(name);
  if (!match) return null;
  const [whole, colon, reason = ''] = match;
  return `skipped: ${name.replace(whole, '')}, because ${colon ? reason : `it is skipped ${reason}`}`;
};

/**
 * One line for each suite or test that did not run, with its reason. All tests of a suite that gives the reason are one
 * line. A test without a reason is listed with its file, so that it cannot go unnoticed.
 */
export const listSkipped = ({ testResults }: TestReport): string[] => {
  const lines = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
      .map(
        ({ title, ancestorTitles }) =>
          [...ancestorTitles, title].map(explain).find((line) => line !== null) ??
          `skipped: ${title}, no reason given in ${file}`,
      ),
  );
  return [...new Set(lines)];
};

export const countPassed = ({ testResults }: TestReport): number =>
  testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed')
    .length;

/** One line for each test that failed, and for each file whose tests could not begin or end. */
export const listFailed = ({ testResults }: TestReport): string[] =>
  testResults.flatMap(({ name: file, status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`failed: ${file}, outside of its tests`];
    return failed.map(
      ({ title, ancestorTitles }) => `failed: ${file} > ${[...ancestorTitles, title].join(' > ')}`,
    );
  });

/** Among them are tests that wait for browsers, servers and processes, which are late when the machine does much else. */
const waiting = ['browser', 'alone', 'shared', 'dom'];
/** More files than this do not fail by chance. */
const mostAgain = 5;

/**
 * Files that are worth a second run by themselves: only of projects in which tests wait for others. Whole files, because the tests
 * of a journey build on one another. None when anything else failed, too: that is a failure in any case.
 */
export const listFilesToRunAgain = ({ testResults }: TestReport, { times, errors }: TestRun): string[] => {
  const failed = testResults
    .filter(({ status, assertionResults }) =>
      [status, ...assertionResults.map((each) => each.status)].includes('failed'),
    )
    .map(({ name }) => relative(process.cwd(), name));
  const mayWait = (file: string): boolean =>
    times.some((each) => each.file === file && waiting.includes(each.project));
  return errors.length === 0 && failed.length <= mostAgain && failed.every(mayWait) ? failed : [];
};

/** Per cent of lines, cut (not rounded up) to one decimal place: 91.99 is 91.9. */
export const formatCoverage = ({ total }: CoverageSummary): string =>
  `line coverage of src: ${(Math.floor(total.lines.pct * 10) / 10).toFixed(1)} %`;

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The sum of the times of each project, and the files that took longest. Files run beside one another. */
export const listTimes = (times: readonly FileTime[], listed = 10): string[] => {
  const sums = new Map<string, number>();
  for (const { project, ms } of times) sums.set(project, (sums.get(project) ?? 0) + ms);
  return [
    'time of the tests by project, summed over files that run beside one another:',
    ...[...sums].sort(([, a], [, b]) => b - a).map(([project, ms]) => `  ${project}: ${formatSeconds(ms)}`),
    'slowest files:',
    ...[...times]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, listed)
      .map(({ file, ms }) => `  ${file}: ${formatSeconds(ms)}`),
  ];
};
