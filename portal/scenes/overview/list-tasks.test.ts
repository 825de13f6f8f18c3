import { describe, expect, it } from 'vitest';
import type { Campaign, Dataset } from '../../api/types.ts';
import { listTasks, type Task } from './list-tasks.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');
const inDays = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();

const dataset = (parts: object) =>
  ({
    declaration: { name: 'catalogue', kind: 'products' },
    live: {},
    waiting: null,
    counts: { withoutPicture: 0 },
    ...parts,
  }) as unknown as Dataset;
const campaign = (parts: object) =>
  ({ ruleId: 1, declaration: { name: 'sale', ...parts } }) as unknown as Campaign;
const none = { patterns: [], failedPatterns: [], identifiers: [], failedIdentifiers: [] };
const list = (facts: Partial<Parameters<typeof listTasks>[0]>) =>
  listTasks({ datasets: [], campaigns: [], top: null, nowMs, ...facts });

describe('listTasks', () => {
  it.each<[string, object, Task[]]>([
    ['has nothing to say about a complete catalogue', {}, []],
    ['names one that waits', { waiting: {}, counts: null }, [{ kind: 'waiting', dataset: 'catalogue' }]],
    [
      'names one without a version',
      { live: null, counts: null },
      [{ kind: 'unpublished', dataset: 'catalogue' }],
    ],
    [
      'counts missing pictures',
      { counts: { withoutPicture: 4 } },
      [{ kind: 'pictures', dataset: 'catalogue', count: 4 }],
    ],
    ['ignores pictures of search terms', { counts: null }, []],
    ['does not guess what is not counted', { counts: { withoutPicture: null } }, []],
  ])('%s', (_, parts, expected) => {
    expect(list({ datasets: [dataset(parts)] })).toEqual(expected);
  });

  it.each<[string, object, Task['kind'][]]>([
    ['that ends tomorrow', { until: inDays(1) }, ['ending']],
    ['that ends in a week', { until: inDays(7) }, []],
    ['that has ended', { until: inDays(-1) }, []],
    ['without an end', {}, []],
    ['that is paused', { state: 'paused', until: inDays(1) }, []],
    ['that is a draft', { state: 'draft', until: inDays(1) }, ['drafts']],
  ])('looks at a campaign %s', (_, parts, expected) => {
    expect(list({ campaigns: [campaign(parts)] }).map(({ kind }) => kind)).toEqual(expected);
  });

  it('puts imports before searches, and searches before campaigns', () => {
    const top = {
      ...none,
      failedPatterns: [{ text: 'zzz', count: 2 }],
      failedIdentifiers: [{ text: 'gone', count: 1, product: null }],
    };
    const tasks = list({
      datasets: [dataset({ waiting: {} })],
      campaigns: [campaign({ state: 'draft' }), campaign({ until: inDays(2) })],
      top,
    });
    expect(tasks.map(({ kind }) => kind)).toEqual(['waiting', 'terms', 'products', 'ending', 'drafts']);
  });

  it('is empty for a new shop', () => {
    expect(list({ top: none })).toEqual([]);
  });
});
