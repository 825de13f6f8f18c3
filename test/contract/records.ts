import { expect } from 'vitest';
import type { Filter } from '../../src/domain/filter.ts';
import { decodeRecord } from '../../src/domain/product-record.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { createField, fields, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import {
  dataset,
  draft,
  listIdentifiers,
  publish,
  openReader,
  shop,
  readSource,
  scanIdentifiers,
} from './shop.ts';
import type { Suite } from './suite.ts';

export const describeRecords = (suite: Suite): void => {
  const { describe, beforeEach, it } = suite;
  describe('records', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });

    it('returns the record with the mapped fields and the built-in ones', async () => {
      const product = createProduct('a', {
        displayText: 'Ä "quoted" name',
        images: ['one.png', 'two.png'],
        price: 9.5,
        fields: { colour: 'red', ['__proto__']: 'kept', price: 9.5 },
      });
      await publish(engine, dataset, draft, [{ product, picture: null }]);
      const [entry] = await openReader(engine).records(['a']);
      const text = Buffer.from(entry?.record ?? []).toString('utf8');
      expect(text).toBe(
        '{"identifier":"a","displayText":"Ä \\"quoted\\" name","url":"https://shop.example/a","imageUrl":"one.png","price":9.5,"colour":"red","__proto__":"kept"}',
      );
    });

    it('leaves out unknown and unavailable products by identifier, and scans all', async () => {
      await publish(engine, dataset, draft, shop);
      const records = await openReader(engine).records(['far', 'nothing', 'sold-out', 'source']);
      expect(records.map((one) => one.identifier)).toEqual(['far', 'source']);
      const scanned = await scanIdentifiers(openReader(engine));
      expect(scanned).toEqual(['far', 'shirt-m', 'shirt-s', 'sold-out', 'source', 'unseen']);
    });

    it('takes the name of a group for its first variant, also of one that a live change added', async () => {
      await publish(engine, dataset, draft, shop);
      expect(await openReader(engine).source('shirt')).toMatchObject({
        identifier: 'shirt-m',
        hasLooks: true,
      });
      expect(await openReader(engine).source('shirt-s')).toMatchObject({ identifier: 'shirt-s' });
      const put = (identifier: string, groupId: string) =>
        ({
          kind: 'put',
          at: Date.now(),
          product: createProduct(identifier, { groupId }),
          picture: null,
        }) as const;
      await engine.change(dataset, [put('cap-2', 'cap'), put('cap-1', 'cap')]);
      expect(await openReader(engine).source('cap')).toMatchObject({ identifier: 'cap-1' });
      const remove = { kind: 'remove', at: Date.now() + 1 } as const;
      await engine.change(dataset, [
        { ...remove, identifier: 'shirt-m' },
        { ...remove, identifier: 'cap-1' },
        { ...remove, identifier: 'cap-2' },
      ]);
      expect(await openReader(engine).source('shirt')).toMatchObject({ identifier: 'shirt-s' });
      expect(await openReader(engine).source('cap')).toBeNull();
    });

    it('reads rows by identifier, available or not, in the order of the argument', async () => {
      await publish(engine, dataset, draft, shop);
      const rows = await openReader(engine).rows(['source', 'nothing', 'sold-out']);
      expect(rows.map((row) => row.identifier)).toEqual(['source', 'sold-out']);
      expect(rows.map((row) => decodeRecord(row.record)['identifier'])).toEqual(['source', 'sold-out']);
    });

    it('scans in pages, from an identifier on, whether or not it exists', async () => {
      await publish(engine, dataset, draft, shop);
      const scan = async (after: string | null, size: number) =>
        listIdentifiers({ hits: await openReader(engine).scan({ after, size }) });
      expect(await scan(null, 2)).toEqual(['far', 'shirt-m']);
      expect(await scan('shirt-m', 2)).toEqual(['shirt-s', 'sold-out']);
      expect(await scan('shirt-x', 9)).toEqual(['sold-out', 'source', 'unseen']);
      expect(await scan('unseen', 2)).toEqual([]);
    });

    it('finds and counts the families that pass a filter, page by page, live changes included', async () => {
      const products = [
        createProduct('a', { fields: { category: 'A/X', sizes: ['S', 'M'], price: 4 } }),
        createProduct('b', { groupId: 'g', fields: { category: 'A/Y', sizes: ['M'], price: 9 } }),
        createProduct('c', { groupId: 'g', available: false, fields: { category: 'A/X', price: 2 } }),
        createProduct('d', { fields: { category: 'B', price: 9 } }),
      ];
      await publish(
        engine,
        dataset,
        draft,
        products.map((product) => ({ product, picture: null })),
      );
      const find = async (filter: Filter | null, skip = 0, size = 9) => {
        const { rows, count } = await openReader(engine).findFamilies({ filter, skip, size });
        return [listIdentifiers({ hits: rows }).join(' '), count];
      };
      const inA: Filter = { kind: 'compare', field: 'category', comparison: 'eq', value: 'A' };
      const dear: Filter = { kind: 'compare', field: 'price', comparison: 'ge', value: 4 };
      expect(await find(inA)).toEqual(['a b', 2]);
      expect(await find(inA, 1, 1)).toEqual(['b', 2]);
      expect(await find(inA, 2)).toEqual(['', 2]);
      expect(await find(null)).toEqual(['a b d', 3]);
      expect(await find(null, 2)).toEqual(['d', 3]);
      expect(await find({ kind: 'and', parts: [inA, dear] })).toEqual(['a b', 2]);
      expect(await find({ kind: 'not', part: dear })).toEqual(['c', 1]);
      expect(await find({ kind: 'in', field: 'sizes', values: ['M', 'XL'] })).toEqual(['a b', 2]);
      expect(await find({ ...inA, field: 'nowhere' })).toEqual(['', 0]);
      await engine.change(dataset, [
        { at: 1, kind: 'remove', identifier: 'a' },
        { at: 1, kind: 'update', identifier: 'd', set: { fields: { category: 'A' } } },
      ]);
      expect(await find(inA)).toEqual(['b d', 2]);
    });

    it('finds rows by a prefix of the identifier, regardless of case', async () => {
      await publish(engine, dataset, draft, shop);
      const find = async (prefix: string, limit: number) =>
        listIdentifiers({ hits: await openReader(engine).findByPrefix(prefix, limit) });
      expect(await find('SH', 9)).toEqual(['shirt-m', 'shirt-s']);
      expect(await find('s', 3)).toEqual(['shirt-m', 'shirt-s', 'sold-out']);
      expect(await find('hirt', 9)).toEqual([]);
    });

    it('lists the variants of a product, live changes included', async () => {
      await publish(engine, dataset, draft, shop);
      const list = (...identifiers: string[]) => openReader(engine).families(identifiers);
      expect(await list('shirt-s', 'nobody', 'unseen')).toEqual([['shirt-m', 'shirt-s'], [], ['unseen']]);
      await engine.change(dataset, [
        { at: 1, kind: 'remove', identifier: 'shirt-m' },
        { at: 1, kind: 'put', product: createProduct('shirt-a', { groupId: 'shirt' }), picture: null },
      ]);
      expect(await list('shirt-a', 'shirt-m')).toEqual([['shirt-a', 'shirt-s'], []]);
    });

    it('counts rows, families and rows without a picture, live changes included', async () => {
      await publish(engine, dataset, draft, shop);
      const facts = { rows: 6, families: 5, withoutPicture: 1, unpictured: ['unseen'] };
      expect(await openReader(engine).facts()).toEqual(facts);
      await engine.change(dataset, [
        { at: 1, kind: 'remove', identifier: 'unseen' },
        { at: 1, kind: 'put', product: createProduct('plain', { groupId: 'shirt' }), picture: null },
      ]);
      expect(await openReader(engine).facts()).toEqual({
        rows: 6,
        families: 4,
        withoutPicture: 1,
        unpictured: ['plain'],
      });
    });

    it('counts the rows of each value of a field', async () => {
      const products = [
        createProduct('a', { fields: { category: 'A/X', sizes: ['S', 'M'], price: 4, note: 'plain' } }),
        createProduct('b', { fields: { category: 'A/Y', sizes: ['M'], price: 4, sale: true } }),
        createProduct('c', { available: false, fields: { category: 'A/X', weight: 2 } }),
      ];
      await publish(
        engine,
        dataset,
        draft,
        products.map((product) => ({ product, picture: null })),
      );
      const count = async (field: string, limit = 9) =>
        (await openReader(engine).fieldValues(field, limit)).map((value) => [value.name, value.count]);
      expect(await count('category')).toEqual([
        ['A', 3],
        ['A/X', 2],
        ['A/Y', 1],
      ]);
      expect(await count('sizes')).toEqual([
        ['M', 2],
        ['S', 1],
      ]);
      expect(await count('category', 1)).toEqual([['A', 3]]);
      expect(await count('price')).toEqual([['4', 2]]);
      expect(await count('sale')).toEqual([['true', 1]]);
      expect(await count('note')).toEqual([['plain', 1]]);
      expect(await count('weight')).toEqual([['2', 1]]);
      expect(await count('nowhere')).toEqual([]);
    });

    it('reads the values and the text of a source', async () => {
      const about = { ...draft, fields: [...fields, createField('brand', 'text', { searchable: true })] };
      const product = createProduct('a', {
        displayText: 'Rain coat',
        fields: { category: 'A/X', sale: true, price: 4, brand: 'Acme', note: 'plain' },
      });
      await publish(engine, dataset, about, [{ product, picture: null }]);
      const source = await readSource(openReader(engine), 'a');
      expect(source.hasLooks).toBe(false);
      expect(source.values('category')).toEqual(['A', 'A/X']);
      expect(source.values('sale')).toEqual([true]);
      expect(source.values('price')).toEqual([4]);
      expect(source.values('note')).toEqual(['plain']);
      expect(source.values('nowhere')).toEqual([]);
      expect(source.text('Any')).toBe('Rain coat X Acme');
      expect(source.text('All')).toBe('X');
    });
  });
};
