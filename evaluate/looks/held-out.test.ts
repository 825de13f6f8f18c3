import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSample, draw, kinds, truth } from '../../test/support/looks-sample.ts';
import { gainOf } from './evaluate-catalogue.ts';
import { createSeparation, evaluateHeldOut, learnFold, trainFold } from './held-out.ts';
import { applyParts } from '../../src/learning/looks/map/looks-map.ts';
import { dotRows } from '../../src/learning/looks/train/matrix.ts';
import { precisionAt, rankFamilies } from '../../src/learning/looks/decide/measure.ts';
import { renderCopies, renderHeldOut } from './render.ts';
import type { Features } from '../../src/learning/looks/train/train-map.ts';

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

describe('training without a fold', () => {
  const settings = { mix: 0.7, colour: 0.75, words: 0 };
  /** Precision at 10 by the kind, of products that were held out. */
  const scoreKinds = ({ values, size }: Features, queries: readonly number[]): number => {
    const precisions = queries.map((query) => {
      const scores = Float32Array.from(labels, (_, row) =>
        dotRows(values, query * size, values, row * size, size),
      );
      return precisionAt(rankFamilies(scores, sample.items, query, 10), sample.items, query);
    });
    return precisions.reduce((sum, value) => sum + value, 0) / precisions.length;
  };
  const scoreFold = ({ map, queries }: ReturnType<typeof trainFold>): number => {
    if (!map?.projection) throw new Error('no map');
    return scoreKinds(applyParts(map.projection, sample.looks).mapped, queries);
  };

  it('holds the same products out as learning without it', () => {
    for (const fold of [0, 3])
      expect(trainFold(sample, fold, null).queries).toEqual(learnFold(sample, fold).queries);
  });

  it.each([
    ['the vectors of the model', null, null],
    ['words alone', { mix: null, colour: 1, words: 0.2 }, null],
  ])('trains no map for %s', (_, decided, projection) => {
    const { map } = trainFold(sample, 1, decided);
    expect(map).toEqual(decided && { projection, settings: decided });
  });

  it('keeps the settings that were decided, and finds the kinds of products that it did not see', () => {
    const fold = trainFold(sample, 0, settings);
    expect(fold.map?.settings).toBe(settings);
    expect(scoreFold(fold)).toBeGreaterThan(scoreKinds(sample.looks, fold.queries) + 0.2);
  });

  it('does not look at the labels of the products that it holds out', () => {
    const { queries, map } = trainFold(sample, 2, settings);
    const held = new Set(queries);
    const items = sample.items.map((item, row) => (held.has(row) ? { ...item, label: 'other' } : item));
    expect(trainFold({ ...sample, items }, 2, settings).map).toEqual(map);
    const seen = sample.items.map((item, row) => (held.has(row) ? item : { ...item, label: `l${row % 7}` }));
    expect(trainFold({ ...sample, items: seen }, 2, settings).map).not.toEqual(map);
  });

  it('trains on a further field where that was decided', () => {
    const further = [{ field: 'kind', weight: 1, isTrial: true }];
    const items = sample.items.map((item, row) => ({
      ...item,
      label: `l${row % 3}`,
      further: [item.label],
    }));
    const both = { ...sample, items, further };
    const [alone, also] = [settings, { ...settings, also: 'kind' }].map((decided) =>
      scoreFold(trainFold(both, 0, decided)),
    );
    expect(also).toBeGreaterThan((alone ?? 1) + 0.2);
  });
});

describe('measuring on products that were held out', () => {
  it('shows each step, and gains where labels say what belongs together', () => {
    const done: number[] = [];
    const steps = evaluateHeldOut(sample, labels, (fold) => done.push(fold));
    expect(done).toEqual([0, 1, 2, 3, 4]);
    expect(steps.map(({ name, queries }) => [name, queries])).toEqual(
      ['base', 'mean', 'map', 'map, colour', 'map, colour, words'].map((name) => [name, labels.length]),
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
    const copy = { kind: 'mirrored', copies: 4, first: 4, productFirst: 4, changed: 1.25 };
    expect(renderCopies([copy], [{ ...copy, first: 3, changed: 0.5 }])).toEqual([
      'altered copies, base and what was decided, trained without these products:',
      '  mirrored: original first 4 and 3 of 4, its product 4 and 4; of ten neighbours change 1.3 and 0.5',
    ]);
  });
});
