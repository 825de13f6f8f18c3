import { describe, expect, it } from 'vitest';
import type { Period } from '../../api/types.ts';
import { render, textOf } from '../../testing/render.ts';
import { Funnel } from './funnel.tsx';

const period: Period = {
  from: '2026-11-08T00:00:00.000Z',
  to: '2026-11-15T00:00:00.000Z',
  calls: 1200,
  found: 900,
  notFound: 100,
  errors: 0,
  p50Ms: 1,
  p95Ms: 3,
  p99Ms: 10,
  shown: 200,
  clicks: 50,
  carts: 40,
  orders: 9,
  revenue: [{ currency: 'EUR', amount: 900 }],
  credited: { carts: 20, orders: 5, revenue: [{ currency: 'EUR', amount: 250 }] },
  clickThrough: { suggestions: null, lookAlikes: 0.25 },
};
const none = { shown: 0, clicks: 0, credited: { carts: 0, orders: 0, revenue: [] } };
const show = (now: Period, before: Period | null, language: 'en' | 'de' = 'en') =>
  textOf(render(<Funnel period={now} compared={before} />, language)).replaceAll('\u00a0', ' ');

describe('the funnel', () => {
  it('leads from lists to orders that they led to, each step as a share of the one before', () => {
    const text = show(period, null);
    expect(text).toContain('Lists shown 200');
    expect(text).toContain('Lists clicked 50 · 25% of the step above');
    expect(text).toContain('Added to basket 20 · 40% of the step above');
    expect(text).toContain('Orders 5 · 25% of the step above');
    expect(text).toContain('Revenue from these lists: €250.00');
    expect(text).not.toContain('before:');
  });

  it('compares each step and the revenue with the period before', () => {
    const before = { ...period, shown: 100, credited: { carts: 4, orders: 1, revenue: [] } };
    const text = show(period, before);
    expect(text).toContain('Lists shown 200 · before: 100');
    expect(text).toContain('Orders 5 · 25% of the step above · before: 1');
    expect(text).toContain('€250.00 before: 0');
  });

  it('is there in German, and not at all where no page reports anything', () => {
    expect(show(period, null, 'de')).toContain('Umsatz aus diesen Listen: 250,00 €');
    expect(show({ ...period, ...none }, null)).toBe('');
  });
});
