import { isDeepStrictEqual } from 'node:util';
import {
  createTypedQuery,
  type Engine,
  type ProductReader,
  type SearchQuery,
  type SearchResult,
} from '../../src/engine/engine.ts';
import { dataset, openReader, publish, readSource } from '../contract/shop.ts';
import { draft, drawQuestions, type Question } from './questions.ts';

/** What the PostgreSQL engine declares: scores differ by no more from those of exact arithmetic. */
export const declaredTolerance = 0.001;

type Comparison = {
  readonly questions: number;
  readonly hits: number;
  /** The largest difference of the scores of one product in both answers. */
  readonly largestDistance: number;
  /** One line for each answer that differs by more than the tolerance. */
  readonly differences: readonly string[];
};

const ask = async (reader: ProductReader, { source, words, query }: Question): Promise<SearchResult> => {
  const seed: SearchQuery['seed'] =
    source === null
      ? { kind: 'text', source: null, query: createTypedQuery(words, 'Any') }
      : { kind: 'looks', source: await readSource(reader, source), weights: { looks: 2, colour: 1 } };
  return reader.search({ ...query, seed });
};

const measureDistances = (actual: SearchResult, expected: SearchResult): number[] => {
  const scores = new Map(expected.hits.map(({ identifier, score }) => [identifier, score]));
  return actual.hits.flatMap(({ identifier, score }) => {
    const other = scores.get(identifier);
    return other === undefined ? [] : [Math.abs(score - other)];
  });
};

/** A product whose score is within the tolerance of the minimum score may be in one of the answers only. */
const isAtMinimum = (one: SearchResult, other: SearchResult, minimumScore: number): boolean => {
  const known = new Set(other.hits.map(({ identifier }) => identifier));
  return one.hits
    .filter(({ identifier }) => !known.has(identifier))
    .every(({ score }) => minimumScore > 0 && score - minimumScore <= declaredTolerance);
};

/** Products whose scores are closer than the tolerance may change places. */
const hasSameOrder = (actual: SearchResult, expected: SearchResult): boolean =>
  actual.hits.every(({ score }, place) => {
    const ranked = expected.hits[place];
    return ranked === undefined || Math.abs(score - ranked.score) <= declaredTolerance;
  });

/** What is wrong with an answer; null: nothing. */
export const findDifference = (
  actual: SearchResult,
  expected: SearchResult,
  minimumScore: number,
): string | null => {
  if (!isDeepStrictEqual(actual.text, expected.text)) return 'the words are understood in another way';
  if (!isAtMinimum(actual, expected, minimumScore) || !isAtMinimum(expected, actual, minimumScore))
    return 'other products are found';
  const hasSameProducts = actual.hits.length === expected.hits.length;
  if (hasSameProducts && actual.count !== expected.count) return 'the counts differ';
  if (hasSameProducts && !isDeepStrictEqual(actual.facets, expected.facets)) return 'the facets differ';
  if (measureDistances(actual, expected).some((distance) => distance > declaredTolerance))
    return 'a score differs by more than the tolerance';
  return hasSameOrder(actual, expected) ? null : 'the order differs';
};

/** Publishes one catalogue in both engines and asks both the same questions. */
export const compareEngines = async (
  expectedEngine: Engine,
  actualEngine: Engine,
  seed: number,
  count: number,
): Promise<Comparison> => {
  const { products, questions } = drawQuestions(seed, count);
  for (const engine of [expectedEngine, actualEngine]) await publish(engine, dataset, draft, products);
  const differences: string[] = [];
  let [hits, largestDistance] = [0, 0];
  for (const [at, question] of questions.entries()) {
    const expected = await ask(openReader(expectedEngine), question);
    const actual = await ask(openReader(actualEngine), question);
    const difference = findDifference(actual, expected, question.query.minimumScore);
    if (difference !== null) differences.push(`question ${at} of seed ${seed}: ${difference}`);
    hits += expected.hits.length;
    largestDistance = Math.max(largestDistance, ...measureDistances(actual, expected));
  }
  return { questions: count, hits, largestDistance, differences };
};
