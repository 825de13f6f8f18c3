import type { AdminClient } from './admin-client.ts';
import { importFeed } from './import-feed.ts';
import type { Shop } from './open-shop.ts';

const createEffects = (products: readonly string[]) => [
  { promotion: { promotions: [{ pin: { identifier: products[0], position: 1 } }], highlighted: true } },
  { banner: { position: 'filterTop', contents: ['<p>Two for one</p>'] } },
  { redirect: { url: 'https://shop.example/sale' } },
  { ads: { identifiers: products.slice(0, 2) } },
  {
    intentClarification: {
      question: 'Which colour?',
      tiles: [
        { id: 'red', text: 'Red', filter: "colour eq 'red'" },
        { id: 'blue', text: 'Blue', filter: "colour eq 'blue'" },
      ],
    },
  },
];

const createKettles = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    identifier: `k-${index}`,
    title: `Kettle ${index}`,
    url: `https://shop.example/${index}`,
    price: index === 1 ? 'ask us' : 10 + index,
  }));

/** Adds a draft of each effect, curated search terms, and a feed with faults that waits for approval. */
export const addShopContent = async (admin: AdminClient, { name, products }: Shop): Promise<void> => {
  const base = `websites/${name}`;
  const identifiers = products.filter(({ available }) => available).map(({ identifier }) => identifier);
  for (const effect of createEffects(identifiers)) {
    const when = { category: 'Bags', price: { min: 5 } };
    const campaign = { name: `A ${Object.keys(effect)[0]}`, box: 'similar', state: 'draft', when, effect };
    await admin('POST', `${base}/campaigns`, campaign);
  }
  await admin('PUT', `${base}/boxes/related/curation`, [
    { pattern: 'backpack', add: ['school bags'], hide: ['outlet'] },
  ]);
  await admin('POST', `${base}/datasets`, { name: 'kettles', kind: 'products' });
  for (const count of [40, 15]) await importFeed(admin, `${base}/datasets/kettles`, createKettles(count));
};
