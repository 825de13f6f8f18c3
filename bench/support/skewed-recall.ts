import type { Weights } from '../../src/domain/box.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { createQuery, type ProductReader } from '../../src/engine/engine.ts';
import { sumWeights } from '../../src/engine/semantics/search/score.ts';
import { identify, type SkewedCatalogue } from './skewed-catalogue.ts';

/* How many of the true 24 does a search find? The yardstick compares a source with every picture, in float64. */

export type Question = {
  readonly name: string;
  readonly filter: Filter | null;
  readonly passes: (fields: Readonly<Record<string, unknown>>) => boolean;
};

const createFilter = (name: string, field: string, value: string): Question => ({
  name,
  filter: { kind: 'compare', field, comparison: 'eq', value },
  passes: (fields) => fields[field] === value,
});

export const questions: readonly Question[] = [
  { name: 'no filter', filter: null, passes: () => true },
  createFilter('one colour', 'colour', 'Colour 3'),
  createFilter('one brand', 'brand', 'Brand 20'),
];

const pageLength = 24;
/** Scores are whole millionths: products that differ by less may be on either side of the end of a page. */
const tolerance = 2e-6;

/** The score of the last product of the true page, and how many the page has. */
export type TrueEnd = { readonly score: number; readonly count: number };

export type Recall = { readonly recall: number; readonly medianMs: number; readonly worstMs: number };

/** The true 24th best score of each source for each question; one pass over the catalogue for all of them. */
export const findLowestScores = (
  catalogue: SkewedCatalogue,
  sources: readonly number[],
  dimensions: number,
): TrueEnd[][] => {
  const readVector = (picture: number): Float32Array => {
    const vector = new Float32Array(dimensions);
    catalogue.fillLooks(picture, vector);
    return vector;
  };
  const asked = sources.map((source) => ({
    family: catalogue.familyOf(source).start,
    vector: readVector(catalogue.pictureOf(source)),
    best: questions.map(() => createBest(pageLength)),
  }));
  for (let start = 0; start < catalogue.size; start = catalogue.familyOf(start).end) {
    const passing = listPassingPictures(catalogue, start);
    const vectors = new Map([...new Set(passing.flat())].map((picture) => [picture, readVector(picture)]));
    for (const { family, vector, best } of asked) {
      if (family === start) continue;
      const scores = new Map([...vectors].map(([picture, other]) => [picture, multiply(vector, other)]));
      passing.forEach((pictures, question) => {
        if (pictures.length > 0)
          best[question]?.add(Math.max(...pictures.map((picture) => scores.get(picture) ?? 0)));
      });
    }
  }
  return asked.map(({ best }) => best.map((list) => ({ score: list.lowest(), count: list.count() })));
};

/** For each question the pictures of those members of a family that pass. */
const listPassingPictures = (catalogue: SkewedCatalogue, start: number): number[][] => {
  const pictures = questions.map((): number[] => []);
  for (let number = start; number < catalogue.familyOf(start).end; number += 1) {
    const { available, fields } = catalogue.product(number);
    if (!available) continue;
    questions.forEach(({ passes }, question) => {
      if (passes(fields)) pictures[question]?.push(catalogue.pictureOf(number));
    });
  }
  return pictures;
};

const multiply = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};

/** The best `size` scores. */
const createBest = (size: number) => {
  const scores: number[] = [];
  return {
    add: (score: number): void => {
      if (scores.length === size && score <= (scores.at(-1) ?? 0)) return;
      const at = scores.findIndex((other) => other < score);
      scores.splice(at < 0 ? scores.length : at, 0, score);
      if (scores.length > size) scores.pop();
    },
    /** The last of them; Infinity where there is none. */
    lowest: (): number => scores.at(-1) ?? Infinity,
    count: (): number => scores.length,
  };
};

/** Asks for the page of every source, and counts what scores as well as the true page. */
export const measureRecall = async (
  reader: ProductReader,
  sources: readonly number[],
  lowest: readonly (readonly TrueEnd[])[],
  question: number,
  weights: Weights,
): Promise<Recall> => {
  // Pictures have no colours here: their part of the score is 0.
  const scale = weights.looks / sumWeights(weights);
  const [times, counts]: [number[], { found: number; expected: number }] = [[], { found: 0, expected: 0 }];
  for (const [at, number] of sources.entries()) {
    const source = await reader.source(identify(number));
    const end = lowest[at]?.[question];
    if (!source || !end) throw new Error(`There is no product ${number}.`);
    const startedAt = performance.now();
    const { hits } = await reader.search({
      ...createQuery({ kind: 'looks', source, weights }, pageLength),
      candidates: 200,
      filter: questions[question]?.filter ?? null,
      facets: ['brand', 'colour', 'price'],
    });
    times.push(performance.now() - startedAt);
    counts.expected += end.count;
    counts.found += hits.filter(({ score }) => score >= end.score * scale - tolerance).length;
  }
  times.sort((a, b) => a - b);
  return {
    recall: counts.found / counts.expected,
    medianMs: times[Math.floor(times.length / 2)] ?? Number.NaN,
    worstMs: times.at(-1) ?? Number.NaN,
  };
};
