import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { DraftProduct, Engine, ProductChange } from '../../src/engine/engine.ts';
import { applyChanges } from '../support/engine/apply-changes.ts';
import { createPicture, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { draft, publish, x } from './shop.ts';

/*
 * Feeds and live changes in any order, against the rule in one line: a product is what the feed of the live version says,
 * with all live changes after the instant of that feed, in the order of their instants.
 */

const identifiers = ['a', 'b', 'c'] as const;

type Step =
  | { readonly kind: 'feed'; readonly prices: readonly (number | null)[]; readonly asOf: number | null }
  | { readonly kind: 'changes'; readonly changes: readonly ProductChange[] }
  | { readonly kind: 'rollback' };

const instant = fc.nat({ max: 20 });
const price = fc.nat({ max: 9 });
const identifier = fc.constantFrom(...identifiers);

const toDraft = (name: string, amount: number, colour: string): DraftProduct => ({
  product: createProduct(name, { price: amount, fields: { colour, price: amount } }),
  picture: createPicture(x, x),
});

const change: fc.Arbitrary<ProductChange> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ at: instant, identifier, price })
      .map(({ at, identifier: name, price: amount }) => ({
        at,
        kind: 'update' as const,
        identifier: name,
        set: { price: amount, fields: { price: amount } },
      })),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ at: instant, identifier, available: fc.boolean(), colour: fc.constantFrom('blue', null) })
      .map(({ at, identifier: name, available, colour }) => ({
        at,
        kind: 'update' as const,
        identifier: name,
        set: { available, fields: { colour } },
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ at: instant, identifier, price })
      .map(({ at, identifier: name, price: amount }) => ({
        at,
        kind: 'put' as const,
        ...toDraft(name, amount, 'green'),
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ at: instant, identifier })
      .map(({ at, identifier: name }) => ({ at, kind: 'remove' as const, identifier: name })),
  },
);

export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('feed' as const),
      // A feed need not have every product, and need not say when it was written.
      prices: fc.array(fc.option(price, { freq: 4 }), { minLength: 3, maxLength: 3 }),
      asOf: fc.option(instant, { freq: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('changes' as const),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollback' as const) }) },
);

/** Kept by every engine besides the live version: going back further is no part of the rule. */
const keptVersions = 4;

type Published = {
  readonly version: string;
  readonly products: readonly DraftProduct[];
  readonly asOf: number;
};

/** Carries out the steps and compares every product with the model after each. */
export const expectModel = async (engine: Engine, steps: readonly Step[]): Promise<void> => {
  const dataset = randomUUID();
  const versions: Published[] = [];
  const changes: ProductChange[] = [];
  let live: Published | null = null;

  const importFeed = async (prices: readonly (number | null)[], asOf: number | null): Promise<Published> => {
    // One product more than can be changed: a feed is never empty.
    const rows = prices.map((amount, at) => [identifiers[at] ?? '', amount] as const);
    const products = [...rows, ['always', 1] as const].flatMap(([name, amount]) =>
      amount === null ? [] : [toDraft(name, amount, 'red')],
    );
    const { version } = await publish(engine, dataset, draft, products, asOf === null ? {} : { asOf });
    return { version, products, asOf: asOf ?? -Infinity };
  };

  const expectProducts = async ({ products, asOf }: Published): Promise<void> => {
    const newer = changes.filter(({ at }) => at > asOf);
    const wanted = new Map(applyChanges(products, newer).map(({ product }) => [product.identifier, product]));
    for (const name of identifiers) {
      const product = await engine.product(dataset, name);
      const expected = wanted.get(name) ?? null;
      expect(product && pick(product)).toEqual(expected && pick(expected));
    }
  };

  for (const step of [{ kind: 'feed', prices: [1, 2, 3], asOf: 0 } as const, ...steps]) {
    if (step.kind === 'feed') versions.push((live = await importFeed(step.prices, step.asOf)));
    else if (step.kind === 'changes') {
      await engine.change(dataset, step.changes);
      changes.push(...step.changes);
    } else {
      live = versions.at(-Math.min(2, versions.length, keptVersions)) ?? live;
      if (live !== null) await engine.makeLive(dataset, live.version);
    }
    if (live !== null) await expectProducts(live);
  }
};

const pick = ({ price: amount, available, fields }: DraftProduct['product']) => ({
  price: amount,
  available,
  colour: fields['colour'] ?? null,
});
