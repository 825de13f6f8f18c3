import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateJudgments, type Grades, readGrades } from './judgments.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-judgments-'));
});
afterAll(() => rm(folder, { recursive: true }));

const writeGrades = async (text: string): Promise<string> => {
  const file = join(folder, 'judgments.csv');
  await writeFile(file, text);
  return file;
};

const toGrades = (product: string, own: Readonly<Record<string, number>>): Grades =>
  new Map([[product, new Map(Object.entries(own))]]);

const answer = (product: string, results: readonly string[]) => ({
  product,
  results: results.map((name) => ({ product: name, score: 0.5 })),
});

describe('a file of judgments', () => {
  it('has one row for each pair; a later row replaces an earlier one', async () => {
    const grades = await readGrades(
      await writeGrades('product,other,grade\nA-1,B-1,2\nA-1,C-1,0\n007,A-1,1\nA-1,B-1,3\n'),
    );
    expect(grades).toEqual(
      new Map([
        ['A-1', new Map(Object.entries({ 'B-1': 3, 'C-1': 0 }))],
        ['007', new Map([['A-1', 1]])],
      ]),
    );
  });

  it('may be NDJSON', async () => {
    const rows = [
      { product: 'a', other: 'b', grade: 1 },
      { product: 'a', other: 'c', grade: 0.5 },
    ];
    const file = await writeGrades(rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await readGrades(file)).toEqual(toGrades('a', { b: 1, c: 0.5 }));
  });

  it.each([
    ['no other product', 'product,other,grade\na,,1\n'],
    ['no grade', 'product,other,grade\na,b,\n'],
    ['a grade below 0', 'product,other,grade\na,b,-1\n'],
    ['a grade in words', 'product,other,grade\na,b,good\n'],
    ['other columns', 'sku,similar,stars\na,b,1\n'],
  ])('with %s is refused with its line', async (_name, text) => {
    await expect(readGrades(await writeGrades(text))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('line 2') as string,
    });
  });

  it('without rows is refused', async () => {
    await expect(readGrades(await writeGrades('product,other,grade\n'))).rejects.toMatchObject({
      code: 'bad-input',
    });
  });
});

describe('answers against judgments', () => {
  it.each<[string, readonly string[], Record<string, number>, [number, number, number]]>([
    ['all right', ['b', 'c'], { b: 1, c: 1 }, [1, 1, 1]],
    ['all wrong', ['b', 'c'], { b: 0, c: 0, d: 1 }, [0, 0, 0]],
    ['the second right', ['b', 'c'], { b: 0, c: 1 }, [0.5, 0.5, 1 / Math.log2(3)]],
    ['without a grade, which counts as wrong', ['x', 'c'], { c: 1 }, [0.5, 0.5, 1 / Math.log2(3)]],
    ['one of two right ones', ['b', 'x'], { b: 1, c: 1 }, [0.5, 0.5, 1 / (1 + 1 / Math.log2(3))]],
  ])('%s', (_name, results, own, [precision, average, gain]) => {
    const evaluation = evaluateJudgments([answer('a', results)], toGrades('a', own));
    expect(evaluation?.precision.mean).toBeCloseTo(precision);
    expect(evaluation?.averagePrecision.mean).toBeCloseTo(average);
    expect(evaluation?.gain.mean).toBeCloseTo(gain);
  });

  it('gain more with the better one in front', () => {
    const grades = toGrades('a', { b: 3, c: 1 });
    const [better, worse] = [
      ['b', 'c'],
      ['c', 'b'],
    ].map((results) => evaluateJudgments([answer('a', results)], grades)?.gain.mean ?? NaN);
    expect(better).toBeCloseTo(1);
    expect(worse).toBeLessThan(better ?? 0);
  });

  it('say how many results have a grade, and leave out products without any', () => {
    const answers = [answer('a', ['b', 'x']), answer('z', ['b'])];
    expect(evaluateJudgments(answers, toGrades('a', { b: 1 }))).toMatchObject({ products: 1, judged: 0.5 });
    expect(evaluateJudgments(answers, toGrades('unknown', { b: 1 }))).toBeNull();
  });

  it('are never better than the best order', () => {
    const graded = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 3 })), {
      selector: ([name]) => name,
      minLength: 1,
    });
    fc.assert(
      fc.property(graded, fc.shuffledSubarray([...Array(13).keys()], { minLength: 1 }), (own, shown) => {
        const grades = toGrades('a', Object.fromEntries(own.map(([name, grade]) => [`p${name}`, grade])));
        const names = shown.slice(0, 10).map((name) => `p${name}`);
        const evaluation = evaluateJudgments([answer('a', names)], grades);
        for (const estimate of [evaluation?.precision, evaluation?.averagePrecision, evaluation?.gain]) {
          expect(estimate?.mean).toBeGreaterThanOrEqual(0);
          expect(estimate?.mean).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      { numRuns: 40 },
    );
  });
});
