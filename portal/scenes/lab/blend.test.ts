import { describe, expect, it } from 'vitest';
import { type Answer, blendResults } from './blend.ts';

const found = (scores: Record<string, number>): Answer => ({
  documents: Object.entries(scores).map(([identifier, score]) => ({ document: { identifier }, score })),
});

const byLooks = found({ twin: 0.9, cousin: 0.5 });
const byWords = found({ namesake: 0.8, cousin: 0.7 });

const order = (words: number): string[] =>
  blendResults(byLooks, byWords, words).map(
    ({ product, score }) => `${product.identifier} ${score.toFixed(2)}`,
  );

describe('blendResults', () => {
  it('ranks by picture alone, and by text alone', () => {
    expect(order(0).slice(0, 2)).toEqual(['twin 0.90', 'cousin 0.50']);
    expect(order(1).slice(0, 2)).toEqual(['namesake 0.80', 'cousin 0.70']);
  });

  it('ranks products of both searches higher, and lists each once', () => {
    expect(order(0.5)).toEqual(['cousin 0.60', 'twin 0.45', 'namesake 0.40']);
  });

  it('keeps the picture similarity whatever the text weight', () => {
    const looks = blendResults(byLooks, byWords, 0.5).map((each) => [each.product.identifier, each.looks]);
    expect(Object.fromEntries(looks)).toEqual({ cousin: 0.5, twin: 0.9, namesake: 0 });
  });

  it('uses one search when the other did not run', () => {
    expect(blendResults(byLooks, null, 0).map(({ product }) => product.identifier)).toEqual([
      'twin',
      'cousin',
    ]);
    expect(blendResults(null, null, 0.5)).toEqual([]);
  });
});
