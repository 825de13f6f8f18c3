// Everything a reviewer would check, in one command. `npm test` runs all of it; `npm run check types lint`
// runs only what is named. The last line counts checks and tests together: "N passed, N failed".
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Check = { name: string; command: string[] };

const checks: Check[] = [
  { name: 'format', command: ['biome', 'format', '--error-on-warnings', '.'] },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'portal', 'storefront'],
  },
  { name: 'docs', command: ['node', 'scripts/check-docs.ts'] },
  { name: 'openapi', command: ['node', 'scripts/write-openapi.ts', '--check'] },
  { name: 'client-types', command: ['node', 'scripts/write-client-types.ts', '--check'] },
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'portal-types', command: ['tsc', '--project', 'portal'] },
  { name: 'storefront-types', command: ['tsc', '--project', 'storefront'] },
  { name: 'portal-budget', command: ['node', 'scripts/check-portal-budget.ts'] },
  { name: 'lint', command: ['eslint', '--max-warnings', '0', '.'] },
];

const run = (command: readonly string[]): Promise<boolean> =>
  new Promise((done) => {
    const [program = 'node', ...args] = command;
    const child = spawn(program, args, { stdio: 'inherit' });
    child.on('error', () => done(false));
    child.on('exit', (code) => done(code === 0));
  });

const runChecks = async (chosen: readonly Check[]): Promise<{ passed: number; failed: number }> => {
  let passed = 0;
  for (const { name, command } of chosen) {
    const startedAt = Date.now();
    const ok = await run(command);
    if (ok) passed += 1;
    console.log(`${ok ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`);
  }
  return { passed, failed: chosen.length - passed };
};

/** A run that dies before it reports counts as one failure. */
const runTests = async (): Promise<{ passed: number; failed: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-check-'));
  const file = join(folder, 'tests.json');
  const ok = await run([
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    const failed = ok ? report.numFailedTests : Math.max(1, report.numFailedTests);
    return { passed: report.numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => name !== 'tests' && !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check called ${unknown.join(', ')}. Known: ${checks.map((c) => c.name).join(', ')}, tests.`,
  );
  process.exit(2);
}
const wanted = (name: string): boolean => named.length === 0 || named.includes(name);

const checked = await runChecks(checks.filter((check) => wanted(check.name)));
const tested = wanted('tests') ? await runTests() : { passed: 0, failed: 0 };
const failed = checked.failed + tested.failed;
console.log(`${checked.passed + tested.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
