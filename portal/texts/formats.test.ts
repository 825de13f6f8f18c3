import { describe, expect, it } from 'vitest';
import { createFormats } from './formats.ts';

const en = createFormats('en');
const de = createFormats('de');
/** Intl puts narrow and no-break spaces between number and unit. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('createFormats', () => {
  it('writes numbers with a fixed count of decimals, by language', () => {
    expect([en.number(1234.5, 2), de.number(1234.5, 2)]).toEqual(['1,234.50', '1.234,50']);
    expect([en.number(2.5), en.number(0.4)]).toEqual(['3', '0']);
  });

  it('shortens large numbers', () => {
    expect([en.short(1234), en.short(999), en.short(2_500_000)]).toEqual(['1.2K', '999', '2.5M']);
  });

  it('writes shares as per cent', () => {
    expect([en.percent(0.1234, 1), plain(de.percent(0.1234, 1))]).toEqual(['12.3%', '12,3 %']);
  });

  it('writes a price with its currency, and always with two decimals where the currency is unknown', () => {
    expect([en.price(68, 'EUR'), plain(de.price(68, 'EUR'))]).toEqual(['€68.00', '68,00 €']);
    expect([en.price(68, null), en.price(56.99, null)]).toEqual(['68.00', '56.99']);
  });

  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [2_500_000, '2.5 MB'],
    [3_000_000_000, '3 GB'],
    [5e15, '5,000 TB'],
  ])('writes %d bytes as %s', (value, expected) => {
    expect(plain(en.bytes(value))).toBe(expected);
  });

  it.each([
    [30, '30 seconds'],
    [60, '1 minute'],
    [5400, '1.5 hours'],
    [172_800, '2 days'],
  ])('writes %d seconds as %s', (seconds, expected) => {
    expect(plain(en.duration(seconds))).toBe(expected);
  });

  it.each([
    ['2026-01-10T11:59:40Z', 'now'],
    ['2026-01-10T11:58:00Z', '2 minutes ago'],
    ['2026-01-10T09:00:00Z', '3 hours ago'],
    ['2026-01-09T12:00:00Z', 'yesterday'],
    ['2025-12-10T12:00:00Z', 'last month'],
    ['2024-01-10T12:00:00Z', '2 years ago'],
    ['2026-01-10T14:00:00Z', 'in 2 hours'],
  ])('writes %s as seen from 10 January 2026 at noon as "%s"', (iso, expected) => {
    expect(en.ago(iso, Date.parse('2026-01-10T12:00:00Z'))).toBe(expected);
  });

  it('writes dates and times by language', () => {
    expect(en.date('2026-03-05T12:00:00Z')).toBe('Mar 5, 2026');
    expect(de.date('2026-03-05T12:00:00Z')).toBe('05.03.2026');
    expect(plain(en.time('2026-03-05T12:00:00Z'))).toMatch(/^Mar 5, 2026, \d{1,2}:\d{2} [AP]M$/);
  });
});
