import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../test/support/engine/temporary-engine.ts';
import type { Product } from '../../../domain/product.ts';
import { diskFiles } from '../../../files/files.ts';
import { createProductStore } from './product-store.ts';

const createProduct = (identifier: string, price = 1): Product => ({
  identifier,
  displayText: `Lamp ${identifier} 💡`,
  url: '',
  price,
  currency: null,
  images: ['a.jpg'],
  groupId: null,
  available: true,
  fields: JSON.parse('{"2":"two","b":["x",1,true],"__proto__":"kept","a":0.1}') as Product['fields'],
});

describe.each([0, 1_500, 1 << 27])('products of which %i bytes are held', (heldBytes) => {
  it('are sorted, changed and read again', () =>
    inTemporaryFolder(async (folder) => {
      const store = createProductStore(diskFiles, join(folder, 'products'), heldBytes);
      for (const [at, name] of ['d', 'b', 'e', 'a'].entries())
        store.put({ product: createProduct(name), picture: at === 2 ? null : at });
      expect([store.has('a'), store.has('c')]).toEqual([true, false]);
      const seen: unknown[] = [];
      await store.change(['b', 'c', 'd'], (identifier, before) => {
        seen.push(before);
        return identifier === 'd' ? null : { product: createProduct(identifier, 2), picture: 7 };
      });
      expect(seen).toEqual([
        { product: createProduct('b'), picture: 1 },
        null,
        { product: createProduct('d'), picture: 0 },
      ]);
      const sorted = await store.sort();
      const expected = [createProduct('a'), createProduct('b', 2), createProduct('c', 2), createProduct('e')];
      for (const _ of [1, 2]) expect(JSON.stringify([...sorted])).toBe(JSON.stringify(expected));
      expect([...sorted.pictures]).toEqual([3, 7, 7, -1]);
      expect(sorted.size).toBe(4);
    }));
});
