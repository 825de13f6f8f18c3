import { expect, it } from 'vitest';
import { createProduct, fields } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';
import { openEmbeddedEngine } from './embedded.ts';
import { openServingReader } from './serving-reader.ts';

const draft = { fields, language: 'en', model: 'm', plans: [] };
const products = [{ product: createProduct('p1'), picture: null }];

it('loads nothing of a dataset that other nodes serve, lists and switches its versions, and loads it once it is served', () =>
  inTemporaryFolder(async (folder) => {
    let [first, second] = ['', ''];
    await withEngine({ folder }, async (engine) => {
      first = (await publish(engine, 'north', draft, products)).version;
      second = (await publish(engine, 'north', draft, products)).version;
      await publish(engine, 'south', draft, products);
    });
    const served = new Set(['south']);
    const engine = await openEmbeddedEngine({ folder, pollMs: 5, isServed: (each) => served.has(each) });
    try {
      expect([engine.products('north'), engine.products('south')?.size]).toEqual([null, 1]);
      await engine.makeLive('north', first);
      const versions = await engine.versions('north');
      expect(versions.map(({ version, live }) => [version, live])).toEqual([
        [second, false],
        [first, true],
      ]);
      expect(engine.products('north')).toBeNull();
      served.add('north');
      await expect.poll(() => engine.products('north')?.version).toBe(first);
    } finally {
      await engine.close();
    }
  }));

it('is left out by the readers of serving threads too', () =>
  inTemporaryFolder(async (folder) => {
    await withEngine({ folder }, async (engine) => {
      await publish(engine, 'north', draft, products);
      await publish(engine, 'south', draft, products);
    });
    const reader = openServingReader({
      folder,
      onProblem: ({ error }) => {
        throw error;
      },
      findShared: async () => null,
      isServed: (dataset) => dataset === 'south',
    });
    await reader.refreshAll();
    expect([reader.products('north'), reader.products('south')?.size]).toEqual([null, 1]);
  }));
