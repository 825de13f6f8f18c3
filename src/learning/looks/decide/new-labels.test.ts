import { describe, expect, it } from 'vitest';
import { decideLooks } from './decide.ts';
import { createTrial } from './run-steps.ts';
import { createSample, truth } from '../../../../test/support/looks-sample.ts';
import { summarizeDecision } from '../report/render-looks.ts';

const measures = (products: number, labels: number) => ({
  products: Array.from({ length: 40 }, () => products),
  labels: Array.from({ length: 40 }, () => labels),
  sameProduct: [],
  sameColour: [],
  colour: [0],
  copies: [],
});

/** A step by which products gain and products of new labels lose. */
const tryStep = (gain: number, loss: number, newLabels: number) => {
  const [base, own] = [measures(0.5, 0.5), measures(0.5 + gain, 0.5 - loss)];
  const settings = { mix: 0.5, colour: 1, words: 0 };
  return createTrial(settings, { own, now: base, base }, { trials: 1, newLabels, colourBy: 'field' });
};

describe('products of labels that nothing was learnt from', () => {
  it.each([
    ['a small loss does not refuse a gain', 0.06, 0.005, 0.02, true],
    ['a loss within the bound does not either', 0.13, 0.045, 0.02, true],
    ['a loss beyond the bound does', 0.13, 0.071, 0.02, false],
    ['the loss counts as often as such products come', 0.03, 0.04, 0.5, false],
  ])('%s', (_case, gain, loss, share, accepted) => {
    expect(tryStep(gain, loss, share).accepted).toBe(accepted);
  });

  it('are weighed into the gain of a step', () => {
    expect(tryStep(0.1, 0.04, 0.25).gain).toBeCloseTo(0.75 * 0.1 - 0.25 * 0.04, 6);
  });

  it('are named in the sentence that people read, with how often they come', () => {
    const { report } = decideLooks({ ...createSample({ seed: 1, label: truth }), newLabels: 0.1 });
    expect(report.newLabels?.share).toBe(0.1);
    expect(summarizeDecision({ ...report, field: 'category' })).toMatch(
      /; for a category that is new \(10 % of what comes\) 0\.\d{3}, now 0\.\d{3}$/,
    );
  });
});
