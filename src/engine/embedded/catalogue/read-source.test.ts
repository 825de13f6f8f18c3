import { expect, it } from 'vitest';
import {
  createField,
  createPicture,
  createProduct,
} from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../../test/support/engine/temporary-engine.ts';
import { createQuery, type ProductReader, type Source } from '../../engine.ts';

const weights = { looks: 1, colour: 0 };
const draft = {
  fields: [createField('colour', 'text')],
  language: 'en',
  model: 'm',
  plans: [{ weights, same: { fields: [], mode: 'All' }, exclude: null, candidates: 3 }],
} as const;

const createDraft = (identifier: string, angle: number) => ({
  product: createProduct(identifier),
  picture: createPicture(Float32Array.from([Math.cos(angle), Math.sin(angle)]), new Float32Array(2)),
});

const findAlike = async (reader: ProductReader | null | undefined, source: Source | null | undefined) => {
  if (!reader || !source) throw new Error('Nothing is live.');
  const { hits } = await reader.search(createQuery({ kind: 'looks', source, weights }, 3));
  return hits.map(({ identifier }) => identifier);
};

it('a source of an earlier version is the same product in the next one, in another row', () =>
  inTemporaryFolder((folder) =>
    withEngine({ folder }, async (engine) => {
      const drafts = ['m', 'n', 'o', 'p'].map((name, at) => createDraft(name, at / 4));
      await publish(engine, 'shop', draft, drafts);
      const source = await engine.products('shop')?.source('o');
      await publish(engine, 'shop', draft, [createDraft('a', 3), createDraft('b', 3.1), ...drafts]);
      const reader = engine.products('shop');
      expect(await findAlike(reader, source)).toEqual(['n', 'p', 'm']);
      expect(await findAlike(reader, await reader?.source('o'))).toEqual(['n', 'p', 'm']);
    }),
  ));
