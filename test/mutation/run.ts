// Mutation tests of what loses data or lets callers in: `npm run mutation`, or `node test/mutation/run.ts keys shop`.
// `--share 0.25 --seed 7` changes a seeded quarter of the lines; `--part quick` lets `npm test` alone judge.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MutationGroup, mutationGroups } from './groups.ts';
import { listMutated, type Sample, sampleLines } from './sample-lines.ts';
import {
  type FileScore,
  isTooLow,
  type MutationReport,
  renderScore,
  scoreFiles,
  sumScores,
} from './score.ts';

const root = join(import.meta.dirname, '..', '..');
const stryker = join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

const choosePlaces = (mutate: readonly string[], { share, seed }: Sample): readonly string[] =>
  share < 1 ? sampleLines(listMutated(mutate), { share, seed }) : [...mutate, '!src/**/*.test.ts'];

const runGroup = async (
  { name, mutate, tests, testLimit }: MutationGroup,
  sample: Sample,
  part: string,
): Promise<FileScore[]> => {
  process.stderr.write(`${name}\n`);
  // Results of an earlier run were judged by all tests.
  const args = [stryker, 'run', 'test/mutation/stryker.config.json', ...(part === 'all' ? [] : ['--force'])];
  const child = spawn(process.execPath, [...args, '--mutate', choosePlaces(mutate, sample).join(',')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      KINDRED_MUTATION_TESTS: JSON.stringify(tests),
      KINDRED_MUTATION_TEST_LIMIT: String(testLimit),
      KINDRED_TEST_PART: part,
    },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The mutation tests of ${name} ended with ${code}.`);
  const report = readFileSync(join(import.meta.dirname, 'report.json'), 'utf8');
  // The report also holds what earlier runs found in other groups.
  const own = new Set(listMutated(mutate));
  return scoreFiles(JSON.parse(report) as MutationReport).filter(({ file }) => own.has(file));
};

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string', default: 'all' },
  },
});
const sample = { share: Number(values.share), seed: Number(values.seed) };
const groups: FileScore[] = [];
const files: FileScore[] = [];
for (const group of mutationGroups.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const scores = await runGroup(group, sample, values.part);
  files.push(...scores);
  groups.push(sumScores(group.name, scores));
}

if (sample.share < 1)
  process.stdout.write(`changes in ${100 * sample.share} % of the lines, seed ${sample.seed}\n`);
for (const score of [...files, ...groups, sumScores('all', groups)])
  process.stdout.write(`${renderScore(score)}\n`);
if (groups.some(isTooLow)) process.exitCode = 1;
