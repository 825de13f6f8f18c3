import type { Weights } from '../../../domain/box.ts';
import { otherColourShare, scoreUnits, sumWeights, toUnits } from '../../semantics/search/score.ts';
import { rawSql, sql, type Sql } from '../../../postgres/sql.ts';
import { countNumbers, type Dimensions, type ProductGeneration } from '../products/product-version.ts';
import { encodeVector, joinVectors } from '../products/vectors.ts';
import { never } from './filter-sql.ts';
import type { HitParts, PictureVectors, SearchResult } from '../../engine.ts';

export const noParts = { looks: null, colour: null, title: null, text: null };

/** For a source without a picture: nothing is comparable. */
const noScoring: Scoring = {
  candidate: never,
  units: rawSql('0'),
  fuzzied: never,
  nearest: null,
  compare: null,
  parts: () => noParts,
  trace: () => null,
};

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

const cutParts = (numbers: Float32Array, { looks, colour }: Dimensions) => ({
  looks: numbers.subarray(0, looks),
  colour: numbers.subarray(looks, looks + colour),
  title: numbers.subarray(looks + colour),
});

export const toPicture = (dimensions: Dimensions | null, features: Float32Array): PictureVectors | null => {
  if (dimensions === null) return null;
  const { title, ...parts } = cutParts(features, dimensions);
  return { ...parts, ...(dimensions.title !== undefined && { title }) };
};

/**
 * A row holds looks, colour and title in one vector. The query has the source's, each multiplied by its share of the
 * weights: their inner product is the weighted mean of the cosines.
 */
export const createLooksScoring = (
  { about }: ProductGeneration,
  weights: Weights,
  source: Float32Array | null,
): Scoring => {
  const { dimensions } = about;
  if (source === null || dimensions === null) return noScoring;
  if (source.length !== countNumbers(dimensions)) return noScoring;
  const parts = cutParts(source, dimensions);
  const sum = sumWeights(weights);
  const multiply = (numbers: Float32Array, weight = 0): Float32Array => {
    const share = sum > 0 ? weight / sum : 0;
    return numbers.map((number) => number * share);
  };
  const weighted = joinVectors({
    looks: multiply(parts.looks, weights.looks),
    colour: multiply(parts.colour, weights.colour),
    title: multiply(parts.title, weights.title),
  });
  const other = otherColourShare(weights);
  const length = rawSql(String(countNumbers(dimensions)));
  const query = sql`${encodeVector(weighted)}::halfvec(${length})`;
  const compareParts = (features: Float32Array | null): Partial<ReturnType<Scoring['parts']>> => {
    if (features === null) return {};
    const own = cutParts(features, dimensions);
    return {
      looks: dot(parts.looks, own.looks),
      colour: dot(parts.colour, own.colour),
      ...(dimensions.title !== undefined && { title: dot(parts.title, own.title) }),
    };
  };
  return {
    candidate: sql`features IS NOT NULL`,
    units: sql`floor(LEAST(1, GREATEST(0, ${rawSql(String(other))} - (features <#> ${query}))) * ${rawSql(String(scoreUnits))} + 0.5)::int`,
    fuzzied: never,
    compare: (features) => toUnits(other + dot(weighted, features)),
    nearest: sum > 0 ? sql`(features::halfvec(${length})) <#> ${query}` : null,
    parts: ({ features }) => ({ ...noParts, ...compareParts(features) }),
    trace: () => null,
  };
};

/** How rows are compared with the seed of a query. */
export type Scoring = {
  /** Whether a row has a score; its index finds these rows. */
  readonly candidate: Sql;
  /** Score in millionths, for rows that have one. */
  readonly units: Sql;
  /** Whether a fuzzy match contributed. */
  readonly fuzzied: Sql;
  /** The order that the vector index delivers; null where there is no such index. */
  readonly nearest: Sql | null;
  /** Score in millionths of a row with a picture; null where only the database can tell. */
  readonly compare: ((features: Float32Array) => number) | null;
  parts(hit: {
    readonly features: Float32Array | null;
    readonly score: number;
  }): Pick<HitParts, 'looks' | 'colour' | 'title' | 'text'>;
  trace(isFuzzied: boolean): SearchResult['text'];
};
