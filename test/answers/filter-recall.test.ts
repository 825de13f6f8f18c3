import { describe, expect, it } from 'vitest';
import {
  compareWithScan,
  gates,
  type Gate,
  generateProducts,
  publishGenerated,
} from '../../bench/support/filtered-catalogue.ts';
import { inTemporaryFolder, withEngine } from '../support/engine/temporary-engine.ts';

describe('a filter on one product in a hundred', () => {
  it('loses nothing that an exact scan returns, where lists are cut and where there are none', () =>
    inTemporaryFolder((folder) =>
      withEngine({ folder }, async (engine) => {
        const products = [...generateProducts(6000, 16)];
        const reader = await publishGenerated(engine, products);
        const sources = products.filter((_, index) => index % 400 === 3);
        for (const gate of Object.keys(gates) as Gate[]) {
          const { expected, missing } = await compareWithScan(reader, products, sources, gate);
          expect(missing).toEqual([]);
          expect(expected).toBeGreaterThan(sources.length);
        }
      }),
    ));
});
