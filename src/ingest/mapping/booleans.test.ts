import { describe, expect, it } from 'vitest';
import { parseBoolean } from './booleans.ts';

describe('parsing of stock and yes/no values', () => {
  it.each([
    ...[
      'in stock',
      'in_stock',
      'In Stock',
      'InStock',
      'https://schema.org/InStock',
      'preorder',
      'yes',
      'TRUE',
      'Y',
      '1',
    ],
    ...[
      'Auf Lager',
      'vorrätig',
      'en stock',
      'Disponible',
      'disponibile',
      'op voorraad',
      'Raktáron',
      'készleten',
      'Igen',
    ],
    ...['Skladem', 'dostępny', 'în stoc', 'Stokta', 'Evet', '5', '10+', '3 db', '12.0', '> 20', '4 pcs.'],
    ...[true, 7],
  ])('%s: there is', (value) => {
    expect(parseBoolean(value)).toBe(true);
  });

  it.each([
    ...[
      'out of stock',
      'out_of_stock',
      'Sold out',
      'http://schema.org/OutOfStock',
      'discontinued',
      'no',
      'false',
      '0',
    ],
    ...[
      'ausverkauft',
      'épuisé',
      'rupture de stock',
      'agotado',
      'esaurito',
      'uitverkocht',
      'Elfogyott',
      'nincs raktáron',
    ],
    ...['vyprodáno', 'niedostępny', 'stoc epuizat', 'Tükendi', 'Hayır', '0 db', '-1', '0,00'],
    ...[false, 0],
  ])('%s: there is not', (value) => {
    expect(parseBoolean(value)).toBe(false);
  });

  it.each(['', 'red', 'stock', '12 months', '5 cm', null, Number.NaN, ['yes']])('%s: neither', (value) => {
    expect(parseBoolean(value)).toBeNull();
  });
});
