import { expect, it } from 'vitest';
import { readPrice } from './price.ts';

it.each([
  ['1 299,00 Ft', 1299, 'HUF'],
  ['$1,299.00', 1299, 'USD'],
  ['EUR 12.5', 12.5, 'EUR'],
  ['1.299,90 €', 1299.9, 'EUR'],
  ['1,299', 1299, null],
  ['1.299.000 Ft', 1299000, 'HUF'],
  ["1'299.50 CHF", 1299.5, 'CHF'],
  ['12,50', 12.5, null],
  ['0', 0, null],
  [19.9, 19.9, null],
])('%s is %d in %s', (text, amount, currency) => {
  expect(readPrice(text)).toEqual({ amount, currency });
});

it.each(['', 'free', '-5', '10 - 20', 'call 555 or 556', Number.NaN, -1, null])('%s is no price', (text) => {
  expect(readPrice(text)).toBeNull();
});
