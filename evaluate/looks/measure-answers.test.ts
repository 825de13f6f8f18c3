import { describe, expect, it } from 'vitest';
import { type Answer, measureAnswers } from './measure-answers.ts';

/** `results`: names of products; the scores fall from .9. */
const createAnswer = (product: string, results: readonly string[], best = 0.9): Answer => ({
  product,
  results: results.map((name, place) => ({ product: name, score: best - place / 100 })),
});

/** `a1` and `a2` are variants of `a`. */
const familyOf = (product: string): string => product.charAt(0);
const letters = [...'abcdefghijklmnopqrst'];

describe('answers without labels', () => {
  it('that show every family equally often have no hubs', () => {
    const answers = letters.map((letter, at) =>
      createAnswer(
        `${letter}1`,
        Array.from({ length: 10 }, (_, step) => `${letters[(at + step + 1) % letters.length] ?? ''}1`),
      ),
    );
    expect(measureAnswers(answers, familyOf, letters.length)).toEqual({
      asked: 20,
      full: 1,
      nearDuplicates: 0,
      leaks: 0,
      hubness: 0,
      neverShown: 0,
      mostShown: 0.5,
    });
  });

  it('that all show one product have a hub', () => {
    const answers = letters.slice(1).map((letter) => createAnswer(letter, ['a']));
    const measures = measureAnswers(answers, familyOf, letters.length);
    expect(measures).toMatchObject({ asked: 19, full: 0, neverShown: 0.95, mostShown: 1 });
    expect(measures.hubness).toBeGreaterThan(3);
  });

  it.each([
    ['a variant of the product itself', ['b1', 'a2'], 1],
    ['two variants of another product', ['b1', 'c1', 'b2'], 1],
    ['each family once', ['b1', 'c1', 'd1'], 0],
    ['nothing', [], 0],
  ])('with %s', (_name, results, leaks) => {
    expect(measureAnswers([createAnswer('a1', results)], familyOf, 20).leaks).toBe(leaks);
  });

  it.each([
    [1, 1],
    [0.97, 1],
    [0.96, 0],
  ])('with a best score of %d have %i near-duplicates', (best, expected) => {
    expect(measureAnswers([createAnswer('a', ['b', 'c'], best)], familyOf, 3).nearDuplicates).toBe(expected);
  });

  it('of an empty catalogue are all zero', () => {
    expect(measureAnswers([], familyOf, 0)).toEqual({
      asked: 0,
      full: 0,
      nearDuplicates: 0,
      leaks: 0,
      hubness: 0,
      neverShown: 0,
      mostShown: 0,
    });
  });
});
