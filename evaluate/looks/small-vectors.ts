import { dotRows, normalize } from '../../src/learning/looks/train/matrix.ts';
import { createRandom, estimateMean, rankFamilies, spread } from '../../src/learning/looks/decide/measure.ts';
import type { Estimate } from '../../src/learning/looks/map/decision.ts';
import type { Item } from '../../src/learning/looks/train/sample.ts';
import { answerLength } from './measure-answers.ts';

/** One way to store vectors, and what it costs. */
export type SmallForm = {
  readonly name: string;
  readonly bytes: number;
  /** Share of the ten best that are those of the whole vectors. */
  readonly same: Estimate;
  /** Share of the ten best with the label of the product; null without labels. */
  readonly precision: Estimate | null;
};

const smallDefaults = { dimensions: 256, queries: 300, seed: 8, leastRest: 1e-10 } as const;

const dot = (a: Float32Array, b: Float32Array): number => dotRows(a, 0, b, 0, a.length);

const addScaled = (into: Float32Array, vector: Float32Array, factor: number): void => {
  for (let at = 0; at < into.length; at += 1) into[at] = (into[at] ?? 0) + factor * (vector[at] ?? 0);
};

/** The vectors at right angles to each other; those that add no direction of their own are left out. */
const makeOrthogonal = (given: Iterable<Float32Array>): Float32Array[] => {
  const directions: Float32Array[] = [];
  for (const vector of given) {
    const rest = normalize(vector.slice());
    // Twice: after the first time, rounding leaves a little of the others.
    for (let round = 0; round < 2; round += 1)
      for (const other of directions) addScaled(rest, other, -dot(rest, other));
    if (dot(rest, rest) > smallDefaults.leastRest) directions.push(normalize(rest));
  }
  return directions;
};

/** Random mixtures of the vectors, weighted once more by the vectors (a step of the power method). */
function* mixVectors(vectors: readonly Float32Array[], count: number): Generator<Float32Array> {
  const random = createRandom(smallDefaults.seed);
  for (let at = 0; at < count; at += 1) {
    const mixture = new Float32Array(vectors[0]?.length ?? 0);
    for (const vector of vectors) addScaled(mixture, vector, random() - 0.5);
    const mixed = new Float32Array(mixture.length);
    for (const vector of vectors) addScaled(mixed, vector, dot(vector, mixture));
    yield mixed;
  }
}

const createRotation = (size: number): Float32Array[] => {
  const random = createRandom(smallDefaults.seed + 1);
  return makeOrthogonal(
    Array.from({ length: size }, () => Float32Array.from({ length: size }, () => random() - 0.5)),
  );
};

/**
 * The directions in which the vectors differ most, turned at random: so every number carries as much as any other, and
 * its sign alone says something.
 */
const shortenVectors = (vectors: readonly Float32Array[], count: number): Float32Array[] => {
  const directions = makeOrthogonal(mixVectors(vectors, count));
  const rotation = createRotation(directions.length);
  return vectors.map((vector) => {
    const few = Float32Array.from(directions, (direction) => dot(vector, direction));
    return normalize(Float32Array.from(rotation, (row) => dot(few, row)));
  });
};

const subtractMean = (vectors: readonly Float32Array[]): Float32Array[] => {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addScaled(mean, vector, 1 / vectors.length);
  return vectors.map((vector) => normalize(vector.map((value, at) => value - (mean[at] ?? 0))));
};

/** Whole numbers from -127 to 127, each vector with a scale of its own. */
export const toBytes = (vector: Float32Array): Float32Array => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0 ? vector : vector.map((value) => Math.round((value / largest) * 127));
};

export const toSigns = (vector: Float32Array): Float32Array => vector.map((value) => (value < 0 ? -1 : 1));

type Way = { readonly name: string; readonly bytes: number; readonly vectors: readonly Float32Array[] };

const listWays = (vectors: readonly Float32Array[]): Way[] => {
  const size = vectors[0]?.length ?? 0;
  const centred = subtractMean(vectors);
  const few = shortenVectors(centred, Math.min(smallDefaults.dimensions, size));
  const length = few[0]?.length ?? 0;
  const ways = (name: string, numbers: number, whole: readonly Float32Array[]): Way[] => [
    { name: `${name}, 32 bits`, bytes: numbers * 4, vectors: whole },
    { name: `${name}, 8 bits`, bytes: numbers, vectors: whole.map((each) => normalize(toBytes(each))) },
    {
      name: `${name}, 1 bit`,
      bytes: Math.ceil(numbers / 8),
      vectors: whole.map((each) => normalize(toSigns(each))),
    },
  ];
  return [...ways(`${size} numbers`, size, centred), ...ways(`${length} numbers`, length, few)];
};

/** Compares the pictures by smaller and smaller vectors of looks; the first way is the yardstick. */
export const tryForms = (items: readonly Item[], vectors: readonly Float32Array[]): SmallForm[] => {
  const queries = spread([...items.keys()], smallDefaults.queries);
  const rank = (way: Way, query: number): number[] => {
    const own = way.vectors[query];
    return own === undefined
      ? []
      : rankFamilies(
          Float32Array.from(way.vectors, (each) => dot(own, each)),
          items,
          query,
          answerLength,
        );
  };
  const ways = listWays(vectors);
  const [whole] = ways;
  const best = queries.map((query) => new Set(whole === undefined ? [] : rank(whole, query)));
  return ways.map((way) => {
    const ranked = queries.map((query) => rank(way, query));
    const right = queries.flatMap((query, at) => {
      const [label, rows] = [items[query]?.label ?? null, ranked[at] ?? []];
      if (label === null || rows.length === 0) return [];
      return [rows.filter((row) => items[row]?.label === label).length / rows.length];
    });
    const same = ranked.map(
      (rows, at) => rows.filter((row) => best[at]?.has(row)).length / Math.max(1, rows.length),
    );
    return {
      name: way.name,
      bytes: way.bytes,
      same: estimateMean(same),
      precision: right.length === 0 ? null : estimateMean(right),
    };
  });
};
