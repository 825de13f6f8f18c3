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

/** Who says what elsewhere: words that are added to an index are held against it. */
export type BaseIndex = {
  readonly statistics: CorpusStatistics;
  readonly hasWord: (word: string) => boolean;
};

/**
 * Term → rows that say it, and how much (0 to 1) each says it. All that BM25 takes from a product is known at
 * publish time, fields and lengths included, so that a search only adds up.
 */
export const packTextIndex = (
  products: readonly Product[],
  fields: readonly Field[],
  language: string,
  surroundings: BaseIndex | null = null,
): Record<string, SectionArray> => {
  const spoken = surroundings
    ? assignIndexedFields(fields, surroundings.statistics.primary)
    : chooseIndexedFields(products, fields, textParameters.primaryShare);
  return packTokenStream(tokenizeProducts(products, spoken, language), spoken, textParameters, surroundings);
};

/** Apart from the reading of the products, so that other parameters can be tried on the same words. */
export const packTokenStream = (
  transcript: TokenStream,
  { primary: presented, attributes }: IndexedFields,
  parameters: TextParameters,
  surroundings: BaseIndex | null = null,
): Record<string, SectionArray> => {
  const scale = surroundings?.statistics ?? measureCorpus(transcript, presented);
  const weightOf = passageWeights(scale, attributes, parameters);
  const joinOf = rememberJoins(transcript, surroundings?.hasWord ?? (() => false));
  const postings = new Map<number, Posting>();
  for (let row = 0; row < transcript.rowCount; row += 1) {
    const emphasis = new Map<number, number>();
    for (const passage of transcript.fieldTokens(row)) {
      addPassage(emphasis, passage, weightOf(passage), parameters.joinedWeight, joinOf);
    }
    addPostings(postings, row, emphasis, parameters.saturation);
  }
  return {
    size: Uint32Array.of(transcript.rowCount),
    ...packPostings(postings, transcript),
    ...packStatistics(scale),
  };
};

export const tokenizeProducts = (
  products: readonly Product[],
  spoken: IndexedFields,
  language: string,
): TokenStream => {
  const transcript = createTokenStream(language);
  for (const product of products) {
    const texts: string[][] = [[product.displayText]];
    for (const [name, value] of Object.entries(product.fields)) {
      const text = spoken.textNumbers.get(name);
      if (text !== undefined) (texts[text] ??= []).push(...splitTexts(value));
    }
    texts.forEach((values, field) => transcript.addTokens(field, values));
    transcript.endRow();
  }
  return transcript;
};

/** A passage is held against the usual length of its field, over the products that carry it. */
const passageWeights =
  (scale: CorpusStatistics, attributes: number, { attributeWeight, lengthPenalty }: TextParameters) =>
  ({ field, length }: FieldTokens): number => {
    const fieldWeight = field === attributes ? attributeWeight : 1;
    return fieldWeight / (1 - lengthPenalty + lengthPenalty * relativeLength(scale, field, length));
  };

/** Number of two neighbours written as one, where some product writes them so; otherwise 0. */
const rememberJoins = (
  transcript: TokenStream,
  isSaidElsewhere: (word: string) => boolean,
): ((first: number, second: number) => number) => {
  const known = new Map<number, Map<number, number>>();
  const numberOf = (joined: string | null): number => {
    if (joined === null) return 0;
    const number = transcript.findWord(joined);
    return number === 0 && isSaidElsewhere(joined) ? transcript.addWord(joined) : number;
  };
  return (first, second) => {
    const after = known.get(first) ?? new Map<number, number>();
    known.set(first, after);
    const remembered = after.get(second);
    if (remembered !== undefined) return remembered;
    const number = numberOf(joinWords(transcript.wordAt(first), transcript.wordAt(second)));
    after.set(second, number);
    return number;
  };
};

const addPassage = (
  emphasis: Map<number, number>,
  { words }: FieldTokens,
  weight: number,
  joinedWeight: number,
  joinOf: (first: number, second: number) => number,
) => {
  const add = (word: number, more: number) => emphasis.set(word, (emphasis.get(word) ?? 0) + more);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    const next = words[at + 1] ?? 0;
    if (word === 0) continue;
    add(word, weight);
    const joined = next === 0 ? 0 : joinOf(word, next);
    if (joined > 0) add(joined, weight * joinedWeight);
  }
};

const addPostings = (
  postings: Map<number, Posting>,
  row: number,
  emphasis: ReadonlyMap<number, number>,
  saturation: number,
) => {
  for (const [word, weight] of emphasis) {
    const posting = postings.get(word) ?? { rows: [], impacts: [] };
    posting.rows.push(row);
    posting.impacts.push(weight / (weight + saturation));
    postings.set(word, posting);
  }
};

const packPostings = (
  postings: ReadonlyMap<number, Posting>,
  transcript: TokenStream,
): Record<string, SectionArray> => {
  const terms = [...postings.keys()].map((number) => transcript.wordAt(number)).sort();
  const lists = terms.map((term) => postings.get(transcript.findWord(term)) ?? { rows: [], impacts: [] });
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
