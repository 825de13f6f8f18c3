import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestFolder } from '../../../test/support/store/test-shop.ts';
import { Fault } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { applyDeclaration } from '../apply/apply.ts';
import { type AppliedData, toAppliedChecks } from './check-applied.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;

const base = {
  website: { name: 'luma' },
  datasets: [
    { name: 'lamps', kind: 'products' },
    { name: 'desks', kind: 'products' },
  ],
  boxes: [
    { name: 'like-lamps', kind: 'search', dataset: 'lamps' },
    { name: 'like-desks', kind: 'search', dataset: 'desks' },
  ],
};

beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
  await applyDeclaration({ store, actor: 'test', baseFolder: null })(base);
});
afterEach(() => test.remove());

const lampFields = [
  { name: 'brand', facetable: true },
  { name: 'watt', facetable: true },
  { name: 'note', facetable: false },
];

/** The data that a thread gets, as it arrives there. */
const dataOf = (
  names: Readonly<Record<string, typeof lampFields>>,
  confirmed: string[] = [],
): AppliedData => {
  const { id } = store.websites.byName('luma') ?? { id: 0 };
  const entries = Object.entries(names).map(([name, fields]) => [
    store.datasets.byName(id, name)?.tracker ?? '',
    fields,
  ]);
  return structuredClone({ fields: Object.fromEntries(entries) as AppliedData['fields'], confirmed });
};

const apply = async (items: object, checked: AppliedData): Promise<string[]> => {
  const checks = toAppliedChecks(checked);
  try {
    await applyDeclaration({ store, actor: 'test', baseFolder: null, checks })({
      website: { name: 'luma' },
      ...items,
    });
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.issues.length > 0 ? error.issues.map(({ path }) => path) : [error.code];
  }
};

const hide = (name: string, field: string, box?: string) => ({
  name,
  ...(box && { box }),
  effect: { promotion: { promotions: [{ hide: { filter: `${field} eq 'x'` } }] } },
});

describe('what a declaration changes is checked against the live catalogues', () => {
  const place = (index: number) => `$.campaigns[${index}].effect.promotion.promotions[0].hide.filter`;

  it.each<[string, string, string | undefined, string[]]>([
    ['a field of the catalogue of its box', 'watt', 'like-lamps', []],
    ['a field that nobody has', 'wat', 'like-lamps', [place(0)]],
    ['a field that is no filter field', 'note', 'like-lamps', [place(0)]],
    ['a box without a live catalogue', 'wat', 'like-desks', []],
    ['every box, one of them without a live catalogue', 'wat', undefined, []],
  ])('%s', async (_, field, box, expected) => {
    expect(await apply({ campaigns: [hide('a', field, box)] }, dataOf({ lamps: lampFields }))).toEqual(
      expected,
    );
  });

  it('a campaign of every box may use the fields of any of them', async () => {
    const both = dataOf({ lamps: lampFields, desks: [{ name: 'legs', facetable: true }] });
    expect(await apply({ campaigns: [hide('a', 'legs'), hide('b', 'watt')] }, both)).toEqual([]);
    expect(await apply({ campaigns: [hide('c', 'legs'), hide('d', 'arms')] }, both)).toEqual([place(1)]);
  });

  it('a refused declaration changes nothing, and an unchanged one is not checked', async () => {
    const { id } = store.websites.byName('luma') ?? { id: 0 };
    const faulty = { campaigns: [hide('good', 'watt', 'like-lamps'), hide('bad', 'wat', 'like-lamps')] };
    expect(await apply(faulty, dataOf({ lamps: lampFields }))).toEqual([place(1)]);
    expect(store.campaigns.list(id)).toEqual([]);
    expect(await apply(faulty, dataOf({}))).toEqual([]);
    expect(await apply(faulty, dataOf({ lamps: lampFields }))).toEqual([]);
  });

  it('boxes that exclude by a field', async () => {
    const excluding = (field: string) => ({
      boxes: [{ name: 'like-lamps', kind: 'search', dataset: 'lamps', exclude: `${field} eq 'x'` }],
    });
    expect(await apply(excluding('wat'), dataOf({ lamps: lampFields }))).toEqual(['$.boxes[0].exclude']);
    expect(await apply(excluding('watt'), dataOf({ lamps: lampFields }))).toEqual([]);
  });

  it.each<[string, object, string[], string[]]>([
    ['published without a condition', {}, [], ['conflict']],
    ['confirmed by its name', {}, ['other', 'away'], []],
    ['confirmed by another name', {}, ['awa'], ['conflict']],
    ['with a condition', { when: { brand: 'Acme' } }, [], []],
    ['as a draft', { state: 'draft' }, [], []],
  ])('a redirect %s', async (_, changes, confirmed, expected) => {
    const redirect = { redirect: { url: 'https://a.example' } };
    const campaign = { name: 'away', state: 'published', effect: redirect, ...changes };
    expect(await apply({ campaigns: [campaign] }, dataOf({}, confirmed))).toEqual(expected);
  });
});
