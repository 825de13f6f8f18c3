import { describe, expect, it } from 'vitest';
import { createSkewedCatalogue } from '../../../../bench/support/skewed-catalogue.ts';
import { inTemporaryFolder } from '../../../../test/support/engine/temporary-engine.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from '../embedded.ts';

const weights = { looks: 1, colour: 0 };
const catalogue = createSkewedCatalogue(300, 16);
const plans = [[], ['category']].map((fields) => ({
  ...{ weights, same: { fields, mode: 'All' as const }, exclude: null, candidates: 20 },
}));
const draft = { fields: catalogue.fields, language: 'en', model: 'generated', plans };

/** Published twice: the second version has other prices, and vectors of the first. */
const publishTwice = (options: Partial<EmbeddedEngineOptions>) =>
  inTemporaryFolder(async (folder) => {
    const engine = await openEmbeddedEngine({ folder, codedFrom: 150, serves: false, ...options });
    try {
      const checksums: string[] = [];
      for (const more of [0, 1]) {
        const builder = await engine.buildProducts('shop', draft);
        for (let number = catalogue.size - 1; number >= 0; number -= 1) {
          const { product, picture } = catalogue.draft(number);
          const price = (product.price ?? 0) + (number % 50 === 0 ? more : 0);
          await builder.add({
            product: { ...product, price, fields: { ...product.fields, price } },
            picture,
          });
        }
        const { version, checksum, size } = await builder.finish();
        expect(size).toBe(catalogue.size);
        await engine.makeLive('shop', version);
        checksums.push(checksum);
      }
      const rows = (await engine.products('shop')?.rows(['p00000000', 'p00000299'])) ?? [];
      return { checksums, records: rows.map(({ record }) => Buffer.from(record).toString()) };
    } finally {
      await engine.close();
    }
  });

describe('a version', () => {
  it('is the same to the byte, whether products and vectors are held in memory or in files', async () => {
    const held = await publishTwice({});
    expect(new Set(held.checksums).size).toBe(2);
    expect(held.records).toHaveLength(2);
    expect(await publishTwice({ heldProducts: 0, heldVectors: 0 })).toEqual(held);
    expect(await publishTwice({ heldProducts: 100_000, serves: true })).toEqual(held);
  });
});
