import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Field, FieldOverride } from '../../src/domain/dataset.ts';
import type { Product } from '../../src/domain/product.ts';
import type { RawRow } from '../../src/ingest/formats/feed.ts';
import { createInspection } from '../../src/ingest/mapping/inspect-columns.ts';
import { mapFields } from '../../src/ingest/mapping/map-fields.ts';
import { createMapping } from '../../src/ingest/mapping/mapping.ts';
import { createToProduct } from '../../src/ingest/to-product.ts';

export type MappedFeed = { readonly fields: readonly Field[]; readonly products: readonly Product[] };

export const readRows = async (file: string): Promise<RawRow[]> =>
  gunzipSync(await readFile(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RawRow);

/** Rows as an import maps them. */
export const mapRows = (rows: readonly RawRow[], overrides: readonly FieldOverride[]): MappedFeed => {
  const inspection = createInspection();
  for (const row of rows) inspection.add(row);
  const inspected = { rows: inspection.rows(), columns: inspection.columns() };
  const fields = mapFields(inspected, overrides);
  const toProduct = createToProduct(createMapping(fields, inspected.columns), { url: null }, Date.now());
  const products = rows.flatMap((row) => {
    const product = toProduct(row);
    return 'reason' in product ? [] : [product];
  });
  return { fields, products };
};
