import { describe, expect, it } from 'vitest';
import { createPeerCatalogue, findTruePages } from '../../bench/peers/catalogue.ts';
import { countFacets, pageLength } from '../../bench/peers/peer.ts';
import { createSkewedCatalogue } from '../../bench/support/skewed-catalogue.ts';
import { findLowestScores, questions } from '../../bench/support/skewed-recall.ts';

const dimensions = 12;

const multiply = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe('the exact scan that recall is measured against', () => {
  const catalogue = createSkewedCatalogue(600, dimensions);
  const sources = [3, 75, 299];
  const ends = findLowestScores(catalogue, sources, dimensions);

  /** The best score of each family, in the plainest way. */
  const scoreFamilies = (source: number, question: number): number[] => {
    const own = catalogue.draft(source).picture?.looks ?? new Float32Array(0);
    const best = new Map<number, number>();
    for (let number = 0; number < catalogue.size; number += 1) {
      const { product, picture } = catalogue.draft(number);
      const family = catalogue.familyOf(number).start;
      if (!product.available || family === catalogue.familyOf(source).start) continue;
      if (!questions[question]?.passes(product.fields)) continue;
      const score = multiply(own, picture?.looks ?? own);
      best.set(family, Math.max(score, best.get(family) ?? -Infinity));
    }
    return [...best.values()].sort((a, b) => b - a).slice(0, 24);
  };

  it.each(questions.map(({ name }, question) => ({ name, question })))(
    'ends where a plain scan ends: $name',
    ({ question }) => {
      for (const [at, source] of sources.entries()) {
        const expected = scoreFamilies(source, question);
        const end = ends[at]?.[question];
        expect(end?.count).toBe(expected.length);
        if (expected.length > 0) expect(end?.score).toBeCloseTo(expected.at(-1) ?? 0, 6);
        else expect(end?.score).toBe(Infinity);
      }
    },
  );
});

describe('the work that stores are compared by', () => {
  const catalogue = createPeerCatalogue(400, dimensions);

  it('counts facets over all candidates but the product itself, and cuts the page', () => {
    const nearest = Array.from({ length: 40 }, (_, id) => catalogue.item(id));
    const { page, brands, colours, prices } = countFacets(nearest, 5);
    expect(page).toEqual(Array.from({ length: 25 }, (_, id) => id).filter((id) => id !== 5));
    const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
    expect([sum(brands), sum(colours)]).toEqual([39, 39]);
    const others = nearest.filter(({ id }) => id !== 5).map(({ price }) => price);
    expect(prices).toEqual([Math.min(...others), Math.max(...others)]);
  });

  it.each([null, 'Colour 1'])('finds the true page of each product (filter: %j)', (colour) => {
    const pages = findTruePages(catalogue, [7, 200], colour);
    for (const [id, page] of pages) {
      const own = catalogue.item(id).vector;
      const expected = Array.from({ length: catalogue.size }, (_, other) => catalogue.item(other))
        .filter((other) => other.id !== id && (colour === null || other.colour === colour))
        .sort((a, b) => multiply(own, b.vector) - multiply(own, a.vector))
        .slice(0, pageLength);
      expect([...page].sort()).toEqual(expected.map((other) => other.id).sort());
    }
  });
});
