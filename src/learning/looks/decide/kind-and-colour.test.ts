import { describe, expect, it } from 'vitest';
import { createTrial } from './run-steps.ts';

const measures = (kind: number, colour: number, sameProduct: number) => {
  const fill = (value: number) => Array.from({ length: 40 }, () => value);
  return {
    products: fill(kind),
    labels: [],
    sameProduct: fill(sameProduct),
    sameColour: fill(colour),
    colour: [0],
    copies: [],
  };
};

/** A step that changes kind, colour and how often the other photo of a product is first by so much. */
const tryStep = (
  kind: number,
  colour: number,
  { sameProduct = 0, colourBy = 'field' }: { sameProduct?: number; colourBy?: 'field' | 'pictures' } = {},
) => {
  const [base, own] = [measures(0.5, 0.5, 0.5), measures(0.5 + kind, 0.5 + colour, 0.5 + sameProduct)];
  const settings = { mix: 0.5, colour: 1, words: 0 };
  return createTrial(settings, { own, now: base, base }, { trials: 1, newLabels: 0, colourBy });
};

describe('kind and colour are two goals of one decision', () => {
  it.each([
    ['more of the kind for a little of the colour', 0.1, -0.05, true],
    ['less colour than is gained in kind', 0.03, -0.08, false],
    ['more of the colour for a little of the kind', -0.03, 0.06, true],
    ['more of the colour for more than a little of the kind', -0.06, 0.2, false],
    ['a gain in neither', 0.001, 0.001, false],
  ])('%s', (_case, kind, colour, accepted) => {
    expect(tryStep(kind, colour).accepted).toBe(accepted);
  });

  it('cost less of the kind where only the pictures say which colour a product has', () => {
    expect(tryStep(-0.03, 0.06, { colourBy: 'pictures' }).accepted).toBe(false);
    expect(tryStep(-0.005, 0.06, { colourBy: 'pictures' }).accepted).toBe(true);
  });

  it('add up to the gain of a step', () => {
    expect(tryStep(0.1, -0.04, { colourBy: 'pictures' }).gain).toBeCloseTo(0.08, 6);
    expect(tryStep(0.1, -0.04).gain).toBeCloseTo(0.1 - 0.8 * 0.04, 6);
  });

  it('may cost some of the other photos of a product, which often show another colour', () => {
    expect(tryStep(0.1, 0, { sameProduct: -0.08 }).accepted).toBe(true);
    expect(tryStep(0.1, 0, { sameProduct: -0.12 }).accepted).toBe(false);
  });
});
