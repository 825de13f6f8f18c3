import { boxDefaults } from '../../../src/domain/box.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Store } from '../../../src/store/store.ts';
import { draft, publish } from '../../contract/shop.ts';
import { createPicture, createProduct } from '../engine/catalogue-arbitraries.ts';
import { keywordEntries } from '../http/catalogue.ts';
import { aDataset, aSearchBox, aSubscription, aWebsite } from '../store/test-shop.ts';

const materials = ['linen', 'wool', 'denim', 'silk'];
const kinds = ['shirt', 'jacket', 'scarf', 'skirt', 'coat'];

/** Products of four materials and five kinds, with vectors in all directions. */
const createProducts = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const angle = at * 2.399963;
    const looks = Float32Array.from(
      [Math.cos(angle), Math.sin(angle), Math.cos(at), Math.sin(at)],
      (x) => x / Math.SQRT2,
    );
    const colour = Float32Array.from([Math.cos(3 * at), Math.sin(3 * at), 0, 0]);
    const title = `${materials[at % materials.length]} ${kinds[at % kinds.length]} ${at}`;
    const fields = { displayText: title, colour: at % 2 === 0 ? 'red' : 'blue', price: at % 17 };
    const product = createProduct(`p${String(at).padStart(5, '0')}`, { displayText: title, fields });
    return { product, picture: createPicture(looks, colour) };
  });

/** A website with a catalogue and keywords, a box for each, and a key with a quota. */
export const fillShop = async (store: Store, engine: Engine, count: number) => {
  const website = await store.websites.put('test', aWebsite('luma'));
  const products = await store.datasets.put(website.id, 'test', aDataset());
  const keywords = await store.datasets.put(
    website.id,
    'test',
    aDataset({ name: 'searches', kind: 'keywords', fields: [], productsId: products.id }),
  );
  const search = await store.boxes.put(website.id, 'test', {
    ...aSearchBox(products.id),
    sameAsSource: [],
    exclude: null,
    pageSize: 8,
  });
  const { cacheControl, relatedSize: size, directions } = boxDefaults;
  const related = { cacheControl, size, directions, url: null } as const;
  await store.boxes.put(website.id, 'test', {
    ...related,
    name: 'words',
    kind: 'relatedKeywords',
    datasetId: keywords.id,
  });
  await store.boxes.put(website.id, 'test', {
    ...related,
    name: 'goods',
    kind: 'relatedProducts',
    datasetId: products.id,
  });
  const { keys, subscription } = await store.subscriptions.put(
    website.id,
    'test',
    aSubscription({ rate: null, quota: { calls: 1_000_000, per: 'month' } }),
  );
  await publish(engine, products.tracker, draft, createProducts(count));
  const { version } = await engine.buildKeywords(keywords.tracker, 'en', keywordEntries);
  await engine.makeLive(keywords.tracker, version);
  return { website, products, keywords, search, subscription, key: keys?.primary ?? '' };
};
