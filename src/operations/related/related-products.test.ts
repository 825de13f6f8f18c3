import { describe, expect, it } from 'vitest';
import type { RelatedBox } from '../../domain/box.ts';
import type { ProductReader } from '../../engine/engine.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';
import { fields, createProduct } from '../../../test/support/engine/catalogue-arbitraries.ts';
import type { CurationRule } from './curate.ts';
import { findRelatedProducts } from './related-products.ts';

const names = {
  mug: 'Mug for mum',
  card: 'Card for mum',
  leash: 'Leash for dogs',
  vase: 'Vase',
};
const box: RelatedBox = {
  id: 1,
  websiteId: 1,
  datasetId: 1,
  tracker: '',
  name: 'products',
  cacheControl: '',
  kind: 'relatedProducts',
  size: 10,
  url: null,
  directions: [],
};
const untouched: CurationRule = { add: [], hide: [], only: false };

const inShop = (work: (reader: ProductReader) => Promise<void>) =>
  inTemporaryFolder((folder) =>
    withEngine({ folder }, async (engine) => {
      const products = Object.entries(names).map(([identifier, displayText]) => ({
        product: createProduct(identifier, { displayText }),
        picture: null,
      }));
      await publish(engine, 'shop', { fields, language: 'en', model: 'words', plans: [] }, products);
      const reader = engine.products('shop');
      if (!reader) throw new Error('nothing is live');
      await work(reader);
    }),
  );

const findProducts = (reader: ProductReader, pattern: string, hand = untouched) =>
  findRelatedProducts(reader, { box, dataset: 'shop', synonyms: [], language: 'en', pattern }, hand);

describe('findRelatedProducts', () => {
  it('finds nothing by a stop word alone', () =>
    inShop(async (reader) => {
      const found = await findProducts(reader, 'gift for mum');
      expect(found.map(({ identifier }) => identifier).sort()).toEqual(['card', 'mug']);
      expect(await findProducts(reader, 'gift for')).toEqual([]);
    }));

  it('puts products with all words first, stop words included', () =>
    inShop(async (reader) => {
      const found = await findProducts(reader, 'leash for mum');
      expect(found.map(({ identifier }) => identifier).sort()).toEqual(['card', 'leash', 'mug']);
      expect((await findProducts(reader, 'mug for mum')).map(({ identifier }) => identifier)).toEqual([
        'mug',
        'card',
      ]);
      expect((await findProducts(reader, 'for')).length).toBe(3);
    }));

  it('gives the catalogue or the operator as evidence', () =>
    inShop(async (reader) => {
      const [vase] = await findProducts(reader, 'vase');
      expect(vase?.evidence).toEqual([{ signal: 'catalogue', weight: vase?.score }]);
      const [added] = await findProducts(reader, 'mum', { ...untouched, add: ['vase'] });
      expect(added).toMatchObject({ identifier: 'vase', evidence: [{ signal: 'operator', weight: 1 }] });
    }));
});
