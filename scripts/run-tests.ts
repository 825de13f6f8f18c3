import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { listRestFiles, type Part } from '../test/full-run.ts';
import { run } from './checks.ts';
import { endProcesses } from './end-processes.ts';
import { findServerFolder, folderVariable } from './postgres/install-server.ts';
import {
  type CoverageSummary,
  countPassed,
  formatCoverage,
  listFailed,
  listFilesToRunAgain,
  listSkipped,
  listTimes,
  type TestReport,
} from './test-report.ts';
import { type TestRun, testRunVariable } from './test-run.ts';

/** Per cent of the lines of src. */
const leastCoverage = 92;

export type Tested = {
  readonly passed: number;
  readonly failed: number;
  /** Lines for the end of the output. */
  readonly notes: readonly string[];
  /** What failed, for the very end: nobody has to search for it. */
  readonly failures: readonly string[];
};

/** Tests are no source; what runs in other processes is not counted, nor what test/coverage.ts leaves out. */
const coverageOptions = (folder: string): string[] => [
  '--coverage.enabled',
  '--coverage.provider=custom',
  '--coverage.customProviderModule=test/coverage.ts',
  '--coverage.reporter=json-summary',
  `--coverage.reportsDirectory=${folder}`,
  '--coverage.reportOnFailure',
  '--coverage.include=src/**/*.ts',
  '--coverage.exclude=src/**/*.test.ts',
];

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

type Coverage = { readonly failed: number; readonly note: string };

const judgeCoverage = (folder: string): Coverage => {
  const summary = readJson<CoverageSummary>(join(folder, 'coverage-summary.json'));
  const isThin = summary.total.lines.pct < leastCoverage;
  const note = `${formatCoverage(summary)}${isThin ? ` (must be at least ${leastCoverage} %)` : ''}`;
  return { failed: isThin ? 1 : 0, note };
};

/** For a run that hangs as a whole; tests have shorter limits of their own. It takes about ten minutes on two quiet cores. */
const longestRunMs = 45 * 60_000;

/** Of the tests, too, so that nothing of theirs is left after it. */
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-run-'));
  // A database server of tests runs as another user.
  chmodSync(folder, 0o711);
  return folder;
};

/** One that cannot be removed, such as a disk that is still mounted in it, says nothing about the tests. */
const removeFolder = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.error(`${folder} cannot be removed: ${String(error)}`);
  }
};

type Run = {
  readonly ok: boolean;
  readonly tests: TestReport;
  readonly run: TestRun;
  /** Lines for the end of the output. */
  readonly notes: readonly string[];
};

/** Throws when it ended without a report. */
const runVitest = async (folder: string, part: Part, options: readonly string[]): Promise<Run> => {
  const inFolder = (name: string): string => join(folder, name);
  const [report, told] = [inFolder('tests.json'), inFolder('run.json')];
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./scripts/test-run.ts'];
  const environment = {
    KINDRED_TEST_PART: part,
    [testRunVariable]: told,
    [folderVariable]: findServerFolder(),
    TMPDIR: folder,
  };
  const command = ['vitest', 'run', ...reporters, `--outputFile.json=${report}`, ...options];
  const ok = await run(command, environment, longestRunMs);
  const ended = await endProcesses(`TMPDIR=${folder}`);
  const notes = ended.map((command) => `left running by a test, and ended: ${command}`);
  return { ok, tests: readJson<TestReport>(report), run: readJson<TestRun>(told), notes };
};

/** In CI, files that failed because the machine was busy get a second chance, and are named. */
const runFailedAgain = async (first: Run, folder: string, part: Part): Promise<Run> => {
  const again = process.env.CI === undefined ? [] : listFilesToRunAgain(first.tests, first.run);
  if (again.length === 0) return first;
  console.log(`run again by themselves: ${again.join(', ')}`);
  const failedFirst = listFailed(first.tests).map((failure) => `at the first run ${failure}`);
  const second = await runVitest(folder, part, again);
  const isAgain = (name: string): boolean => again.includes(relative(process.cwd(), name));
  const others = first.tests.testResults.filter(({ name }) => !isAgain(name));
  const tests = { testResults: [...others, ...second.tests.testResults] };
  const notes = [...first.notes, ...failedFirst, ...second.notes];
  return { ok: second.ok, tests, run: { ...first.run, errors: second.run.errors }, notes };
};

/** A run that dies before it reports counts as one failure, and so does too little coverage. */
export const runTests = async (part: Part, counted: boolean): Promise<Tested> => {
  const folder = createFolder();
  const coverage = join(folder, 'coverage');
  const options = [
    ...(counted ? coverageOptions(coverage) : []),
    ...(part === 'rest' ? listRestFiles() : []),
  ];
  try {
    const first = await runVitest(folder, part, options);
    const { ok, tests, run, notes } = await runFailedAgain(first, folder, part);
    const judged = counted ? [judgeCoverage(coverage)] : [];
    const thrown = run.errors.map((error) => `failed: thrown outside of all tests: ${error}`);
    const failures = [...listFailed(tests), ...thrown];
    return {
      passed: countPassed(tests),
      failed: Math.max(ok ? 0 : 1, failures.length) + judged.reduce((sum, { failed }) => sum + failed, 0),
      notes: [...listTimes(run.times), ...listSkipped(tests), ...notes, ...judged.map(({ note }) => note)],
      failures,
    };
  } catch (error) {
    return { passed: 0, failed: 1, notes: [], failures: [`The tests left no report: ${String(error)}`] };
  } finally {
    removeFolder(folder);
  }
};
