import { createTokenStream, type FieldTokens, type TokenStream } from './token-stream.ts';
import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { IndexedFields } from './indexed-fields.ts';
import { assignIndexedFields, chooseIndexedFields, splitTexts } from './indexed-fields.ts';
import { getOrAdd } from '../../../domain/memoize.ts';
import { joinWords } from './join-words.ts';
import { type TextParameters, textParameters } from './parameters.ts';

/**
 * Text lengths over a whole catalogue, kept with its index. BM25 compares the length of a product's text with the
 * average.
 */
export type CorpusStatistics = {
  /** Fields with a text of their own, in order. */
  readonly primary: readonly string[];
  /** For each text, the name first and the attributes last: number of words, and of products that have it. */
  readonly wordTotals: Float64Array;
  readonly carrierCounts: Float64Array;
};

export const measureCorpus = (stream: TokenStream, primary: readonly string[]): CorpusStatistics => {
  const wordTotals = new Float64Array(primary.length + 2);
  const carrierCounts = new Float64Array(wordTotals.length);
  for (let row = 0; row < stream.rowCount; row += 1) {
    for (const { field, length } of stream.fieldTokens(row)) {
      wordTotals[field] = (wordTotals[field] ?? 0) + length;
      carrierCounts[field] = (carrierCounts[field] ?? 0) + 1;
    }
  }
  return { primary, wordTotals, carrierCounts };
};

/** Length of a text divided by the average length; 1 when there is no average. */
export const relativeLength = (
  { wordTotals, carrierCounts }: CorpusStatistics,
  text: number,
  length: number,
): number => {
  const total = wordTotals[text] ?? 0;
  return total > 0 ? (length * (carrierCounts[text] ?? 0)) / total : 1;
};

/** The index that new words are added to. */
export type BaseIndex = {
  readonly statistics: CorpusStatistics;
  readonly hasWord: (word: string) => boolean;
};

export type TermImpacts = {
  readonly stream: TokenStream;
  readonly statistics: CorpusStatistics;
  /** Of each row: word number → impact, above 0, below 1. */
  rows(): Iterable<ReadonlyMap<number, number>>;
};

/**
 * How much each product says each word: the part of BM25 that depends on the product alone, field weights and lengths
 * included.
 */
export const computeTermImpacts = (
  products: Iterable<Product>,
  fields: readonly Field[],
  language: string,
  baseIndex: BaseIndex | null = null,
): TermImpacts => {
  const indexed = baseIndex
    ? assignIndexedFields(fields, baseIndex.statistics.primary)
    : chooseIndexedFields(products, fields, textParameters.primaryShare);
  return weighTokens(tokenizeProducts(products, indexed, language), indexed, textParameters, baseIndex);
};

/** Separate from tokenizing, so that other parameters can be tried on the same tokens. */
export const weighTokens = (
  stream: TokenStream,
  { primary, attributes }: IndexedFields,
  parameters: TextParameters,
  baseIndex: BaseIndex | null = null,
): TermImpacts => {
  const statistics = baseIndex?.statistics ?? measureCorpus(stream, primary);
  const weigh = createFieldWeights(statistics, attributes, parameters);
  const findJoined = memoizeJoins(stream, baseIndex?.hasWord ?? null);
  return {
    stream,
    statistics,
    *rows() {
      for (let row = 0; row < stream.rowCount; row += 1) {
        const weights = new Map<number, number>();
        for (const fieldTokens of stream.fieldTokens(row))
          addFieldTokens(weights, fieldTokens, weigh(fieldTokens), parameters.joinedWeight, findJoined);
        for (const [word, weight] of weights) weights.set(word, weight / (weight + parameters.saturation));
        yield weights;
      }
    },
  };
};

export const tokenizeProducts = (
  products: Iterable<Product>,
  indexed: IndexedFields,
  language: string,
): TokenStream => {
  const stream = createTokenStream(language);
  for (const product of products) {
    const texts: string[][] = [[product.displayText]];
    for (const [name, value] of Object.entries(product.fields)) {
      const text = indexed.textNumbers.get(name);
      if (text !== undefined) (texts[text] ??= []).push(...splitTexts(value));
    }
    texts.forEach((values, field) => stream.addTokens(field, values));
    stream.endRow();
  }
  return stream;
};

/** A shorter text weighs more: its length is compared with the average over the products that carry the field. */
const createFieldWeights =
  (statistics: CorpusStatistics, attributes: number, { attributeWeight, lengthPenalty }: TextParameters) =>
  ({ field, length }: FieldTokens): number => {
    const fieldWeight = field === attributes ? attributeWeight : 1;
    return fieldWeight / (1 - lengthPenalty + lengthPenalty * relativeLength(statistics, field, length));
  };

/** Pairs of words at most whose joined form is remembered. */
const rememberedJoins = 100_000;
/** Two numbers of words make one number. */
const mostWords = 2 ** 26;

/**
 * Number of the word that two adjacent words make when joined, if some product contains it; otherwise 0. Of words that
 * are added to a base only those of the base count: what is found must not depend on which of them came first.
 */
const memoizeJoins = (
  stream: TokenStream,
  isInBase: ((word: string) => boolean) | null,
): ((first: number, second: number) => number) => {
  /** One map of pairs: a map for each word would take several times the memory. */
  const known = new Map<number, number>();
  const findOrAdd = (joined: string | null): number => {
    if (joined === null || isInBase?.(joined) === false) return 0;
    const number = stream.findWord(joined);
    return number === 0 && isInBase !== null ? stream.addWord(joined) : number;
  };
  return (first, second) => {
    // Most pairs of a large catalogue occur once.
    if (known.size >= rememberedJoins) known.clear();
    return getOrAdd(known, first * mostWords + second, () =>
      findOrAdd(joinWords(stream.wordAt(first), stream.wordAt(second))),
    );
  };
};

const addFieldTokens = (
  termWeights: Map<number, number>,
  { words }: FieldTokens,
  weight: number,
  joinedWeight: number,
  findJoined: (first: number, second: number) => number,
) => {
  const add = (word: number, more: number) => termWeights.set(word, (termWeights.get(word) ?? 0) + more);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    const next = words[at + 1] ?? 0;
    if (word === 0) continue;
    add(word, weight);
    const joined = next === 0 ? 0 : findJoined(word, next);
    if (joined > 0) add(joined, weight * joinedWeight);
  }
};
