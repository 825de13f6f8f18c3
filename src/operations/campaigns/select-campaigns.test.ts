import { describe, expect, it } from 'vitest';
import type { Campaign, Condition, Schedule } from '../../domain/campaign.ts';
import { matchesPattern, matchesResultCount, trafficFraction, selectCampaigns } from './select-campaigns.ts';

const always: Schedule = { from: null, until: null, weekdays: [] };
const campaign = (changes: Partial<Campaign>): Campaign => ({
  ruleId: 1,
  websiteId: 1,
  name: 'Campaign',
  boxId: null,
  state: 'published',
  priority: 0,
  when: {},
  schedule: always,
  share: 1,
  effect: { kind: 'redirect', url: 'https://shop.example/' },
  ...changes,
});

const carried: Record<string, (string | number)[]> = {
  category: ['Women', 'Women/Tops'],
  brand: ['Acme'],
  color: ['Red', 'Blue'],
  price: [40],
};
// A Sunday.
const nowMs = Date.parse('2026-11-15T12:00:00Z');
const holds = (changes: Partial<Campaign>, atMs = nowMs, trafficKey = 'r') =>
  selectCampaigns([campaign(changes)], {
    identifier: 'p1',
    variants: ['p1', 'p1-blue'],
    values: (field) => carried[field] ?? [],
    trafficKey,
    nowMs: atMs,
  }).length === 1;

describe('selectCampaigns', () => {
  const conditions: [string, Condition, boolean][] = [
    ['an empty condition matches', {}, true],
    ['the identifier is listed', { identifiers: ['p0', 'p1'] }, true],
    ['the identifier is not listed', { identifiers: ['p0'] }, false],
    ['another variant of the product is listed', { identifiers: ['p1-blue'] }, true],
    ['another variant is listed on purpose', { identifiers: ['p1-blue'], variantOnly: true }, false],
    ['this variant is listed on purpose', { identifiers: ['p1'], variantOnly: true }, true],
    ['the category is a level above', { category: 'Women' }, true],
    ['the category is another', { category: 'Wom' }, false],
    ['the brand is the same', { brand: 'Acme' }, true],
    ['the brand is another', { brand: 'Other' }, false],
    ['one of several values', { attributes: [{ name: 'color', value: 'Blue' }] }, true],
    [
      'one attribute of two fails',
      {
        attributes: [
          { name: 'color', value: 'Blue' },
          { name: 'size', value: 'L' },
        ],
      },
      false,
    ],
    ['the price is on the bound', { price: { min: 40, max: 40 } }, true],
    ['the price is above', { price: { max: 39.99 } }, false],
    ['one of two conditions fails', { brand: 'Acme', category: 'Men' }, false],
  ];
  it.each(conditions)('%s', (_name, when, expected) => {
    expect(holds({ when })).toBe(expected);
  });

  it('never selects a draft', () => {
    expect(holds({ state: 'draft' })).toBe(false);
  });

  it('includes the start of a schedule and excludes its end', () => {
    const schedule = { ...always, from: '2026-11-15T12:00:00Z', until: '2026-11-15T13:00:00Z' };
    expect(holds({ schedule }, nowMs - 1)).toBe(false);
    expect(holds({ schedule }, nowMs)).toBe(true);
    expect(holds({ schedule }, nowMs + 3_599_999)).toBe(true);
    expect(holds({ schedule }, nowMs + 3_600_000)).toBe(false);
  });

  it('counts weekdays from Monday = 1 to Sunday = 7, in UTC', () => {
    expect(holds({ schedule: { ...always, weekdays: [7] } })).toBe(true);
    expect(holds({ schedule: { ...always, weekdays: [1, 2, 3, 4, 5, 6] } })).toBe(false);
    expect(holds({ schedule: { ...always, weekdays: [1] } }, nowMs + 86_400_000)).toBe(true);
  });

  it('matches a condition on zero results', () => {
    expect(matchesResultCount(campaign({ when: { results: { max: 0 } } }), 0)).toBe(true);
    expect(matchesResultCount(campaign({ when: { results: { max: 0 } } }), 1)).toBe(false);
    expect(matchesResultCount(campaign({ when: { results: { min: 3 } } }), 3)).toBe(true);
  });
});

describe('matchesPattern', () => {
  it.each<[string, string[], boolean]>([
    ['shirt', [], false],
    ['shirt', ['red shirts'], true],
    ['Red Shirt', ['shirts, red'], true],
    ['red shirt', ['red dress', 'blue shirt'], false],
    ['!', ['!'], false],
  ])('%s in %j: %s', (pattern, searched, expected) => {
    expect(matchesPattern(campaign({ when: { pattern } }), searched, 'en')).toBe(expected);
  });

  it('holds without a condition, whatever was searched for', () => {
    expect(matchesPattern(campaign({}), [], 'en')).toBe(true);
  });
});

describe('the share of traffic', () => {
  const requests = Array.from({ length: 10_000 }, (_, index) => `request-${index}`);

  it('is accurate to 2 %', () => {
    for (const share of [0, 0.1, 0.5, 0.9, 1]) {
      const chosen = requests.filter((id) => holds({ share }, nowMs, id)).length / requests.length;
      expect(Math.abs(chosen - share)).toBeLessThan(0.02);
    }
  });

  it('is stable for a request and independent between campaigns', () => {
    expect(trafficFraction('a', 7)).toBe(trafficFraction('a', 7));
    const both = requests.filter((id) => trafficFraction(id, 1) < 0.5 && trafficFraction(id, 2) < 0.5);
    expect(Math.abs(both.length / requests.length - 0.25)).toBeLessThan(0.02);
  });
});
