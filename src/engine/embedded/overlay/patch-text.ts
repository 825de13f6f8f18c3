import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { Picture } from '../../engine.ts';
import type { ProductState } from '../../semantics/changes.ts';
import { packStrings, readStrings, type StringTable } from '../storage/strings.ts';
import { createWorkSlices, type WorkSlices } from '../../work-slices.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { packTextIndex, readTextIndex, type TextIndex } from '../text/text-index.ts';
import type { RowOrder } from './patch-rows.ts';

type State = ProductState<number | Picture>;

/** A product that a batch names, before and after it. */
export type StateChange = { readonly before: State | null; readonly after: State | null };

/**
 * Products whose words in the index change, by row; null: the row has no words any more. A removed product gets back the
 * words of the version, or none if it was added: how rare a word is must not depend on what a product said before it was
 * removed.
 */
export const selectTextChanges = (
  indexedFields: readonly Field[],
  stateChanges: ReadonlyMap<string, StateChange>,
  identifiers: StringTable,
  readPublished: (identifier: string) => State | null,
): Map<number, Product | null> => {
  const textOf = ({ displayText, fields }: Product): string =>
    JSON.stringify([displayText, ...indexedFields.map(({ name }) => fields[name] ?? null)]);
  const changes = new Map<number, Product | null>();
  for (const [identifier, { before, after }] of stateChanges) {
    const product = (after ?? readPublished(identifier))?.product ?? null;
    const isSame = before !== null && product !== null && textOf(before.product) === textOf(product);
    if (!isSame) changes.set(identifiers.find(identifier), product);
  }
  return changes;
};

type Posting = { readonly row: number; readonly impact: number };

/**
 * The text index after live changes. Changed products are scored with the corpus statistics of the whole version, so
 * that a score means the same before and after a change. The next publish measures how the changes affect these
 * statistics, and with them the scores of other products.
 */
export const patchText = async (
  base: TextIndex,
  published: TextIndex,
  fields: readonly Field[],
  /** By row; null: the row has no words any more. */
  changed: ReadonlyMap<number, Product | null>,
  order: RowOrder,
  documentCount: number,
): Promise<TextIndex> => {
  if (changed.size === 0 && order.isUnchanged)
    return documentCount === base.documentCount ? base : { ...base, documentCount };
  const rowsOfChanged = [...changed.keys()].filter((row) => changed.get(row)).sort((a, b) => a - b);
  const { language, statistics } = base;
  const slices = createWorkSlices();
  const added = await indexProducts(base, published, fields, rowsOfChanged, changed, slices);
  const terms = mergeTerms(base, [...added.keys()]);
  await slices.next();
  const offsets = new Uint32Array(terms.length + 1);
  const addedCount = added.values().reduce((sum, postings) => sum + postings.length, 0);
  const rows = new Uint32Array(base.rows.length + addedCount);
  const impacts = new Float32Array(rows.length);
  const texts: string[] = [];
  let end = 0;
  for (const { text, old } of terms) {
    const start = end;
    if (slices.isOver()) await slices.next();
    for (const { row, impact } of mergePostings(
      unchangedPostings(base, old, changed, order),
      added.get(text) ?? [],
    )) {
      rows[end] = row;
      impacts[end] = impact;
      end += 1;
    }
    // A word that an earlier change brought and this one took away: no answer may depend on it.
    if (end === start && published.terms.find(text) < 0) continue;
    texts.push(text);
    offsets[texts.length] = end;
  }
  const names = packStrings('terms', texts);
  return {
    language,
    statistics,
    size: order.size,
    documentCount,
    terms: readStrings(sectionsFromArrays(names), 'terms'),
    offsets: offsets.subarray(0, texts.length + 1),
    rows: rows.subarray(0, end),
    impacts: impacts.subarray(0, end),
  };
};

/** Products that are indexed without a break. */
const productsPerBatch = 8;

/** The postings of the changed products by term, each list by row. Their scores depend on the statistics of the version. */
const indexProducts = async (
  { language, statistics }: TextIndex,
  published: TextIndex,
  fields: readonly Field[],
  rowsOfChanged: readonly number[],
  changed: ReadonlyMap<number, Product | null>,
  slices: WorkSlices,
): Promise<Map<string, Posting[]>> => {
  const baseIndex = { statistics, hasWord: (word: string) => published.terms.find(word) >= 0 };
  const postingsOf = new Map<string, Posting[]>();
  for (let from = 0; from < rowsOfChanged.length; from += productsPerBatch) {
    if (slices.isOver()) await slices.next();
    const chosen = rowsOfChanged.slice(from, from + productsPerBatch);
    const products = chosen.flatMap((row) => changed.get(row) ?? []);
    const arrays = packTextIndex(products, fields, language, baseIndex);
    addPostings(postingsOf, readTextIndex(sectionsFromArrays(arrays), language), (row) => chosen[row] ?? 0);
  }
  return postingsOf;
};

const addPostings = (
  postingsOf: Map<string, Posting[]>,
  index: TextIndex,
  rowOf: (row: number) => number,
): void => {
  for (let term = 0; term < index.terms.size; term += 1) {
    const text = index.terms.at(term);
    const postings = postingsOf.get(text) ?? [];
    for (let at = index.offsets[term] ?? 0; at < (index.offsets[term + 1] ?? 0); at += 1) {
      postings.push({ row: rowOf(index.rows[at] ?? 0), impact: index.impacts[at] ?? 0 });
    }
    postingsOf.set(text, postings);
  }
};

/** Sorted by code units; `old`: number of the term in the version, -1 for a new one. */
const mergeTerms = ({ terms }: TextIndex, more: readonly string[]): { text: string; old: number }[] => {
  const known = Array.from({ length: terms.size }, (_, old) => ({ text: terms.at(old), old }));
  const newTerms = more.filter((text) => terms.find(text) < 0).map((text) => ({ text, old: -1 }));
  return newTerms.length === 0 ? known : [...known, ...newTerms].sort((a, b) => (a.text < b.text ? -1 : 1));
};

const unchangedPostings = (
  base: TextIndex,
  term: number,
  changed: ReadonlyMap<number, unknown>,
  order: RowOrder,
): Posting[] => {
  const postings: Posting[] = [];
  if (term < 0) return postings;
  for (let at = base.offsets[term] ?? 0; at < (base.offsets[term + 1] ?? 0); at += 1) {
    const row = order.newRow(base.rows[at] ?? 0);
    if (!changed.has(row)) postings.push({ row, impact: base.impacts[at] ?? 0 });
  }
  return postings;
};

const mergePostings = (a: readonly Posting[], b: readonly Posting[]): readonly Posting[] =>
  b.length === 0 ? a : [...a, ...b].sort((one, other) => one.row - other.row);
