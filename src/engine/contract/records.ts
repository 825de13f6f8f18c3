import { beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { createField, fields, createProduct } from '../testing/catalogue-arbitraries.ts';
import { dataset, draft, publish, openReader, shop, readSource } from './shop.ts';

export const describeRecords = (getEngine: () => Engine): void => {
  describe('records', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = getEngine();
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
      const scanned = [...openReader(engine).scan()].map((one) => one.identifier);
      expect(scanned).toEqual(['far', 'shirt-m', 'shirt-s', 'sold-out', 'source', 'unseen']);
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
      expect(source.text).toContain('Rain coat');
      expect(source.text).toContain('Acme');
    });
  });
};
