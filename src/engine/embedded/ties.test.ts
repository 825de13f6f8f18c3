import { describe, expect, it } from 'vitest';
import { type DraftProduct, createQuery } from '../engine.ts';
import { fields, createPicture, createProduct } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';

const picture = createPicture(Float32Array.from([1, 0, 0, 0]), Float32Array.from([1, 0, 0, 0]));
const weights = { looks: 1, colour: 1 };
const same = { fields: [], mode: 'All' } as const;
const plan = { weights, same, exclude: null, candidates: 1 };

/** All scores are equal. Without a filter, `a` represents its family; with blue only, `z` does, after `m`. */
const products: readonly DraftProduct[] = [
  { product: createProduct('source'), picture },
  { product: createProduct('a', { groupId: 'one', fields: { colour: 'red' } }), picture },
  { product: createProduct('z', { groupId: 'one', fields: { colour: 'blue' } }), picture },
  { product: createProduct('m', { fields: { colour: 'blue' } }), picture },
];

describe('equal scores with a filter that changes the first member of a family', () => {
  it.each([
    ['a list that has all of them', 56],
    ['a list that was cut among them', 0],
  ])('are ordered by identifier from %s', async (_, spareNeighbours) => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder, spareNeighbours }, async (engine) => {
        await publish(engine, 'ties', { fields, language: 'en', model: 'm', plans: [plan] }, products);
        const reader = engine.products('ties');
        const source = await reader?.source('source');
        if (!reader || !source) throw new Error('not published');
        const ask = async (colour: string | null) => {
          const answer = await reader.search({
            ...createQuery({ kind: 'looks', source, weights }, 1),
            filter: colour ? { kind: 'compare', field: 'colour', comparison: 'eq', value: colour } : null,
            page: { skip: 0, take: 5 },
          });
          return answer.hits.map((hit) => hit.identifier);
        };
        expect(await ask(null)).toEqual(['a']);
        expect(await ask('blue')).toEqual(['m']);
      }),
    );
  });
});
