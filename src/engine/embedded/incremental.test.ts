import fc from 'fast-check';
import { copyFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { DraftProduct, Engine, NeighbourPlan, ProductDraft } from '../engine.ts';
import {
  catalogueArbitrary,
  changesArbitrary,
  fields,
} from '../../../test/support/engine/catalogue-arbitraries.ts';
import {
  changeProducts,
  drawCatalogue,
  createRandom,
  type KindOfChange,
  kindsOfChange,
} from '../../../test/support/engine/catalogue-history.ts';
import { countDrawn } from '../../../test/full-run.ts';
import { applyChanges } from '../../../test/support/engine/apply-changes.ts';
import { diskFiles } from '../../files/files.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';

const sameCategory: NeighbourPlan = {
  weights: { looks: 1, colour: 0.5 },
  same: { fields: ['category'], mode: 'All' },
  exclude: null,
  candidates: 3,
};
const unrestricted: NeighbourPlan = {
  weights: { looks: 1, colour: 0 },
  same: { fields: [], mode: 'All' },
  exclude: { kind: 'compare', field: 'colour', comparison: 'eq', value: 'green' },
  candidates: 5,
};
const anyOfTwo: NeighbourPlan = { ...sameCategory, same: { fields: ['category', 'colour'], mode: 'Any' } };
const draftWith = (...plans: NeighbourPlan[]): ProductDraft => ({
  fields,
  language: 'en',
  model: 'drawn',
  plans,
});
const draft = draftWith(sameCategory, unrestricted, anyOfTwo);

/** Without syncs: these tests do not simulate power cuts. */
const files = {
  ...diskFiles,
  sync: async () => {},
  copyDurably: (from: string, to: string) => copyFile(from, to),
};

/** Builds without a base: a dataset whose live version has keywords has no previous product version. */
const publishFresh = async (engine: Engine, about: ProductDraft, products: readonly DraftProduct[]) => {
  const { version } = await engine.buildKeywords('fresh', 'en', []);
  await engine.makeLive('fresh', version);
  return publish(engine, 'fresh', about, products);
};

/** Publishes and returns how many pairs of pictures were compared. */
const countComparisons = async (engine: Engine, about: ProductDraft, products: readonly DraftProduct[]) => {
  let comparisons = 0;
  const builder = await engine.buildProducts('shop', about);
  for (const one of products) await builder.add(one);
  const { version } = await builder.finish((step, done) => {
    if (step === 'comparing pictures') comparisons = done;
  });
  await engine.makeLive('shop', version);
  return comparisons;
};

describe('an incremental publish', () => {
  it('gives the same checksum as a publish without a previous version', async () => {
    await inTemporaryFolder(async (folder) => {
      await fc.assert(
        fc.asyncProperty(
          catalogueArbitrary,
          changesArbitrary,
          async ({ draft: about, products }, changes) => {
            const after = applyChanges(products, changes);
            const options = { folder, files, spareNeighbours: 2 };
            await withEngine(options, async (engine) => {
              await publish(engine, 'built-on', about, products);
              const updated = await publish(engine, 'built-on', about, after);
              const fresh = await publishFresh(engine, about, after);
              expect(updated.checksum).toBe(fresh.checksum);
              expect(await engine.verify('built-on')).toEqual([]);
            });
          },
        ),
        { numRuns: countDrawn('drawn versions built on another'), endOnFailure: true },
      );
    });
  });

  it.each([1, 2])('gives that checksum after each change of a long history (seed %i)', async (seed) => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder, files, spareNeighbours: 2 }, async (engine) => {
        const draw = createRandom(seed);
        let products = drawCatalogue(draw, 120);
        await publish(engine, 'shop', draft, products);
        const history: KindOfChange[] = [...kindsOfChange, ...kindsOfChange];
        for (const kind of history) {
          products = changeProducts(draw, products, kind, 1 + Math.floor(draw() * 6));
          const updated = await publish(engine, 'shop', draft, products);
          const fresh = await publishFresh(engine, draft, products);
          expect(updated.checksum, `after a change of ${kind}`).toBe(fresh.checksum);
        }
        const mixed = kindsOfChange.reduce((before, kind) => changeProducts(draw, before, kind, 3), products);
        const updated = await publish(engine, 'shop', draft, mixed);
        expect(updated.checksum).toBe((await publishFresh(engine, draft, mixed)).checksum);
      }),
    );
  });

  it('gives that checksum when plans are added, removed and reordered', async () => {
    await inTemporaryFolder((folder) =>
      withEngine({ folder, files, spareNeighbours: 2 }, async (engine) => {
        const draw = createRandom(5);
        let products = drawCatalogue(draw, 80);
        for (const plans of [
          [sameCategory],
          [unrestricted, sameCategory],
          [anyOfTwo, { ...unrestricted, candidates: 6 }, sameCategory],
          [unrestricted],
        ]) {
          const about = draftWith(...plans);
          products = changeProducts(draw, products, 'pictures', 2);
          const updated = await publish(engine, 'shop', about, products);
          expect(updated.checksum).toBe((await publishFresh(engine, about, products)).checksum);
        }
      }),
    );
  });
});

describe('the number of picture comparisons', () => {
  it('is 0 when only prices change, and that of a full publish for a new plan and for another model', async () => {
    const draw = createRandom(9);
    const products = drawCatalogue(draw, 60);
    await inTemporaryFolder((folder) =>
      withEngine({ folder, files }, async (engine) => {
        const about = draftWith(sameCategory);
        const full = await countComparisons(engine, about, products);
        expect(full).toBeGreaterThan(0);
        expect(await countComparisons(engine, about, changeProducts(draw, products, 'prices', 5))).toBe(0);
        const other = { ...sameCategory, candidates: 4 };
        expect(await countComparisons(engine, draftWith(sameCategory, other), products)).toBe(2 * full);
        expect(await countComparisons(engine, { ...about, model: 'another' }, products)).toBe(full);
      }),
    );
  });
});
