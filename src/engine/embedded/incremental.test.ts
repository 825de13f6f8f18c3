import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueDraw, changeDraw, fields, pictureOf, productOf } from '../testing/catalogue-draws.ts';
import { changedPlainly } from '../testing/changed-plainly.ts';
import { inTemporaryFolder, publish, withEngine } from './testing/temporary-engine.ts';

const x = Float32Array.from([1, 0, 0, 0]);
const weights = { looks: 1, colour: 1 };
const plan = { weights, same: { fields: ['category'], mode: 'All' as const }, exclude: null, candidates: 3 };
const draft = { fields, language: 'en', model: 'm', plans: [plan] };
const product = (number: number, price: number, colour = 'red') => ({
  product: productOf(`p${number}`, { price, fields: { category: 'A', price, colour } }),
  picture: pictureOf(x, Float32Array.from([1, 0, 0, number])),
});
const catalogue = (price: number) => Array.from({ length: 20 }, (_, number) => product(number, price));

describe('a version that is built on the live one', () => {
  it('is the same to the last bit as one built on nothing', async () => {
    await inTemporaryFolder(async (folder) => {
      await fc.assert(
        fc.asyncProperty(catalogueDraw, changeDraw, async ({ draft: about, products }, changes) => {
          const after = changedPlainly(products, changes);
          await withEngine({ folder, spareNeighbours: 2 }, async (engine) => {
            await publish(engine, 'built-on', about, products);
            const updated = await publish(engine, 'built-on', about, after);
            await engine
              .buildKeywords('fresh', 'en', [])
              .then(({ version }) => engine.makeLive('fresh', version));
            const fresh = await publish(engine, 'fresh', about, after);
            expect(updated.checksum).toBe(fresh.checksum);
            expect(await engine.verify('built-on')).toEqual([]);
          });
        }),
        { numRuns: 25 },
      );
    });
  }, 120_000);

  it('compares no pictures again when prices change, and all of a plan that changed', async () => {
    await inTemporaryFolder(async (folder) => {
      await withEngine({ folder }, async (engine) => {
        const stepsOf = async (about: typeof draft, products: ReturnType<typeof catalogue>) => {
          const steps = new Set<string>();
          const builder = await engine.buildProducts('shop', about);
          for (const one of products) await builder.add(one);
          const { version } = await builder.finish((step) => steps.add(step));
          await engine.makeLive('shop', version);
          return steps;
        };
        const comparing = 'comparing pictures';
        expect(await stepsOf(draft, catalogue(1))).toContain(comparing);
        expect(await stepsOf(draft, catalogue(2))).not.toContain(comparing);
        expect(await stepsOf({ ...draft, plans: [{ ...plan, candidates: 4 }] }, catalogue(2))).toContain(
          comparing,
        );
        expect(JSON.stringify(await engine.product('shop', 'p3'))).toContain('"price":2');
      });
    });
  });
});
