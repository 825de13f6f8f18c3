import { describe, expect, it } from 'vitest';
import { compareRecords } from './compare-records.ts';

const answer = (...records: object[]) => ({ documents: records.map((document) => ({ score: 1, document })) });

describe('compareRecords', () => {
  const here = answer(
    { identifier: 'a', displayText: 'Linen shirt', price: 47, imageUrl: 'https://x/a.jpg', available: true },
    { identifier: 'b', displayText: 'Oak chair', price: 120, imageUrl: 'https://x/b.jpg', available: true },
  );

  it('finds nothing to change between equal records', () => {
    expect(compareRecords([[here, structuredClone(here)]]).filter(({ remark }) => remark !== null)).toEqual(
      [],
    );
    expect(compareRecords([[null, 'text']])).toEqual([]);
  });

  it('names our field for each of theirs, by its values, then by its name', () => {
    const there = answer(
      {
        identifier: 'b',
        title: 'Oak chair',
        price: { amount: '120.00', currency: 'EUR' },
        image_url: 'cdn/b',
        sku: 7,
      },
      {
        identifier: 'a',
        title: 'Linen shirt',
        price: { amount: '47.00', currency: 'EUR' },
        image_url: 'cdn/a',
        sku: 8,
      },
    );
    expect(compareRecords([[here, there]])).toEqual([
      { there: 'identifier', here: 'identifier', remark: null },
      { there: 'image_url', here: 'imageUrl', remark: 'similar name' },
      { there: 'price.amount', here: 'price', remark: 'other name, same values; string there, number here' },
      { there: 'price.currency', here: null, remark: 'missing here' },
      { there: 'sku', here: null, remark: 'missing here' },
      { there: 'title', here: 'displayText', remark: 'other name, same values' },
    ]);
  });

  it('reports the same name with another type', () => {
    const there = answer({ identifier: 'a', price: '47' }, { identifier: 'b', price: '120' });
    expect(compareRecords([[here, there]])[1]).toEqual({
      there: 'price',
      here: 'price',
      remark: 'string there, number here',
    });
  });
});
