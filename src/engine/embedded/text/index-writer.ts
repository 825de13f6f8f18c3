import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { SectionArray } from '../storage/sections.ts';
import { packStrings } from '../storage/strings.ts';
import { joinWords } from './join-words.ts';
import { type TextParameters, textParameters } from './parameters.ts';
import {
  type IndexedFields,
  assignIndexedFields,
  chooseIndexedFields,
  splitTexts,
} from './indexed-fields.ts';
import { measureCorpus, packStatistics, relativeLength, type CorpusStatistics } from './corpus-statistics.ts';
import { type FieldTokens, createTokenStream, type TokenStream } from './token-stream.ts';

type Posting = { readonly rows: number[]; readonly impacts: number[] };

/** The index that new words are added to. */
export type BaseIndex = {
  readonly statistics: CorpusStatistics;
  readonly hasWord: (word: string) => boolean;
};

/**
 * An inverted index: term → rows that contain it, each with its impact (0 to 1). The part of BM25 that depends on
 * the product alone is known at publish time, field weights and lengths included, so that a search only adds up.
 */
export const packTextIndex = (
  products: readonly Product[],
  fields: readonly Field[],
  language: string,
  baseIndex: BaseIndex | null = null,
): Record<string, SectionArray> => {
  const indexed = baseIndex
    ? assignIndexedFields(fields, baseIndex.statistics.primary)
    : chooseIndexedFields(products, fields, textParameters.primaryShare);
  return packTokenStream(tokenizeProducts(products, indexed, language), indexed, textParameters, baseIndex);
};

/** Separate from tokenizing, so that other parameters can be tried on the same tokens. */
export const packTokenStream = (
  stream: TokenStream,
  { primary, attributes }: IndexedFields,
  parameters: TextParameters,
  baseIndex: BaseIndex | null = null,
): Record<string, SectionArray> => {
  const statistics = baseIndex?.statistics ?? measureCorpus(stream, primary);
  const weigh = createFieldWeights(statistics, attributes, parameters);
  const findJoined = memoizeJoins(stream, baseIndex?.hasWord ?? (() => false));
  const postings = new Map<number, Posting>();
  for (let row = 0; row < stream.rowCount; row += 1) {
    const termWeights = new Map<number, number>();
    for (const fieldTokens of stream.fieldTokens(row)) {
      addFieldTokens(termWeights, fieldTokens, weigh(fieldTokens), parameters.joinedWeight, findJoined);
    }
    addPostings(postings, row, termWeights, parameters.saturation);
  }
  return {
    size: Uint32Array.of(stream.rowCount),
    ...packPostings(postings, stream),
    ...packStatistics(statistics),
  };
};

export const tokenizeProducts = (
  products: readonly Product[],
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

/** Number of the word that two adjacent words make when joined, if some product contains it; otherwise 0. */
const memoizeJoins = (
  stream: TokenStream,
  isInBase: (word: string) => boolean,
): ((first: number, second: number) => number) => {
  const known = new Map<number, Map<number, number>>();
  const findOrAdd = (joined: string | null): number => {
    if (joined === null) return 0;
    const number = stream.findWord(joined);
    return number === 0 && isInBase(joined) ? stream.addWord(joined) : number;
  };
  return (first, second) => {
    const after = known.get(first) ?? new Map<number, number>();
    known.set(first, after);
    const cached = after.get(second);
    if (cached !== undefined) return cached;
    const number = findOrAdd(joinWords(stream.wordAt(first), stream.wordAt(second)));
    after.set(second, number);
    return number;
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

const addPostings = (
  postings: Map<number, Posting>,
  row: number,
  termWeights: ReadonlyMap<number, number>,
  saturation: number,
) => {
  for (const [word, weight] of termWeights) {
    const posting = postings.get(word) ?? { rows: [], impacts: [] };
    posting.rows.push(row);
    posting.impacts.push(weight / (weight + saturation));
    postings.set(word, posting);
  }
};

const packPostings = (
  postings: ReadonlyMap<number, Posting>,
  stream: TokenStream,
): Record<string, SectionArray> => {
  const terms = [...postings.keys()].map((number) => stream.wordAt(number)).sort();
  const lists = terms.map((term) => postings.get(stream.findWord(term)) ?? { rows: [], impacts: [] });
  const offsets = new Uint32Array(terms.length + 1);
  lists.forEach((list, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + list.rows.length;
  });
  const rows = new Uint32Array(offsets[terms.length] ?? 0);
  const impacts = new Float32Array(rows.length);
  lists.forEach((list, index) => {
    rows.set(list.rows, offsets[index]);
    impacts.set(list.impacts, offsets[index]);
  });
  return { ...packStrings('terms', terms), offsets, rows, impacts };
};
