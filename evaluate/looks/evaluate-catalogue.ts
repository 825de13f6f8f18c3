import { estimateMean, spread } from '../../src/learning/looks/decide/measure.ts';
import type { Estimate } from '../../src/learning/looks/map/decision.ts';

/** What evaluation asks of a published catalogue. */
export type LooksSubject = {
  /** All products with a picture. */
  readonly identifiers: readonly string[];
  /** The best look-alikes of a product, best first. */
  readonly findNeighbours: (identifier: string, count: number) => Promise<readonly string[]>;
  /** Null for a product without a value. */
  readonly labelOf: (identifier: string) => Promise<string | null>;
};

export type LooksEvaluation = {
  readonly queries: number;
  /** Share of the ten best that have the label of the query. */
  readonly precision: Estimate | null;
  /** Mean over the queries of the precision at each right result. */
  readonly averagePrecision: Estimate | null;
  /** Share of products that no query has among its ten best; depends on the number of queries. */
  readonly neverShown: number;
  /** How often the most frequent result is shown, as a share of the queries. */
  readonly mostShown: number;
};

const evaluateDefaults = { k: 10 } as const;

/** Precision at each right result, summed, over the number of right results. */
export const averagePrecision = (isRight: readonly boolean[]): number => {
  let [right, sum] = [0, 0];
  isRight.forEach((each, at) => {
    if (!each) return;
    right += 1;
    sum += right / (at + 1);
  });
  return right === 0 ? 0 : sum / right;
};

/** Discounted gain over the best that as many right results could have; 0 without any. */
export const gainOf = (isRight: readonly boolean[]): number => {
  const discount = (place: number): number => 1 / Math.log2(place + 2);
  const sum = isRight.reduce((total, each, place) => (each ? total + discount(place) : total), 0);
  const best = isRight.filter(Boolean).reduce((total, _, place) => total + discount(place), 0);
  return best === 0 ? 0 : sum / best;
};

/** Asks for the look-alikes of a part of the catalogue, as a shop would. */
export const evaluateCatalogue = async (
  { identifiers, findNeighbours, labelOf }: LooksSubject,
  limit: number,
): Promise<LooksEvaluation> => {
  const queries = spread(identifiers, limit);
  const [precisions, averages]: [number[], number[]] = [[], []];
  const shown = new Map<string, number>();
  for (const query of queries) {
    const neighbours = await findNeighbours(query, evaluateDefaults.k);
    for (const each of neighbours) shown.set(each, (shown.get(each) ?? 0) + 1);
    const label = await labelOf(query);
    if (label === null || neighbours.length === 0) continue;
    const isRight: boolean[] = [];
    for (const each of neighbours) isRight.push((await labelOf(each)) === label);
    precisions.push(isRight.filter(Boolean).length / isRight.length);
    averages.push(averagePrecision(isRight));
  }
  return {
    queries: queries.length,
    precision: precisions.length === 0 ? null : estimateMean(precisions),
    averagePrecision: averages.length === 0 ? null : estimateMean(averages),
    neverShown: identifiers.length === 0 ? 0 : 1 - shown.size / identifiers.length,
    mostShown: queries.length === 0 ? 0 : Math.max(0, ...shown.values()) / queries.length,
  };
};
