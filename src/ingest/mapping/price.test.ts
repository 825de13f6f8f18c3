import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePrice } from './field-value.ts';

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
  ['12.50 EUR', 12.5, 'EUR'],
  ['.99', 0.99, null],
  ['5,- Kč', 5, 'CZK'],
  ['CHF 5.–', 5, 'CHF'],
  ['1\u00a0299,00\u202fzł', 1299, 'PLN'],
  ['US$ 7', 7, 'USD'],
  ['1 299 Ft/db', 1299, null],
  ['12.50 Fr.', 12.5, 'CHF'],
  [19.9, 19.9, null],
])('%s is %d in %s', (text, amount, currency) => {
  expect(parsePrice(text)).toEqual({ amount, currency });
});

it.each(['', 'free', '-5', '10 - 20', 'call 555 or 556', Number.NaN, -1, null])(
  'does not read %s as a price',
  (text) => {
    expect(parsePrice(text)).toBeNull();
  },
);

const marks = [
  { thousands: ',', decimal: '.' },
  { thousands: '.', decimal: ',' },
  { thousands: ' ', decimal: ',' },
  { thousands: '\u00a0', decimal: ',' },
  { thousands: "'", decimal: '.' },
  { thousands: '', decimal: '.' },
];
const currencies = [
  ['€', 'EUR'],
  ['HUF', 'HUF'],
  ['Ft', 'HUF'],
  ['$', 'USD'],
  ['zł', 'PLN'],
] as const;

it('reads any amount with two decimals from every notation', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.constantFrom(...marks),
      fc.constantFrom(...currencies),
      fc.boolean(),
      fc.constantFrom('', ' ', '\u00a0'),
      (cents, { thousands, decimal }, [sign, currency], isBefore, space) => {
        const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, thousands);
        const number = `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`;
        const text = isBefore ? `${sign}${space}${number}` : `${number}${space}${sign}`;
        expect(parsePrice(text)).toEqual({ amount: cents / 100, currency });
      },
    ),
    { numRuns: 500 },
  );
});

it('never throws and never returns a negative amount', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = parsePrice(text);
      expect(read === null || read.amount >= 0).toBe(true);
    }),
  );
});
