// The inner loop: runs the tests nearest to what changed since the last commit, in seconds. `npm run test:changed main`
// takes what changed since `main`. It proves little: `npm test` decides.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fullRunOnly } from '../test/full-run.ts';
import { run } from './checks.ts';
import { listNearTests } from './near-tests.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 << 20 })
    .split('\n')
    .filter((line) => line !== '');

const [since = 'HEAD'] = process.argv.slice(2);
const untracked = git('ls-files', '--others', '--exclude-standard');
const changed = [...git('diff', '--name-only', since), ...untracked];
const files = [...git('ls-files', '*.ts', '*.tsx'), ...untracked].filter(
  (file) => /\.tsx?$/.test(file) && existsSync(file),
);
const left = new Set(fullRunOnly.map((each) => each.files));
/** Browsers take a minute to show anything. */
const isSlow = (file: string): boolean => left.has(file) || /^test\/(portal|storefront)\//.test(file);
const near = listNearTests(changed, files, (file) => readFileSync(file, 'utf8'));
const tests = near.filter((file) => !isSlow(file));

if (near.length > tests.length)
  console.log(`left out, because they take a minute: ${near.filter(isSlow).join(', ')}`);
if (tests.length === 0) console.log(`No test is near to what changed since ${since}. \`npm test\` runs all.`);
else process.exitCode = (await run(['vitest', 'run', ...tests])) ? 0 : 1;
