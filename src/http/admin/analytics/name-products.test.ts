import { describe, expect, it } from 'vitest';
import type { ProductRecord } from '../../../domain/product-record.ts';
import { nameProducts } from './presenter.ts';

type Catalogue = Readonly<Record<string, ProductRecord>>;

/** Catalogues by name; null: nothing is live. Each question for records is written down. */
const openCatalogues = (catalogues: Readonly<Record<string, Catalogue | null>>, kind = 'products') => {
  const asked: string[] = [];
  const needs = {
    store: {
      datasets: { list: () => Object.keys(catalogues).map((name) => ({ name, kind, tracker: name })) },
    },
    engine: {
      products: (tracker: string) => {
        const catalogue = catalogues[tracker];
        if (!catalogue) return null;
        return {
          records: (identifiers: readonly string[]) => {
            asked.push(`${tracker}: ${identifiers.join(' ')}`);
            const found = identifiers.filter((identifier) => identifier in catalogue);
            return Promise.resolve(
              found.map((identifier) => ({
                identifier,
                record: Buffer.from(JSON.stringify(catalogue[identifier])),
              })),
            );
          },
        };
      },
    },
  } as unknown as Parameters<typeof nameProducts>[0];
  return { asked, needs };
};
const chair = { identifier: 'p1', displayText: 'Chair' };

describe('nameProducts', () => {
  it('finds each product in the first catalogue that has it', async () => {
    const { needs, asked } = openCatalogues({
      a: { p1: chair },
      b: { p1: { ...chair, displayText: 'Stool' }, p2: { identifier: 'p2', displayText: 'Lamp' } },
    });
    const nameOf = await nameProducts(needs, 1, ['p1', 'p2', 'p3']);
    expect(nameOf('p1')).toEqual({ dataset: 'a', displayText: 'Chair' });
    expect(nameOf('p2')).toEqual({ dataset: 'b', displayText: 'Lamp' });
    expect(nameOf('p3')).toBeNull();
    expect(asked).toEqual(['a: p1 p2 p3', 'b: p2 p3']);
  });

  it('calls a product without a name by its identifier', async () => {
    const { needs } = openCatalogues({ a: { p1: { identifier: 'p1' } } });
    expect((await nameProducts(needs, 1, ['p1']))('p1')).toEqual({ dataset: 'a', displayText: 'p1' });
  });

  it.each([
    ['nothing is live', { a: null }, 'products', ['p1']],
    ['there are only search terms', { a: { p1: chair } }, 'keywords', ['p1']],
    ['nothing was asked', { a: { p1: chair } }, 'products', []],
  ])('asks no catalogue when %s', async (_, catalogues, kind, identifiers) => {
    const { needs, asked } = openCatalogues(catalogues, kind);
    expect((await nameProducts(needs, 1, identifiers))('p1')).toBeNull();
    expect(asked).toEqual([]);
  });
});
