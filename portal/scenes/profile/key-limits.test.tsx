import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../api/types.ts';
import { show } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { KeyLimits } from './key-limits.tsx';

withService();

const key = { masked: 'kdr_sec_…0000', createdAt: '2026-01-01T00:00:00Z', graceUntil: null };
const plain: Subscription = {
  name: 'north-keys',
  kind: 'secret',
  state: 'active',
  rate: null,
  quota: null,
  addressRate: null,
  operations: [],
  boxes: [],
  origins: [],
  keys: { primary: key, secondary: key },
  lastUsedAt: null,
  used: null,
};

/** The list as `name: value`. */
const listed = (changes: Partial<Subscription>, language: 'en' | 'de' = 'en'): string[] => {
  show(<KeyLimits website="north" subscription={{ ...plain, ...changes }} />, language);
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  const values = screen.getAllByRole('definition').map((value) => value.textContent);
  return terms.map((term, index) => `${term}: ${values[index]}`);
};

describe('what an API key may do', () => {
  it('is everything without limits', () => {
    expect(listed({})).toEqual([
      'For: Servers',
      'Boxes: All',
      'Rate limit: No limit',
      'Quota: No limit',
      'Last used: Never used',
      'Calls, last 7 days: No data',
    ]);
  });

  it.each<[string, Partial<Subscription>, string]>([
    ['rate', { rate: { calls: 100, perSeconds: 10 } }, 'Rate limit: 100 calls in 10 s'],
    [
      'rate of an address',
      { addressRate: { calls: 5, perSeconds: 1 } },
      'Rate limit for each address: 5 calls in 1 s',
    ],
    ['quota of an hour', { quota: { calls: 9, per: 'hour' }, used: 3 }, 'Quota per hour: 3 of 9 used'],
    ['quota of a day', { quota: { calls: 5000, per: 'day' }, used: 12 }, 'Quota per day: 12 of 5,000 used'],
    ['quota of a week', { quota: { calls: 7, per: 'week' }, used: null }, 'Quota per week: 0 of 7 used'],
    ['quota of a month', { quota: { calls: 7, per: 'month' }, used: 7 }, 'Quota per month: 7 of 7 used'],
    ['boxes', { boxes: ['similar', 'related'] }, 'Boxes: similar, related'],
    [
      'origins',
      { kind: 'publishable', origins: ['https://a.example'] },
      'Allowed origins: https://a.example',
    ],
    [
      'origins, each on a line of its own',
      { kind: 'publishable', origins: ['https://a.example', 'https://b.example:8443'] },
      'Allowed origins: https://a.examplehttps://b.example:8443',
    ],
    ['any origin', { kind: 'publishable' }, 'Allowed origins: Any'],
    ['feeds', { kind: 'ingest' }, 'For: Sending products and feeds'],
  ])('names the %s', (_, changes, expected) => {
    expect(listed(changes)).toContain(expected);
  });

  it('names no origins of a key for servers', () => {
    expect(listed({ origins: ['https://a.example'] }).join()).not.toContain('a.example');
  });

  it('speaks German', () => {
    const quota = { calls: 5000, per: 'day' } as const;
    expect(listed({ quota, used: 12, kind: 'publishable' }, 'de')).toEqual([
      'Für: Browser',
      'Erlaubte Domains: Jede',
      'Boxen: Alle',
      'Limit: Kein Limit',
      'Kontingent pro Tag: 12 von 5.000 verbraucht',
      'Zuletzt benutzt: Nie benutzt',
      'Aufrufe, letzte 7 Tage: Keine Daten',
    ]);
  });
});
