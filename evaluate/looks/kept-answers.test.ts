import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './measure-answers.ts';
import { compareAnswers, readAnswers, writeAnswers } from './kept-answers.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-answers-'));
});
afterAll(() => rm(folder, { recursive: true }));

const answer = (product: string, results: readonly string[]): Answer => ({
  product,
  results: results.map((name) => ({ product: name, score: 0.5 })),
});

const kept = {
  dataset: 'shop/catalogue',
  version: 'v1',
  colour: 0.3,
  answers: [{ product: 'a', results: [{ product: 'b', score: 0.75 }] }],
};

describe('kept answers', () => {
  it('are read as they were written', async () => {
    const file = join(folder, 'answers.json');
    await writeAnswers(file, kept);
    expect(await readAnswers(file)).toEqual({ format: 1, ...kept });
  });

  it.each([
    ['no JSON', 'answers'],
    ['another format', JSON.stringify({ format: 2, ...kept })],
    ['other content', '[]'],
  ])('in a file with %s are refused', async (_name, text) => {
    const file = join(folder, 'other.json');
    await writeFile(file, text);
    await expect(readAnswers(file)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('in a file that is not there are refused, with the next step', async () => {
    await expect(readAnswers(join(folder, 'absent.json'))).rejects.toMatchObject({
      code: 'not-found',
      nextStep: expect.stringContaining('--save') as string,
    });
  });
});

describe('two lists of answers', () => {
  const cannotSay = (): null => null;

  it.each<[string, readonly string[], number, number]>([
    ['the same', ['b', 'c', 'd', 'e'], 1, 1],
    ['in another order', ['e', 'd', 'c', 'b'], 1, 0],
    ['half of them others', ['b', 'c', 'x', 'y'], 0.5, 0],
    ['all of them others', ['w', 'x', 'y', 'z'], 0, 0],
    ['fewer', ['b'], 0.25, 0],
    ['none', [], 0, 0],
  ])('%s', (_name, results, unchanged, same) => {
    const comparison = compareAnswers([answer('a', ['b', 'c', 'd', 'e'])], [answer('a', results)], cannotSay);
    expect(comparison).toMatchObject({ products: 1, same, precision: null });
    expect(comparison?.unchanged.mean).toBeCloseTo(unchanged);
  });

  it('are compared for products of both only', () => {
    const [before, now] = [
      [answer('a', ['b']), answer('gone', ['b'])],
      [answer('a', ['b']), answer('new', ['b'])],
    ];
    expect(compareAnswers(before, now, cannotSay)?.products).toBe(1);
    expect(compareAnswers([answer('gone', ['b'])], now, cannotSay)).toBeNull();
    expect(compareAnswers([answer('a', [])], now, cannotSay)).toBeNull();
  });

  it('are both judged, and the difference has an interval', () => {
    const products = Array.from({ length: 30 }, (_, at) => `p${at}`);
    const before = products.map((product) => answer(product, ['right', 'wrong', 'wrong', 'wrong']));
    const now = products.map((product) => answer(product, ['right', 'right', 'wrong', 'unknown']));
    const isRight = (_product: string, result: string): boolean | null =>
      result === 'unknown' ? null : result === 'right';
    const precision = compareAnswers(before, now, isRight)?.precision;
    expect(precision?.before.mean).toBeCloseTo(0.25);
    expect(precision?.now.mean).toBeCloseTo(2 / 3);
    expect(precision?.difference.mean).toBeCloseTo(2 / 3 - 0.25);
    expect(precision?.difference.low).toBeGreaterThan(0);
  });
});
