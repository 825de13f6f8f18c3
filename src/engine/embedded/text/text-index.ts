import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { BaseIndex, CorpusStatistics, TermImpacts } from '../../semantics/text/term-impacts.ts';
import { computeTermImpacts } from '../../semantics/text/term-impacts.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import { firstNotBelow, packStrings, readStrings, type StringTable } from '../storage/strings.ts';
import type { TokenStream } from '../../semantics/text/token-stream.ts';
import type { Vocabulary } from '../../semantics/text/expand-query.ts';
import { nearTerms } from './near-terms.ts';

/** An inverted index: term → rows that contain it, each with its impact, so that a search only adds up. */
export const packTextIndex = (
  products: Iterable<Product>,
  fields: readonly Field[],
  language: string,
  baseIndex: BaseIndex | null = null,
): Record<string, SectionArray> => packImpacts(computeTermImpacts(products, fields, language, baseIndex));

/** Counts first, then fills the arrays: no other list of the postings is in memory. */
export const packImpacts = (impacts: TermImpacts): Record<string, SectionArray> => {
  const { stream, statistics } = impacts;
  const counts: number[] = [];
  for (const rowImpacts of impacts.rows())
    for (const word of rowImpacts.keys()) counts[word] = (counts[word] ?? 0) + 1;
  const { terms, offsets, ends } = layOutTerms(stream, counts);
  const rows = new Uint32Array(offsets.at(-1) ?? 0);
  const found = new Float32Array(rows.length);
  let row = 0;
  for (const rowImpacts of impacts.rows()) {
    for (const [word, impact] of rowImpacts) {
      const at = ends[word] ?? 0;
      rows[at] = row;
      found[at] = impact;
      ends[word] = at + 1;
    }
    row += 1;
  }
  return {
    size: Uint32Array.of(stream.rowCount),
    ...{ ...terms, offsets, rows, impacts: found },
    ...packStatistics(statistics),
  };
};

/** The words that rows have, sorted, and where the rows of each begin: `ends` by the number of the word. */
const layOutTerms = (stream: TokenStream, counts: readonly number[]) => {
  const terms = [...counts.keys().filter((word) => (counts[word] ?? 0) > 0)].map(stream.wordAt).sort();
  const offsets = new Uint32Array(terms.length + 1);
  const ends = new Uint32Array(counts.length);
  terms.forEach((term, index) => {
    const word = stream.findWord(term);
    ends[word] = offsets[index] ?? 0;
    offsets[index + 1] = (offsets[index] ?? 0) + (counts[word] ?? 0);
  });
  return { terms: packStrings('terms', terms), offsets, ends };
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

export type TextIndex = {
  readonly language: string;
  /** Rows of the catalogue, those without words included. */
  readonly size: number;
  /** Rows that count for how rare a word is: all but those that live changes added and removed again. */
  readonly documentCount: number;
  /** Sorted by code units. */
  readonly terms: StringTable;
  /** Rows of term t: `rows[offsets[t] … offsets[t + 1]]`, ascending; `impacts` beside them, above 0, below 1. */
  readonly offsets: Uint32Array;
  readonly rows: Uint32Array;
  readonly impacts: Float32Array;
  /** What impacts were computed from. */
  readonly statistics: CorpusStatistics;
};

export const readTextIndex = (sections: Sections, language: string): TextIndex => ({
  language,
  size: sections.get('size', 'u32')[0] ?? 0,
  documentCount: sections.get('size', 'u32')[0] ?? 0,
  terms: readStrings(sections, 'terms'),
  offsets: sections.get('offsets', 'u32'),
  rows: sections.get('rows', 'u32'),
  impacts: sections.get('impacts', 'f32'),
  statistics: readStatistics(sections),
});

/** Number of rows that contain a term. */
const countRows = (index: TextIndex, term: number): number =>
  (index.offsets[term + 1] ?? 0) - (index.offsets[term] ?? 0);

/** Impact of the term in the row; 0 when the row does not contain it. */
export const impactAt = (index: TextIndex, term: number, row: number): number => {
  const end = index.offsets[term + 1] ?? 0;
  const low = firstNotBelow(index.offsets[term] ?? 0, end, (at) => (index.rows[at] ?? 0) < row);
  return low < end && index.rows[low] === row ? (index.impacts[low] ?? 0) : 0;
};

/** The term in the fewest rows: only its rows have to be looked at. */
export const findRarestTerm = (index: TextIndex, terms: readonly number[]): number =>
  terms.reduce(
    (rarest, term) => (countRows(index, term) < countRows(index, rarest) ? term : rarest),
    terms[0] ?? 0,
  );

const countRowsWithAll = (index: TextIndex, terms: readonly number[]): number => {
  if (terms.length === 1) return countRows(index, terms[0] ?? 0);
  const rarest = findRarestTerm(index, terms);
  let count = 0;
  for (let at = index.offsets[rarest] ?? 0; at < (index.offsets[rarest + 1] ?? 0); at += 1) {
    const row = index.rows[at] ?? 0;
    if (terms.every((term) => impactAt(index, term, row) > 0)) count += 1;
  }
  return count;
};

export const createVocabulary = (index: TextIndex): Vocabulary => ({
  language: index.language,
  size: index.documentCount,
  find: (word) => index.terms.find(word),
  findNear: (word, limit) => nearTerms(index.terms, word, limit),
  countRows: (terms) => countRowsWithAll(index, terms),
});

export const readStatistics = (sections: Sections): CorpusStatistics => {
  const names = readStrings(sections, 'presented');
  return {
    primary: Array.from({ length: names.size }, (_, index) => names.at(index)),
    wordTotals: sections.get('scale.words', 'f64'),
    carrierCounts: sections.get('scale.carriers', 'f64'),
  };
};
