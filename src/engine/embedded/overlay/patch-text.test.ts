import { describe, expect, it } from 'vitest';
import { type Engine, createQuery, type ProductChange, createTypedQuery } from '../../engine.ts';
import { createField, fields, createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../../test/support/engine/temporary-engine.ts';

const draft = {
  fields: [
    ...fields,
    createField('description', 'text', { searchable: true, facetable: false, sortable: false }),
  ],
  language: 'en',
  model: 'words',
  plans: [],
};
const long = 'a plain chair of solid oak with a woven seat and rounded legs for kitchen and office';
const named = (identifier: string, displayText: string, description: string) => ({
  product: createProduct(identifier, { displayText, fields: { description } }),
  picture: null,
});
const shop = [
  named('chair', 'Oak chair', long),
  named('table', 'Oak table', 'Oak'),
  named('router', 'Wi-Fi router', 'Plain router'),
  named('camera', 'Camera', 'With wifi'),
  named('desk', 'Office desk with oak legs and two drawers', long),
];

const scores = async (engine: Engine, text: string): Promise<Record<string, number>> => {
  const reader = engine.products('shop');
  if (!reader) throw new Error('no reader');
  const query = { ...createTypedQuery(text, 'Any'), fuzzySensitiveness: 'Off' } as const;
  const answer = await reader.search(createQuery({ kind: 'text', source: null, query }, 10));
  return Object.fromEntries(answer.hits.map((hit) => [hit.identifier, hit.score]));
};

const withShop = (work: (engine: Engine) => Promise<void>) =>
  inTemporaryFolder((folder) =>
    withEngine({ folder }, async (engine) => {
      await publish(engine, 'shop', draft, shop);
      await work(engine);
    }),
  );

/** The same words in upper case: the text changes, the indexed words do not. */
const upperCased = (identifier: string): ProductChange => {
  const { product } = shop.find((one) => one.product.identifier === identifier) ?? named(identifier, '', '');
  const description = `${String(product.fields['description']).toUpperCase()}!`;
  const set = { displayText: `${product.displayText.toUpperCase()}!`, fields: { description } };
  return { at: 1, kind: 'update', identifier, set };
};

describe('text search after a live change', () => {
  it.each(['chair', 'table', 'router', 'desk'])(
    'keeps all scores when only the case of the text of %s changes',
    (identifier) =>
      withShop(async (engine) => {
        const questions = ['oak', 'oak chair', 'office legs', 'wifi', 'wi fi', 'plain seat'];
        const before = await Promise.all(questions.map((text) => scores(engine, text)));
        await engine.change('shop', [upperCased(identifier)]);
        expect((await engine.product('shop', identifier))?.displayText).toMatch(/!$/);
        const after = await Promise.all(questions.map((text) => scores(engine, text)));
        expect(after).toEqual(before);
        expect(after.map((scoresByProduct) => Object.keys(scoresByProduct))).toEqual(
          before.map((scoresByProduct) => Object.keys(scoresByProduct)),
        );
      }),
  );

  it('scores a changed product with the statistics of the whole catalogue', () =>
    withShop(async (engine) => {
      // Alone its description would be of average length; in this catalogue it is long, so each word scores lower.
      const more = 'made by hand in a small workshop and sent within two days, flat and without any tools';
      const wordy = named('stool', 'Stool', `${long}, ${more}`);
      await engine.change('shop', [{ at: 1, kind: 'put', ...wordy }]);
      const { chair = 0, stool = 1 } = await scores(engine, 'rounded');
      expect(stool).toBeLessThan(chair);
    }));
});
