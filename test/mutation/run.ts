// Mutation tests of what loses data or lets callers in: `npm run mutation`, or `node test/mutation/run.ts keys shop`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MutationGroup, mutationGroups } from './groups.ts';
import { type FileScore, type MutationReport, renderScore, scoreFiles, sumScores } from './score.ts';

const root = join(import.meta.dirname, '..', '..');
const stryker = join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

const runGroup = async ({ name, mutate, tests }: MutationGroup): Promise<FileScore[]> => {
  process.stderr.write(`${name}\n`);
  const args = [stryker, 'run', 'test/mutation/stryker.config.json'];
  const child = spawn(process.execPath, [...args, '--mutate', [...mutate, '!src/**/*.test.ts'].join(',')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, KINDRED_MUTATION_TESTS: JSON.stringify(tests) },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The mutation tests of ${name} ended with ${code}.`);
  const report = readFileSync(join(import.meta.dirname, 'report.json'), 'utf8');
  return scoreFiles(JSON.parse(report) as MutationReport);
};

const wanted = process.argv.slice(2);
const scores = new Map<string, FileScore>();
for (const group of mutationGroups.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
  for (const score of await runGroup(group)) scores.set(score.file, score);

const all = sumScores('all', [...scores.values()]);
for (const score of [...scores.values(), all]) process.stdout.write(`${renderScore(score)}\n`);
if (all.noticed < 0.8 * all.mutants) process.exitCode = 1;
