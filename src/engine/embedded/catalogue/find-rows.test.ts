import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueArbitrary } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../../test/support/engine/temporary-engine.ts';
import type { Filter } from '../../../domain/filter.ts';
import { pathLevels } from '../../../domain/product.ts';
import type { DraftProduct, ProductDraft } from '../../engine.ts';
import { familyKey } from '../../semantics/search/order.ts';
import { matchesFilter } from '../../semantics/search/match-filter.ts';

/** The first row of each family that passes, by a look at every product. */
const filterPlainly = (draft: ProductDraft, products: readonly DraftProduct[], filter: Filter): string[] =>
  products
    .filter(({ product }) =>
      matchesFilter(filter, (name) => {
        const field = draft.fields.find((each) => each.name === name);
        if (field === undefined) return null;
        const values = [product.fields[name] ?? []].flat();
        return {
          type: field.type,
          values: field.type === 'path' ? values.flatMap((path) => pathLevels(String(path))) : values,
        };
      }),
    )
    .map(({ product }) => product)
    .sort((a, b) => (a.identifier < b.identifier ? -1 : 1))
    .filter((product, at, all) => at === all.findIndex((other) => familyKey(other) === familyKey(product)))
    .map(({ identifier }) => identifier);

describe('families by filter', () => {
  it('are those that pass, each once, over all pages, with their exact number', async () => {
    await fc.assert(
      fc.asyncProperty(catalogueArbitrary, fc.integer({ min: 1, max: 7 }), async (drawn, size) => {
        await inTemporaryFolder((folder) =>
          withEngine({ folder }, async (engine) => {
            await publish(engine, 'shop', drawn.draft, drawn.products);
            const reader = engine.products('shop');
            for (const { query } of drawn.queries) {
              const { filter } = query;
              if (filter === null) continue;
              const expected = filterPlainly(drawn.draft, drawn.products, filter);
              const found: string[] = [];
              for (let skip = 0; skip <= expected.length; skip += size) {
                const page = await reader?.findFamilies({ filter, skip, size });
                expect(page?.count).toBe(expected.length);
                expect(page?.rows.length).toBe(Math.min(size, expected.length - skip));
                found.push(...(page?.rows ?? []).map(({ identifier }) => identifier));
              }
              expect(found).toEqual(expected);
            }
          }),
        );
      }),
      { numRuns: 25 },
    );
  });
});
