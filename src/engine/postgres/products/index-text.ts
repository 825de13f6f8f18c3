import type { Product } from '../../../domain/product.ts';
import { type Queries, sql } from '../../../postgres/sql.ts';
import { tableOf } from '../sql/read-sql.ts';
import type { Field } from '../../../domain/dataset.ts';
import type { CorpusStatistics } from '../../semantics/text/term-impacts.ts';
import { computeTermImpacts, measureCorpus, tokenizeProducts } from '../../semantics/text/term-impacts.ts';
import { chooseByCarriers, type FieldCarriers } from '../../semantics/text/indexed-fields.ts';
import { textParameters } from '../../semantics/text/parameters.ts';
import { isStorableTerm, parseProduct, type RowText, toStorableText, writeTexts } from './stored-row.ts';

const pageSize = 500;

/** All products of a generation in the order of their identifiers, a page at a time. */
export const readProductPages = async function* (
  database: Queries,
  generation: number,
): AsyncGenerator<{ readonly product: string; readonly pictureHash: string | null }[]> {
  let after = '';
  for (;;) {
    const page = await database.query<{
      identifier: string;
      product: string;
      picture_hash: string | null;
    }>(sql`
      SELECT identifier, product, picture_hash FROM ${tableOf('products', generation)}
      WHERE since = 0 AND identifier > ${after} ORDER BY identifier LIMIT ${pageSize}`);
    if (page.length > 0)
      yield page.map(({ product, picture_hash: pictureHash }) => ({ product, pictureHash }));
    const last = page.at(-1);
    if (page.length < pageSize || last === undefined) return;
    after = last.identifier;
  }
};

type Draft = { readonly fields: readonly Field[]; readonly language: string };

/**
 * Writes the words of all rows, in pages: one pass measures the lengths of texts and collects the vocabulary, the next
 * one weighs each word. No more than a page of products is in memory, and the vocabulary.
 */
export const indexText = async (
  database: Queries,
  generation: number,
  { fields, language }: Draft,
  carriers: FieldCarriers,
): Promise<CorpusStatistics> => {
  const indexed = chooseByCarriers(carriers, fields, textParameters.primaryShare);
  const total: CorpusStatistics = {
    primary: indexed.primary,
    wordTotals: new Float64Array(indexed.primary.length + 2),
    carrierCounts: new Float64Array(indexed.primary.length + 2),
  };
  const vocabulary = new Set<string>();
  for await (const page of readProductPages(database, generation)) {
    const stream = tokenizeProducts(
      page.map(({ product }) => parseProduct(product)),
      indexed,
      language,
    );
    const measured = measureCorpus(stream, indexed.primary);
    measured.wordTotals.forEach((count, at) => (total.wordTotals[at] = (total.wordTotals[at] ?? 0) + count));
    measured.carrierCounts.forEach(
      (count, at) => (total.carrierCounts[at] = (total.carrierCounts[at] ?? 0) + count),
    );
    for (let number = 1; stream.wordAt(number) !== ''; number += 1) vocabulary.add(stream.wordAt(number));
  }
  const counts = new Map<string, number>();
  const base = { statistics: total, hasWord: (word: string) => vocabulary.has(word) };
  for await (const page of readProductPages(database, generation)) {
    const products = page.map(({ product }) => parseProduct(product));
    const texts = listImpacts(products, fields, language, base);
    for (const { impacts } of texts)
      for (const term of Object.keys(impacts)) counts.set(term, (counts.get(term) ?? 0) + 1);
    await writeTexts(database, tableOf('products', generation), texts);
  }
  await insertTerms(database, generation, counts);
  return total;
};

export const listImpacts = (
  products: readonly Product[],
  fields: readonly Field[],
  language: string,
  base: { readonly statistics: CorpusStatistics; readonly hasWord: (word: string) => boolean },
): RowText[] => {
  const termImpacts = computeTermImpacts(products, fields, language, base);
  const { stream } = termImpacts;
  return Array.from(termImpacts.rows(), (row, at) => ({
    identifier: toStorableText(products[at]?.identifier ?? ''),
    impacts: Object.fromEntries(
      Array.from(row, ([word, impact]): [string, number] => [
        toStorableText(stream.wordAt(word)),
        impact,
      ]).filter(([word]) => isStorableTerm(word)),
    ),
  }));
};

const termsPerStatement = 5_000;

/** Adds terms; those that are known keep their count. */
export const insertTerms = async (
  database: Queries,
  generation: number,
  counts: ReadonlyMap<string, number>,
): Promise<void> => {
  const entries = [...counts];
  for (let at = 0; at < entries.length; at += termsPerStatement) {
    const part = entries.slice(at, at + termsPerStatement);
    await database.query(sql`
      INSERT INTO ${tableOf('terms', generation)} (term, rows)
      SELECT term, rows FROM unnest(${part.map(([term]) => term)}::text[], ${part.map(([, rows]) => rows)}::int[]) AS t(term, rows)
      ON CONFLICT DO NOTHING`);
  }
};
