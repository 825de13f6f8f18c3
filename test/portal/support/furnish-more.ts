import { setTimeout } from 'node:timers/promises';
import type { Admin } from './admin.ts';
import type { Shop } from './open-shop.ts';

const effectsWith = (products: readonly string[]) => [
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

const feedOf = (count: number): FormData => {
  const rows = Array.from({ length: count }, (_, index) => ({
    identifier: `k-${index}`,
    title: `Kettle ${index}`,
    url: `https://shop.example/${index}`,
    price: index === 1 ? 'ask us' : 10 + index,
  }));
  const form = new FormData();
  form.set('feed', new File([rows.map((row) => `${JSON.stringify(row)}\n`).join('')], 'feed.ndjson'));
  return form;
};

/** A version is live a moment before its import has put everything away, and the next one is refused till then. */
const started = async (admin: Admin, imports: string, feed: FormData): Promise<{ id: string }> => {
  for (;;) {
    const answer = await admin('POST', imports, feed).catch((error: unknown) => {
      if (!String(error).includes(': 409 ')) throw error;
      return null;
    });
    if (answer !== null) return answer as { id: string };
    await setTimeout(250);
  }
};

/** What a shop has after a while: a draft of each effect, curated patterns, a feed with faults that waits. */
export const furnishMore = async (admin: Admin, { name, products }: Shop): Promise<void> => {
  const base = `websites/${name}`;
  const identifiers = products.filter(({ available }) => available).map(({ identifier }) => identifier);
  for (const effect of effectsWith(identifiers)) {
    const when = { category: 'Bags', price: { min: 5 } };
    const campaign = { name: `A ${Object.keys(effect)[0]}`, box: 'similar', state: 'draft', when, effect };
    await admin('POST', `${base}/campaigns`, campaign);
  }
  await admin('PUT', `${base}/boxes/related/curation`, [
    { pattern: 'backpack', add: ['school bags'], hide: ['outlet'] },
  ]);
  await admin('POST', `${base}/datasets`, { name: 'kettles', kind: 'products' });
  for (const count of [40, 15]) {
    const imports = `${base}/datasets/kettles/imports`;
    const { id } = await started(admin, imports, feedOf(count));
    const state = async () => ((await admin('GET', `${imports}/${id}`)) as { state: string }).state;
    while (/queued|running/.test(await state())) await setTimeout(250);
  }
};
