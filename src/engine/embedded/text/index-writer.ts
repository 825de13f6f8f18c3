import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { CorpusStatistics } from '../../semantics/text/corpus-statistics.ts';
import { type BaseIndex, computeTermImpacts, type TermImpacts } from '../../semantics/text/term-impacts.ts';
import type { TokenStream } from '../../semantics/text/token-stream.ts';
import type { SectionArray } from '../storage/sections.ts';
import { packStrings } from '../storage/strings.ts';

type Posting = { readonly rows: number[]; readonly impacts: number[] };

/** An inverted index: term → rows that contain it, each with its impact, so that a search only adds up. */
export const packTextIndex = (
  products: readonly Product[],
  fields: readonly Field[],
  language: string,
  baseIndex: BaseIndex | null = null,
): Record<string, SectionArray> => packImpacts(computeTermImpacts(products, fields, language, baseIndex));

export const packImpacts = (impacts: TermImpacts): Record<string, SectionArray> => {
  const { stream, statistics } = impacts;
  const postings = new Map<number, Posting>();
  let row = 0;
  for (const rowImpacts of impacts.rows()) addPostings(postings, row++, rowImpacts);
  return {
    size: Uint32Array.of(stream.rowCount),
    ...packPostings(postings, stream),
    ...packStatistics(statistics),
  };
};

const addPostings = (postings: Map<number, Posting>, row: number, impacts: ReadonlyMap<number, number>) => {
  for (const [word, impact] of impacts) {
    const posting = postings.get(word) ?? { rows: [], impacts: [] };
    posting.rows.push(row);
    posting.impacts.push(impact);
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

export const packStatistics = ({
  primary,
  wordTotals,
  carrierCounts,
}: CorpusStatistics): Record<string, SectionArray> => ({
  ...packStrings('presented', primary),
  'scale.words': wordTotals,
  'scale.carriers': carrierCounts,
});
