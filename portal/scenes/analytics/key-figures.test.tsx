import { describe, expect, it } from 'vitest';
import type { Period } from '../../api/types.ts';
import { render, textOf } from '../../testing/render.ts';
import { KeyFigures } from './key-figures.tsx';

const period: Period = {
  from: '2026-11-08T00:00:00.000Z',
  to: '2026-11-15T00:00:00.000Z',
  calls: 1200,
  found: 900,
  notFound: 100,
  errors: 0,
  p50Ms: 1.24,
  p95Ms: 3.08,
  p99Ms: 10.4,
  shown: 200,
  credited: { carts: 6, orders: 2, revenue: [{ currency: 'EUR', amount: 99.8 }] },
  clicks: 30,
  carts: 12,
  orders: 3,
  revenue: [
    { currency: 'EUR', amount: 149.7 },
    { currency: 'USD', amount: 20 },
  ],
  clickThrough: { suggestions: null, lookAlikes: 0.325 },
};
const show = (now: Partial<Period>, before: Partial<Period> | null = null, language: 'en' | 'de' = 'en') =>
  textOf(
    render(
      <KeyFigures period={{ ...period, ...now }} compared={before && { ...period, ...before }} />,
      language,
    ),
  );

describe('key figures', () => {
  it.each([
    ['en', 'Calls 1,200'],
    ['en', 'Answered 90%'],
    ['en', 'Response time (95th percentile) 3.1 ms half within 1.2 ms, 99% within 10.4 ms'],
    ['en', 'Suggestions clicked No data No events with the tracker of a box yet.'],
    ['en', 'Look-alikes clicked 32.5%'],
    ['en', 'Added to basket 12'],
    ['en', 'Orders 3'],
    ['en', 'Revenue €149.70 $20.00'],
    ['de', 'Aufrufe 1.200'],
    ['de', 'In den Warenkorb gelegt 12'],
    ['de', 'Bestellungen 3'],
    ['de', 'Umsatz 149,70 € 20,00 $'],
  ] as const)('say in %s: %s', (language, expected) => {
    expect(show({}, null, language).replaceAll('\u00a0', ' ')).toContain(expected);
  });

  it('compare with the period before', () => {
    const text = show({}, { calls: 1000, carts: 10, orders: 5 });
    expect(text).toContain('20% before: 1,000');
    expect(text).toContain('Added to basket 12 20% before: 10');
    expect(text).toContain('Orders 3 - 40% before: 5');
    expect(text).toContain('Look-alikes clicked 32.5% before: 32.5%');
    expect(show({}, { calls: 1203 })).toContain('Calls 1,200 before: 1,203');
  });

  it.each<[string, Period['revenue'], string]>([
    ['the same currency', [{ currency: 'EUR', amount: 99.5 }], '€149.70 50% before: €99.50 $20.00'],
    ['another currency', [{ currency: 'CHF', amount: 99.5 }], '€149.70 $20.00'],
    ['no orders', [], '€149.70 $20.00'],
  ])('compare the revenue with that of %s before', (_, revenue, expected) => {
    expect(show({}, { revenue })).toContain(`Revenue ${expected}`);
  });

  it('compare calls with nothing where there were none before', () => {
    expect(show({}, { calls: 0 })).not.toContain('before: 0 Answered');
  });

  it.each<[string, Partial<Period>, string]>([
    ['no answers', { found: 0, notFound: 0 }, 'Answered No data'],
    ['no times', { p50Ms: null, p95Ms: null, p99Ms: null }, '(95th percentile) No data'],
    ['no orders', { orders: 0, revenue: [] }, 'Orders 0 Revenue No data'],
    ['no currency', { revenue: [{ currency: '', amount: 7 }] }, 'Revenue 7.00'],
  ])('say what is not known: %s', (_, parts, expected) => {
    expect(show(parts)).toContain(expected);
  });
});
