import { describe, expect, it } from 'vitest';
import type { DraftProduct, Engine, NeighbourPlan, ProductDraft } from '../engine.ts';
import { createQuery } from '../search-query.ts';
import { fields } from '../../../test/support/engine/catalogue-arbitraries.ts';
import {
  changeProducts,
  createRandom,
  drawCatalogue,
  kindsOfChange,
} from '../../../test/support/engine/catalogue-history.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';

const weights = { looks: 1, colour: 0.5 };
const everything: NeighbourPlan = {
  weights,
  same: { fields: [], mode: 'All' },
  exclude: null,
  candidates: 12,
};
const sameCategory: NeighbourPlan = { ...everything, same: { fields: ['category'], mode: 'All' } };
const draft: ProductDraft = { fields, language: 'en', model: 'drawn', plans: [everything, sameCategory] };

/** Each product has one of eight words; one in nine has none. */
const addTitles = (products: readonly DraftProduct[]): DraftProduct[] =>
  products.map(({ product, picture }, at) => ({
    product,
    picture: picture && {
      ...picture,
      hash: `${picture.hash} ${at % 9}`,
      title: Float32Array.from({ length: 8 }, (_, word) => (word === at % 9 ? 1 : 0)),
    },
  }));

const findNeighbours = async (engine: Engine, dataset: string, identifier: string, plan: NeighbourPlan) => {
  const reader = engine.products(dataset);
  const source = await reader?.source(identifier);
  if (!reader || !source?.hasLooks) return [];
  const query = { ...createQuery({ kind: 'looks', source, weights: plan.weights }, 12), same: plan.same };
  return (await reader.search(query)).hits.map((hit) => `${hit.identifier} ${hit.score}`);
};

/** Share of the hits of `exact` that `coded` has, with the same scores. */
const compareDatasets = async (
  engines: { exact: Engine; coded: Engine },
  products: readonly DraftProduct[],
  plans = draft.plans,
) => {
  let found = 0;
  let total = 0;
  for (const { product } of products) {
    for (const plan of plans) {
      const exact = await findNeighbours(engines.exact, 'shop', product.identifier, plan);
      const coded = new Set(await findNeighbours(engines.coded, 'shop', product.identifier, plan));
      found += exact.filter((hit) => coded.has(hit)).length;
      total += exact.length;
    }
  }
  return found / total;
};

describe('lists made from codes in clusters', () => {
  it.each([11, 12])(
    'have nearly all neighbours with their exact scores, after changes too (seed %i)',
    async (seed) => {
      await inTemporaryFolder((folder) =>
        withEngine({ folder: `${folder}/exact` }, (exact) =>
          withEngine({ folder: `${folder}/coded`, codedFrom: 60 }, async (coded) => {
            const draw = createRandom(seed);
            let products = drawCatalogue(draw, 260);
            for (const kind of [null, ...kindsOfChange]) {
              if (kind) products = changeProducts(draw, products, kind, 6);
              await publish(exact, 'shop', draft, products);
              await publish(coded, 'shop', draft, products);
            }
            expect(await compareDatasets({ exact, coded }, products)).toBeGreaterThan(0.98);
            expect(await coded.verify('shop')).toEqual([]);
          }),
        ),
      );
    },
  );

  it('count the words of titles', async () => {
    const plans = draft.plans.map((plan) => ({ ...plan, weights: { ...weights, title: 0.5 } }));
    const titled = { ...draft, plans };
    await inTemporaryFolder((folder) =>
      withEngine({ folder: `${folder}/exact` }, (exact) =>
        withEngine({ folder: `${folder}/coded`, codedFrom: 60 }, async (coded) => {
          const products = addTitles(drawCatalogue(createRandom(14), 260));
          await publish(exact, 'shop', titled, products);
          await publish(coded, 'shop', titled, products);
          expect(await compareDatasets({ exact, coded }, products, plans)).toBeGreaterThan(0.98);
        }),
      ),
    );
  });

  it('are the same for the same catalogue, whatever the order of the feed', async () => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder, codedFrom: 60 }, async (engine) => {
        const products = drawCatalogue(createRandom(13), 200);
        const one = await publish(engine, 'one', draft, products);
        const other = await publish(engine, 'other', draft, products.toReversed());
        expect(one.checksum).toBe(other.checksum);
      }),
    );
  });
});
