import { describe, expect, it } from 'vitest';
import { writeTable } from './csv-tables.ts';
import { analyticsFiles } from './routes.ts';
import { presentCampaigns } from './presenter.ts';

const arm = (shown: number, clicked: number) => ({ shown, clicked, carts: 2, orders: 1 });
const outcomes = { clicks: 5, carts: 4, orders: 3, revenue: [{ currency: 'EUR', amount: 60 }] };
const none = { clicks: 0, carts: 0, orders: 0, revenue: [] };
const campaigns = presentCampaigns(
  [
    {
      ruleId: 1,
      answers: 9,
      with: arm(70, 56),
      without: arm(80, 48),
      difference: { value: 0.2, low: 0.0524, high: 0.3339 },
      outcomes,
    },
    { ruleId: 2, answers: 3, with: arm(0, 0), without: arm(0, 0), difference: null, outcomes: none },
    { ruleId: 3, answers: 1, with: arm(0, 0), without: arm(0, 0), difference: null, outcomes: none },
  ],
  [
    { ruleId: 1, name: 'half', share: 0.5 },
    { ruleId: 2, name: '=all', share: 1 },
  ],
);
const source = {
  hours: [
    { at: '2026-11-15T12:00:00.000Z', boxId: 1, calls: 3, found: 2, notFound: 1, errors: 0 },
    { at: '2026-11-15T13:00:00.000Z', boxId: null, calls: 1, found: 0, notFound: 0, errors: 1 },
  ].map((hour) => ({ ...hour, p50Ms: 1, p95Ms: null, p99Ms: null })),
  boxName: () => 'similar',
  boxes: [
    {
      box: 'similar',
      calls: 3,
      notFound: 1,
      clicks: 2,
      carts: 1,
      orders: 1,
      revenue: [{ currency: 'EUR', amount: 19.9 }],
    },
    { box: 'related', calls: 1, notFound: 0, clicks: 0, carts: 0, orders: 0, revenue: [] },
  ],
  campaigns,
  top: {
    patterns: [{ text: 'sofa, red', count: 4 }],
    failedPatterns: [
      { text: 'sofa, red', count: 1 },
      { text: 'zzz', count: 2 },
    ],
    identifiers: [{ text: 'p1', count: 5, product: { dataset: 'c', displayText: 'Chair' } }],
    failedIdentifiers: [{ text: 'gone', count: 1, product: null }],
  },
};

const write = async (kind: (typeof analyticsFiles)[number]): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of writeTable(kind, source)) lines.push(line.trimEnd());
  return lines;
};

describe('tables to download', () => {
  it('of hours name the box, if there is one', async () => {
    expect(await write('hours')).toEqual([
      'hour,box,calls,found,notFound,errors,p95Ms',
      '2026-11-15T12:00:00.000Z,similar,3,2,1,0,',
      '2026-11-15T13:00:00.000Z,,1,0,0,1,',
    ]);
  });

  it('of boxes have a column for each currency', async () => {
    expect(await write('boxes')).toEqual([
      'box,calls,notFound,clicks,carts,orders,revenue EUR',
      'similar,3,1,2,1,1,19.9',
      'related,1,0,0,0,0,0',
    ]);
  });

  it('of campaigns have both sides and the interval, and leave out what was deleted', async () => {
    const [, half = '', all = '', ...rest] = await write('campaigns');
    expect(half).toBe('1,half,9,0.5,70,56,2,1,80,48,2,1,0.2,0.0524,0.3339,5,4,3,60');
    expect(all).toBe("2,'=all,3,1,,,,,,,,,,,,0,0,0,0");
    expect(rest).toEqual([]);
  });

  it('of terms and products hold each once, with what was not answered', async () => {
    expect(await write('terms')).toEqual(['term,searches,withoutAnswer', '"sofa, red",4,1', 'zzz,2,2']);
    expect(await write('products')).toEqual([
      'identifier,name,requests,withoutAnswer',
      'p1,Chair,5,0',
      'gone,,1,1',
    ]);
  });

  it('have as many cells in each line as columns', async () => {
    for (const kind of analyticsFiles) {
      const [columns = '', ...rows] = await write(kind);
      const cells = (line: string): number => line.replaceAll(/"[^"]*"/g, '').split(',').length;
      for (const row of rows) expect([kind, cells(row)]).toEqual([kind, cells(columns)]);
    }
  });
});
