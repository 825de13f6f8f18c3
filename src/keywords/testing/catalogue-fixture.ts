import type { Field } from '../../domain/dataset.ts';
import { type Catalogue, readCatalogue } from '../catalogue/catalogue.ts';

export type TestProduct = {
  readonly displayText: string;
  readonly category?: string | readonly string[];
  readonly brand?: string;
  readonly colour?: string;
};

const field = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  name,
  displayName: name,
  from: name,
  type,
  facetable: true,
  sortable: false,
  searchable: true,
  order: 0,
  ...more,
});

/** A catalogue read from the given products. */
export const createTestCatalogue = (products: readonly TestProduct[], language = 'en'): Catalogue =>
  readCatalogue(
    {
      fields: [
        field('displayText', 'text', { facetable: false }),
        field('category', 'path'),
        field('brand', 'text'),
        field('colour', 'text'),
      ],
      scan: () =>
        products.map((product, place) => ({
          identifier: `p${place}`,
          record: Buffer.from(JSON.stringify({ identifier: `p${place}`, ...product })),
        })),
    },
    language,
  );
