import type { Field } from '../../../src/domain/dataset.ts';
import {
  type Catalogue,
  createCatalogueBuilder,
} from '../../../src/learning/keywords/catalogue/catalogue.ts';

export type TestProduct = {
  readonly displayText: string;
  readonly category?: string | readonly string[];
  readonly brand?: string;
  readonly colour?: string;
  readonly material?: string;
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

const fields = [
  field('displayText', 'text', { facetable: false }),
  field('category', 'path'),
  field('brand', 'text'),
  field('colour', 'text'),
  field('material', 'text'),
];

/** A catalogue of the given products. */
export const createTestCatalogue = (products: readonly TestProduct[], language = 'en'): Catalogue => {
  const builder = createCatalogueBuilder(fields, language);
  products.forEach((product, place) =>
    builder.add({
      identifier: `p${place}`,
      record: Buffer.from(JSON.stringify({ identifier: `p${place}`, ...product })),
    }),
  );
  return builder.finish();
};
