import type { Field } from '../../../domain/dataset.ts';
import { wordsOf } from '../../../domain/normal-form.ts';
import type { Product } from '../../../domain/product.ts';
import type { SectionArray } from '../storage/sections.ts';
import { packStrings } from '../storage/strings.ts';
import { textParts } from './product-text.ts';

type Posting = { readonly rows: number[]; readonly frequencies: number[] };

/** Term → rows that carry it, with how often (weighted by where it stands); and the length of each row. */
export const packTextIndex = (
  products: readonly Product[],
  fields: readonly Field[],
  language: string,
): Record<string, SectionArray> => {
  const postings = new Map<string, Posting>();
  const lengths = Float32Array.from(products, (product, row) => {
    const frequencies = frequenciesOf(product, fields, language);
    addPostings(postings, row, frequencies);
    return [...frequencies.values()].reduce((sum, frequency) => sum + frequency, 0);
  });
  return { ...packPostings(postings), lengths };
};

const frequenciesOf = (product: Product, fields: readonly Field[], language: string): Map<string, number> => {
  const frequencies = new Map<string, number>();
  for (const { text, weight } of textParts(product.displayText, product.fields, fields)) {
    for (const word of wordsOf(text, language)) frequencies.set(word, (frequencies.get(word) ?? 0) + weight);
  }
  return frequencies;
};

const addPostings = (
  postings: Map<string, Posting>,
  row: number,
  frequencies: ReadonlyMap<string, number>,
) => {
  for (const [word, frequency] of frequencies) {
    const posting = postings.get(word) ?? { rows: [], frequencies: [] };
    posting.rows.push(row);
    posting.frequencies.push(frequency);
    postings.set(word, posting);
  }
};

const packPostings = (postings: ReadonlyMap<string, Posting>): Record<string, SectionArray> => {
  const terms = [...postings.keys()].sort();
  const offsets = new Uint32Array(terms.length + 1);
  terms.forEach((term, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + (postings.get(term)?.rows.length ?? 0);
  });
  const rows = new Uint32Array(offsets[terms.length] ?? 0);
  const frequencies = new Float32Array(rows.length);
  terms.forEach((term, index) => {
    const posting = postings.get(term);
    rows.set(posting?.rows ?? [], offsets[index]);
    frequencies.set(posting?.frequencies ?? [], offsets[index]);
  });
  return { ...packStrings('terms', terms), offsets, rows, frequencies };
};
