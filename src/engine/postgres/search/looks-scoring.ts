import type { Weights } from '../../../domain/box.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import { rawSql, sql } from '../sql/sql.ts';
import type { ProductGeneration } from '../products/product-version.ts';
import { formatVector, parseVector } from '../products/stored-row.ts';
import { never } from './filter-sql.ts';
import type { Scoring } from './scoring.ts';

export const noParts = { looks: null, colour: null, text: null };

/** For a source without a picture: nothing is comparable. */
const noScoring: Scoring = {
  candidate: never,
  units: rawSql('0'),
  fuzzied: never,
  nearest: null,
  parts: () => noParts,
  trace: () => null,
};

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);

/**
 * A row holds looks and colour in one vector. The query has the source's, each multiplied by its share of the weights:
 * their inner product is the weighted mean of both cosines.
 */
export const createLooksScoring = (
  { about }: ProductGeneration,
  weights: Weights,
  sourceFeatures: string | null,
): Scoring => {
  const { dimensions } = about;
  if (sourceFeatures === null || dimensions === null) return noScoring;
  const source = parseVector(sourceFeatures);
  const sum = weights.looks + weights.colour;
  const share = (weight: number): number => (sum > 0 ? weight / sum : 0);
  const [looksShare, colourShare] = [share(weights.looks), share(weights.colour)];
  const weighted = formatVector(
    source.map((number, at) => number * (at < dimensions.looks ? looksShare : colourShare)),
  );
  const length = rawSql(String(dimensions.looks + dimensions.colour));
  const query = sql`${weighted}::halfvec(${length})`;
  const compareParts = (features: string | null): Pick<typeof noParts, 'looks' | 'colour'> | object => {
    if (features === null) return {};
    const own = parseVector(features);
    const looks = dot(source.subarray(0, dimensions.looks), own.subarray(0, dimensions.looks));
    return { looks, colour: dot(source.subarray(dimensions.looks), own.subarray(dimensions.looks)) };
  };
  return {
    candidate: sql`features IS NOT NULL`,
    units: sql`floor(LEAST(1, GREATEST(0, -(features <#> ${query}))) * ${rawSql(String(scoreUnits))} + 0.5)::int`,
    fuzzied: never,
    nearest: sum > 0 ? sql`(features::halfvec(${length})) <#> ${query}` : null,
    parts: ({ features }) => ({ ...noParts, ...compareParts(features) }),
    trace: () => null,
  };
};
