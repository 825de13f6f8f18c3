import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSample, draw, kinds, truth } from '../../test/support/looks-sample.ts';
import { gainOf } from './evaluate-catalogue.ts';
import { evaluateHeldOut, learnFold } from './held-out.ts';
import { renderCopies, renderHeldOut } from './render-held-out.ts';
import { createSeparation } from './separation.ts';

const sample = createSample({ seed: 4, label: truth }, 320);
const labels = sample.items.map(({ label }) => label);

describe('learning without a fold', () => {
  it('leaves out every product once, in five folds', () => {
    const queries = [0, 1, 2, 3, 4].flatMap((fold) => learnFold(sample, fold).queries);
    expect(queries.toSorted((a, b) => a - b)).toEqual(sample.items.map((_, row) => row));
  });

  it('leaves out all pictures of a product', () => {
    const items = sample.items.map((item, row) => ({ ...item, family: `p${Math.floor(row / 3)}` }));
    const { queries } = learnFold({ ...sample, items }, 0);
    const held = new Set(queries.map((row) => items[row]?.family));
    expect(queries).toEqual(items.flatMap(({ family }, row) => (held.has(family) ? [row] : [])));
  });
});

describe('measuring on products that were held out', () => {
  it('shows each step, and gains where labels say what belongs together', () => {
    const done: number[] = [];
    const steps = evaluateHeldOut(sample, labels, (fold) => done.push(fold));
    expect(done).toEqual([0, 1, 2, 3, 4]);
    expect(steps.map(({ name, queries }) => [name, queries])).toEqual(
      ['base', 'mean', 'map', 'map, colour', 'map, colour, words', 'map, colour, words, averaged'].map(
        (name) => [name, labels.length],
      ),
    );
    const [base, , , , learnt] = steps;
    expect(learnt?.precision.low).toBeGreaterThan(base?.precision.high ?? 1);
    expect(learnt?.gain.mean).toBeGreaterThan(base?.gain.mean ?? 1);
    expect(learnt?.separation).toBeGreaterThan(base?.separation ?? 1);
    expect(learnt?.separationShown).toBeGreaterThan(0.5);
    expect(learnt?.sameProduct).toBeNull();
  });

  it('shows the base in every step where labels are noise', () => {
    const noisy = createSample({ seed: 4, label: (_kind, random) => draw(random) }, 320);
    const [base, ...others] = evaluateHeldOut(
      noisy,
      noisy.items.map(({ label }) => label),
    );
    for (const { name: _, ...step } of others) expect(base).toMatchObject(step);
  });

  it('judges by labels that nothing was learnt from, and asks only where there is one', () => {
    const halves = labels.map((label, row) =>
      row % 50 === 0 ? null : Number(label?.replace('kind ', '')) % 2 === 0 ? 'even' : 'odd',
    );
    const [base] = evaluateHeldOut(sample, halves);
    expect(base?.queries).toBe(halves.filter((half) => half !== null).length);
    expect(base?.precision.mean).toBeGreaterThan(1 / kinds);
  });
});

describe('separation', () => {
  const separate = (right: readonly number[], wrong: readonly number[]) => {
    const separation = createSeparation();
    for (const score of right) separation.add(score, true);
    for (const score of wrong) separation.add(score, false);
    return separation.read();
  };

  it.each([
    [[0.9, 0.8], [0.1, 0.2], 1],
    [[0.1], [0.9], 0],
    [[0.5, 0.5], [0.5], 0.5],
    [[9], [-9], 1],
    [[], [0.5], null],
    [[0.5], [], null],
  ])('of right %j and wrong %j is %s', (right, wrong, expected) => {
    expect(separate(right, wrong)).toBe(expected);
  });

  it('is the share of pairs in the right order', () => {
    const scores = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, scores, (right, wrong) => {
        const pairs = right.flatMap((a) => wrong.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number));
        const expected = pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
        expect(
          separate(
            right.map((score) => score / 10),
            wrong.map((score) => score / 10),
          ),
        ).toBeCloseTo(expected, 8);
      }),
    );
  });
});

describe('discounted gain', () => {
  it.each([
    [[], 0],
    [[false], 0],
    [[true, true, false], 1],
    [[false, true], 1 / Math.log2(3)],
  ])('of %j is %d', (isRight, expected) => {
    expect(gainOf(isRight)).toBeCloseTo(expected);
  });
});

describe('the text of an evaluation', () => {
  const half = { mean: 0.5, low: 0.4, high: 0.6 };

  it('has a line for each step', () => {
    const step = { name: 'base', queries: 7, precision: half, averagePrecision: half, gain: half };
    expect(
      renderHeldOut('category', [{ ...step, sameProduct: null, separation: 0.8, separationShown: null }]),
    ).toEqual([
      'learnt and decided without a fifth of the products, five times; 7 held-out pictures, same category:',
      '  base: precision at 10 0.500 (0.400 to 0.600), average precision 0.500 (0.400 to 0.600), nDCG 0.500 (0.400 to 0.600), same product first -, AUC 0.800, AUC of the first 20 -',
    ]);
  });

  it('has a line for each kind of copy, before and after', () => {
    const copy = { kind: 'mirrored', copies: 4, first: 4, changed: 1.25 };
    expect(renderCopies([copy], [{ ...copy, first: 3, changed: 0.5 }])).toEqual([
      'altered copies, base and learnt without these products:',
      '  mirrored: original first 4 and 3 of 4; of ten neighbours change 1.3 and 0.5',
    ]);
  });
});
