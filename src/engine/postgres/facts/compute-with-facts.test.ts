import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeWithFacts } from './compute-with-facts.ts';

type Question = { readonly square: number };

const answerAll = (asked: Question[][]) => async (questions: readonly Question[]) => {
  asked.push([...questions]);
  return questions.map(({ square }) => square * square);
};

describe('a computation with facts', () => {
  it('gives the result of the computation with all facts known', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -99, max: 99 })), async (numbers) => {
        const sum = await computeWithFacts<Question, number, number>(
          (lookUp) => numbers.reduce((all, square) => all + lookUp({ square }, 0), 0),
          answerAll([]),
        );
        expect(sum).toBe(numbers.reduce((all, number) => all + number * number, 0));
      }),
    );
  });

  it('asks independent questions together, and each one once', async () => {
    const asked: Question[][] = [];
    await computeWithFacts<Question, number, number>(
      (lookUp) => lookUp({ square: 2 }, 0) + lookUp({ square: 3 }, 0) + lookUp({ square: 2 }, 0),
      answerAll(asked),
    );
    expect(asked).toEqual([[{ square: 2 }, { square: 3 }]]);
  });

  it('asks questions that follow from answers', async () => {
    const asked: Question[][] = [];
    const result = await computeWithFacts<Question, number, number>((lookUp) => {
      const first = lookUp({ square: 3 }, -1);
      return first < 0 ? 0 : lookUp({ square: first }, 0);
    }, answerAll(asked));
    expect(result).toBe(81);
    expect(asked).toEqual([[{ square: 3 }], [{ square: 9 }]]);
  });

  it('asks nothing when nothing is needed', async () => {
    const asked: Question[][] = [];
    expect(await computeWithFacts<Question, number, number>(() => 7, answerAll(asked))).toBe(7);
    expect(asked).toEqual([]);
  });

  it('ends a computation that never has enough, and one that gets no answer', async () => {
    let next = 0;
    const endless = computeWithFacts<Question, number, number>(
      (lookUp) => lookUp({ square: (next += 1) }, 0),
      answerAll([]),
    );
    await expect(endless).rejects.toThrow('ever more facts');
    const silent = computeWithFacts<Question, number, number>(
      (lookUp) => lookUp({ square: 1 }, 0),
      async () => [],
    );
    await expect(silent).rejects.toThrow('no answer');
  });
});
