// Everything a reviewer would check, in one command. `npm test` runs all of it; `npm run check types lint`
// runs only what is named. The last line counts checks and tests together: "N passed, N failed".
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CoverageSummary, formatCoverage, listSkipped, type TestReport } from './test-report.ts';

/** Per cent of the lines of src. */
const leastCoverage = 92;

type Check = { name: string; command: string[] };

const checks: Check[] = [
  { name: 'format', command: ['biome', 'format', '--error-on-warnings', '.'] },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'demo', 'portal', 'storefront'],
  },
  { name: 'docs', command: ['node', 'scripts/check-docs.ts'] },
  { name: 'openapi', command: ['node', 'scripts/write-openapi.ts', '--check'] },
  { name: 'openapi-lint', command: ['node', 'scripts/lint-openapi.ts'] },
  { name: 'client-types', command: ['node', 'scripts/write-client-types.ts', '--check'] },
  { name: 'notices', command: ['node', 'scripts/write-notices.ts', '--check'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'portal-types', command: ['tsc', '--project', 'portal'] },
  { name: 'storefront-types', command: ['tsc', '--project', 'storefront'] },
  { name: 'react-types', command: ['tsc', '--project', 'clients/react', '--noEmit'] },
  { name: 'vue-types', command: ['tsc', '--project', 'clients/vue', '--noEmit'] },
  { name: 'portal-budget', command: ['node', 'scripts/check-portal-budget.ts'] },
];
/** It takes longest, and runs beside the others. */
const lint: Check = { name: 'lint', command: ['oxlint'] };

/** Hundreds of processes load the same modules; compiling them takes half of the time of a short command. */
const compileCache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled');

const run = (command: readonly string[]): Promise<boolean> =>
  new Promise((done) => {
    const [program = 'node', ...args] = command;
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    const child = spawn(program, args, { stdio: 'inherit', env });
    child.on('error', () => done(false));
    child.on('exit', (code) => done(code === 0));
  });

const runCheck = async ({ name, command }: Check): Promise<boolean> => {
  const startedAt = Date.now();
  const ok = await run(command);
  console.log(`${ok ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`);
  return ok;
};

/** One after the other: the other core is busy with lint. */
const runChecks = async (chosen: readonly Check[]): Promise<boolean[]> => {
  const results: boolean[] = [];
  for (const check of chosen) results.push(await runCheck(check));
  return results;
};

type Tested = {
  readonly passed: number;
  readonly failed: number;
  /** Lines for the end of the output. */
  readonly notes: readonly string[];
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

/** A run that dies before it reports counts as one failure. Too little coverage fails a whole run only. */
const runTests = async (isWhole: boolean): Promise<Tested> => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-check-'));
  const file = join(folder, 'tests.json');
  const ok = await run([
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...coverageOptions(join(folder, 'coverage')),
  ]);
  try {
    const report = readJson<TestReport>(file);
    const failed = ok ? report.numFailedTests : Math.max(1, report.numFailedTests);
    const summary = readJson<CoverageSummary>(join(folder, 'coverage', 'coverage-summary.json'));
    const isThin = isWhole && summary.total.lines.pct < leastCoverage;
    const coverage = `${formatCoverage(summary)}${isThin ? ` (must be at least ${leastCoverage} %)` : ''}`;
    return {
      passed: report.numPassedTests,
      failed: failed + (isThin ? 1 : 0),
      notes: [...listSkipped(report), coverage],
    };
  } catch (error) {
    return { passed: 0, failed: 1, notes: [`The tests left no report: ${String(error)}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const named = process.argv.slice(2);
const unknown = named.filter(
  (name) => name !== 'tests' && ![...checks, lint].some((check) => check.name === name),
);
if (unknown.length > 0) {
  console.error(
    `There is no check called ${unknown.join(', ')}. Known: ${[...checks, lint].map((c) => c.name).join(', ')}, tests.`,
  );
  process.exit(2);
}
const wanted = (name: string): boolean => named.length === 0 || named.includes(name);

/** Once, before several test processes need it. Tests say what to do when there is none. */
const installBrowser = (): Promise<boolean> => run(['node', 'scripts/find-browser.ts']);

const browser = wanted('tests') ? installBrowser() : null;
const linting = runChecks([lint].filter((check) => wanted(check.name)));
const others = await runChecks(checks.filter((check) => wanted(check.name)));
await browser;
const tested = wanted('tests') ? await runTests(named.length === 0) : { passed: 0, failed: 0, notes: [] };
const checked = [...others, ...(await linting)];
const failed = checked.filter((ok) => !ok).length + tested.failed;
for (const note of tested.notes) console.log(note);
console.log(`${checked.filter(Boolean).length + tested.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
