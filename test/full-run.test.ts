import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countDrawn, fullRunOnly, listLeftToFullRun, listRestFiles, readPart } from './full-run.ts';
import { readPatience } from './limits.ts';
import { mutationGroups } from './mutation/groups.ts';

describe('what is left to the full run', () => {
  it.each(fullRunOnly)('$files names files that are there', ({ files }) => {
    const names = files.replace(/.*\{(.*)\}.*/, '$1').split(',');
    expect(globSync(files)).toHaveLength(files.includes('{') ? names.length : 1);
  });

  it('is run by the rest: those files, and all that draw cases', () => {
    const rest = listRestFiles();
    for (const { files } of fullRunOnly) expect(rest).toEqual(expect.arrayContaining(globSync(files)));
    const drawing = globSync('{src,test}/**/*.test.ts').filter((file) =>
      /countDrawn\('/.test(readFileSync(file, 'utf8')),
    );
    expect(drawing.length).toBeGreaterThan(3);
    expect(rest).toEqual(expect.arrayContaining(drawing.filter((file) => file !== 'test/full-run.test.ts')));
    expect(rest.filter((file) => file.endsWith('.contract.test.ts'))).toEqual(
      expect.arrayContaining(globSync('src/engine/*/*.contract.test.ts')),
    );
    expect(new Set(rest).size).toBe(rest.length);
  });

  it.each(mutationGroups)('is no test that judges the mutations of $name', ({ tests }) => {
    const judging = globSync(tests.filter((pattern) => !pattern.startsWith('!')));
    expect(judging.length).toBeGreaterThan(1);
    const rest = listRestFiles();
    expect(judging.filter((file) => rest.includes(file))).toEqual([]);
  });

  it('is listed in a line each, with the shares of drawn cases', () => {
    const lines = listLeftToFullRun();
    expect(lines).toContain('2000 of 20000 generated requests');
    expect(lines).toContain('line coverage of src');
    for (const { checks } of fullRunOnly) expect(lines.join('\n')).toContain(checks);
  });
});

describe('drawn cases', () => {
  it.each([
    [{}, 2000],
    [{ KINDRED_TEST_PART: 'quick' }, 2000],
    [{ KINDRED_TEST_PART: 'rest' }, 20_000],
    [{ KINDRED_TEST_PART: 'all' }, 20_000],
    [{ KINDRED_TEST_PART: 'quick', KINDRED_GENERATED_REQUESTS: '7' }, 7],
  ])('with %j are %i', (environment, expected) => {
    expect(countDrawn('generated requests', environment)).toBe(expected);
  });

  it('refuse a part that there is not', () => {
    expect(() => readPart({ KINDRED_TEST_PART: 'half' })).toThrow('quick, rest or all');
  });
});

describe('patience', () => {
  it.each([
    [{}, 0.2, 1],
    [{}, 3.2, 4],
    [{ KINDRED_TEST_PATIENCE: '10' }, 3, 10],
    [{ KINDRED_TEST_PATIENCE: '1.5' }, 3, 1.5],
  ])('with %j on a machine with %f processes for a core is %f', (environment, busy, expected) => {
    expect(readPatience(environment, busy)).toBe(expected);
  });

  it.each(['0', '-1', 'much', '0.5', 'Infinity'])('refuses %s', (asked) => {
    expect(() => readPatience({ KINDRED_TEST_PATIENCE: asked }, 1)).toThrow('from 1 on');
  });
});
