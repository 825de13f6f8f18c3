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
  /** The largest difference of the scores of one family in both answers. */
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

/** The family of a product: another variant of it may represent it, if both scores are within the tolerance. */
type FamilyOf = (identifier: string) => string;

const measureDistances = (actual: SearchResult, expected: SearchResult, familyOf: FamilyOf): number[] => {
  const scores = new Map(expected.hits.map(({ identifier, score }) => [familyOf(identifier), score]));
  return actual.hits.flatMap(({ identifier, score }) => {
    const other = scores.get(familyOf(identifier));
    return other === undefined ? [] : [Math.abs(score - other)];
  });
};

type Allowed = { readonly minimumScore: number; readonly familyOf: FamilyOf };

/** A product whose score is within the tolerance of the minimum score may be in one of the answers only. */
const isAtMinimum = (
  one: SearchResult,
  other: SearchResult,
  { minimumScore, familyOf }: Allowed,
): boolean => {
  const known = new Set(other.hits.map(({ identifier }) => familyOf(identifier)));
  return one.hits
    .filter(({ identifier }) => !known.has(familyOf(identifier)))
    .every(({ score }) => minimumScore > 0 && score - minimumScore <= declaredTolerance);
};

/** Products whose scores are closer than the tolerance may change places. */
const hasSameOrder = (actual: SearchResult, expected: SearchResult): boolean =>
  actual.hits.every(({ score }, place) => {
    const ranked = expected.hits[place];
    return ranked === undefined || Math.abs(score - ranked.score) <= declaredTolerance;
  });

const sortIdentifiers = ({ hits }: SearchResult): string[] =>
  hits.map(({ identifier }) => identifier).toSorted((one, other) => (one < other ? -1 : 1));

/** What is wrong with an answer; null: nothing. Facets are counted over the variants that represent their families. */
export const findDifference = (
  actual: SearchResult,
  expected: SearchResult,
  allowed: Allowed,
): string | null => {
  if (!isDeepStrictEqual(actual.text, expected.text)) return 'the words are understood in another way';
  if (!isAtMinimum(actual, expected, allowed) || !isAtMinimum(expected, actual, allowed))
    return 'other products are found';
  if (actual.hits.length === expected.hits.length && actual.count !== expected.count)
    return 'the counts differ';
  const hasSameVariants = isDeepStrictEqual(sortIdentifiers(actual), sortIdentifiers(expected));
  if (hasSameVariants && !isDeepStrictEqual(actual.facets, expected.facets)) return 'the facets differ';
  if (measureDistances(actual, expected, allowed.familyOf).some((distance) => distance > declaredTolerance))
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
  const families = new Map(
    products.map(({ product: { identifier, groupId } }) => [identifier, groupId ?? identifier]),
  );
  const familyOf: FamilyOf = (identifier) => families.get(identifier) ?? identifier;
  for (const engine of [expectedEngine, actualEngine]) await publish(engine, dataset, draft, products);
  const differences: string[] = [];
  let [hits, largestDistance] = [0, 0];
  for (const [at, question] of questions.entries()) {
    const expected = await ask(openReader(expectedEngine), question);
    const actual = await ask(openReader(actualEngine), question);
    const difference = findDifference(actual, expected, {
      minimumScore: question.query.minimumScore,
      familyOf,
    });
    if (difference !== null) differences.push(`question ${at} of seed ${seed}: ${difference}`);
    hits += expected.hits.length;
    largestDistance = Math.max(largestDistance, ...measureDistances(actual, expected, familyOf));
  }
  return { questions: count, hits, largestDistance, differences };
};
