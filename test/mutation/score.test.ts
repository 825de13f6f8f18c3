import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutationGroups } from './groups.ts';
import { listMutated } from './sample-lines.ts';
import { isTooLow, type MutantStatus, renderScore, scoreFiles, sumScores } from './score.ts';

const mutants = (...statuses: MutantStatus[]) => ({ mutants: statuses.map((status) => ({ status })) });

describe('the mutation score', () => {
  it('counts mutants without a test as missed, and leaves out those that cannot run', () => {
    const files = {
      'b.ts': mutants('Killed', 'Timeout', 'Survived', 'NoCoverage'),
      'a.ts': mutants('Killed', 'CompileError', 'RuntimeError', 'Ignored'),
      'types.ts': mutants('Ignored'),
    };
    expect(scoreFiles({ files })).toEqual([
      { file: 'a.ts', noticed: 1, mutants: 1 },
      { file: 'b.ts', noticed: 2, mutants: 4 },
    ]);
  });

  it('sums over files, and shows a share', () => {
    const sum = sumScores('all', [
      { file: 'a.ts', noticed: 1, mutants: 1 },
      { file: 'b.ts', noticed: 2, mutants: 5 },
    ]);
    expect(renderScore(sum)).toBe('all: 3 of 6, 50.0 %');
    expect(renderScore(sumScores('nothing', []))).toBe('nothing: 0 of 0, 0.0 %');
  });

  it.each([
    [80, 100, false],
    [79, 100, true],
    [100, 100, false],
    [0, 1, true],
    [0, 0, false],
  ])('%i of %i is too low: %j', (noticed, mutants, expected) => {
    expect(isTooLow({ file: 'a group', noticed, mutants })).toBe(expected);
  });
});

describe('the groups', () => {
  it.each(mutationGroups)('$name has files and tests', ({ mutate, tests }) => {
    for (const pattern of [...mutate, ...tests].filter((each) => !each.startsWith('!')))
      expect(globSync(pattern), pattern).not.toEqual([]);
  });

  it.each(mutationGroups)(
    '$name ends a test that waits for good before its process is ended',
    ({ testLimit }) => {
      const settings = readFileSync(join(import.meta.dirname, 'stryker.config.json'), 'utf8');
      expect(testLimit).toBeLessThan((JSON.parse(settings) as { timeoutMS: number }).timeoutMS);
    },
  );

  it('mutate no file twice, and all of the store but its migrations', () => {
    const mutated = mutationGroups.flatMap(({ mutate }) => listMutated(mutate));
    expect(new Set(mutated).size).toBe(mutated.length);
    const store = globSync('src/store/**/*.ts').filter((file) => !/\.test\.ts$|migrations/.test(file));
    expect(store.filter((file) => !mutated.includes(file))).toEqual([]);
  });
});
