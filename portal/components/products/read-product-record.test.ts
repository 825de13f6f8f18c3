import { describe, expect, it } from 'vitest';
import { readProductRecord } from './read-product-record.ts';

describe('readProductRecord', () => {
  it('reads the fields that a card shows', () => {
    const record = {
      identifier: 'A-1',
      displayText: 'Blue shoe',
      imageUrl: 'https://shop.example/a.jpg',
      price: 12.5,
      currency: 'EUR',
      anything: { else: true },
    };
    expect(readProductRecord(record)).toEqual({
      identifier: 'A-1',
      displayText: 'Blue shoe',
      imageUrl: 'https://shop.example/a.jpg',
      price: 12.5,
      currency: 'EUR',
    });
  });

  it('shows the identifier of a product without a name', () => {
    expect(readProductRecord({ identifier: 'A-1' }).displayText).toBe('A-1');
  });

  it('ignores fields of the wrong type', () => {
    expect(
      readProductRecord({ identifier: 7, displayText: ['x'], imageUrl: 3, price: '12', currency: 'euro' }),
    ).toEqual({
      identifier: '',
      displayText: '',
      imageUrl: null,
      price: null,
      currency: null,
    });
  });

  it('takes only a currency that a price can be formatted with', () => {
    expect(['EUR', 'eur', 'EURO', '€'].map((currency) => readProductRecord({ currency }).currency)).toEqual([
      'EUR',
      null,
      null,
      null,
    ]);
  });

  it('reads a missing record as a product without anything', () => {
    expect(readProductRecord(null)).toMatchObject({ identifier: '', price: null });
  });
});
