import { parseArgs } from 'node:util';
import { listLeftToFullRun, type Part } from '../test/full-run.ts';
import { type Check, checks, lint, run, runChecks } from './checks.ts';
import { runTests, type Tested } from './run-tests.ts';

const usage = `The checks and tests of the project. The last line counts them together: "N passed, N failed".
  npm test                     all checks and, of the tests, what a change can break
  npm test -- --coverage       the same, and counts covered lines
  npm run test:rest            what \`npm test\` leaves to the full run
  npm run test:all             both in one run
  npm run check types lint     only what is named; \`tests\` are those of \`npm test\``;
const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'quick' },
    coverage: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const known = [...checks, lint].map(({ name }) => name);
if (values.help) {
  console.log(`${usage}\nChecks: ${known.join(', ')}.`);
  process.exit(0);
}
const unknown = named.filter((name) => name !== 'tests' && !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no check called ${unknown.join(', ')}. Known: ${known.join(', ')}, tests.`);
  process.exit(2);
}
const isPart = (text: string): text is Part => ['quick', 'rest', 'all'].includes(text);
const part = isPart(values.part) ? values.part : null;
if (part === null) {
  console.error(`There is no part called ${values.part}. Known: quick, rest, all.`);
  process.exit(2);
}

/** The rest has no checks: `npm test` runs all of them. */
const wants = (name: string): boolean =>
  named.length === 0 ? name === 'tests' || part !== 'rest' : named.includes(name);
const choose = (from: readonly Check[]): Check[] => from.filter(({ name }) => wants(name));

/** Once, before several test processes need it. Tests say what to do when there is none. */
const installBrowser = (): Promise<boolean> => run(['node', 'scripts/find-browser.ts']);

const startedAt = Date.now();
const browser = wants('tests') ? installBrowser() : null;
const linting = runChecks(choose([lint]));
const others = await runChecks(choose(checks));
await browser;
const testsAt = Date.now();
const counted = values.coverage || (part === 'all' && named.length === 0);
const nothing: Tested = { passed: 0, failed: 0, notes: [], failures: [] };
const tested = wants('tests') ? await runTests(part, counted) : nothing;
const testedAt = Date.now();
const checked = [...others, ...(await linting)];

const broken = checked.filter(({ ok }) => !ok);
const seconds = (count: number): string => `${count.toFixed(0)} s`;
for (const note of tested.notes) console.log(note);
if (wants('tests') && part === 'quick') {
  console.log('left to the full run, `npm run test:all`:');
  for (const line of listLeftToFullRun()) console.log(`  ${line}`);
}
if (checked.length > 0)
  console.log(`checks: ${checked.map((each) => `${each.name} ${seconds(each.seconds)}`).join(', ')}`);
if (named.length === 0) {
  const [checking, testing] = [(testsAt - startedAt) / 1000, (testedAt - testsAt) / 1000];
  console.log(`all checks ${seconds(checking)}, then all tests ${seconds(testing)}`);
}
for (const { name } of broken) console.log(`failed: the check ${name}`);
for (const failure of tested.failures) console.log(failure);
const failed = broken.length + tested.failed;
console.log(`${checked.length - broken.length + tested.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
