import { describe, expect, it } from 'vitest';
import { spread } from '../../src/learning/looks/decide/measure.ts';
import { summarizeDecision } from '../../src/learning/looks/report/render-looks.ts';
import { averagePrecision, evaluateCatalogue } from './evaluate-catalogue.ts';
import { renderDecision, renderEvaluation } from './render.ts';

describe('evaluating a catalogue', () => {
  const identifiers = ['a1', 'a2', 'b1', 'b2'];
  const subject = {
    identifiers,
    findNeighbours: async (identifier: string) =>
      identifiers.filter((other) => other !== identifier).slice(0, 2),
    labelOf: async (identifier: string) => (identifier === 'b2' ? null : identifier.charAt(0)),
  };

  it('counts results with the label of the query, and what is never shown', async () => {
    const evaluation = await evaluateCatalogue(subject, 10);
    expect(evaluation).toMatchObject({ queries: 4, neverShown: 0.25, mostShown: 0.75 });
    expect(evaluation.precision?.mean).toBeCloseTo((0.5 + 0.5 + 0) / 3);
    expect(evaluation.averagePrecision?.mean).toBeCloseTo((1 + 1 + 0) / 3);
  });

  it('measures without labels what needs none', async () => {
    const evaluation = await evaluateCatalogue({ ...subject, labelOf: async () => null }, 2);
    expect(evaluation).toMatchObject({ queries: 2, precision: null, averagePrecision: null });
    expect(renderEvaluation(null, evaluation)).toHaveLength(2);
  });

  it.each([
    [[], 0],
    [[false, false], 0],
    [[true, true], 1],
    [[false, true], 0.5],
    [[true, false, true], (1 + 2 / 3) / 2],
  ])('average precision of %j is %d', (isRight, expected) => {
    expect(averagePrecision(isRight)).toBeCloseTo(expected);
  });

  it('spreads queries evenly', () => {
    expect(spread([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
    expect(spread([1, 2], 3)).toEqual([1, 2]);
  });
});

describe('the text of a decision', () => {
  const estimate = { mean: 0.1, low: 0.05, high: 0.15 };
  const settings = { mix: 0.7, colour: 0.5, words: 0.2 };
  const trial = { settings, unseenProducts: estimate, unseenLabels: null, sameProduct: 0, accepted: true };
  const plain = { mix: null, colour: 1, words: 0 };
  const report = {
    field: 'category',
    pictures: 500,
    labels: 10,
    base: { mean: 0.6, low: 0.5, high: 0.7 },
    learnt: { mean: 0.7, low: 0.6, high: 0.8 },
    trials: [{ ...trial, settings: plain, accepted: false }, trial],
    settings,
    reason: 'wins on products that were held out',
  };

  it('names the field, the settings and the gain', () => {
    expect(summarizeDecision(report)).toBe(
      'learnt from category, 70 % of the map, words 0.2, 50 % of the colour: precision at 10 of unseen products 0.600, now 0.700',
    );
    expect(renderDecision(report)).toEqual([
      summarizeDecision(report),
      '500 pictures, 10 labels; on unseen products base 0.600 (0.500 to 0.700), now 0.700 (0.600 to 0.800)',
      'vectors of the model: unseen products 0.100 (0.050 to 0.150), unseen labels -, same product first 0.000, refused',
      '70 % of the map, words 0.2, 50 % of the colour: unseen products 0.100 (0.050 to 0.150), unseen labels -, same product first 0.000',
    ]);
  });

  it('says how much of the likeness in colour a trial kept', () => {
    const lines = renderDecision({ ...report, trials: [{ ...trial, colourKept: 0.5, accepted: false }] });
    expect(lines.at(-1)).toMatch(/same product first 0\.000, likeness in colour kept 50 %, refused$/);
  });

  it('gives the reason when the base stays', () => {
    expect(summarizeDecision({ ...report, settings: null, reason: 'too few' })).toBe(
      'pictures are compared as the model sees them: too few',
    );
  });
});
