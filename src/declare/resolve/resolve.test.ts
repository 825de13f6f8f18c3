import { describe, expect, it } from 'vitest';
import { fullExample } from '../../../test/support/full-declaration.ts';
import { boxDefaults } from '../../domain/box.ts';
import type { Dataset, FeedSource } from '../../domain/dataset.ts';
import { ladderDefault } from '../../domain/strategy.ts';
import { listDifferences } from '../apply/apply.ts';
import { readItems, readName } from '../check/referenced-names.ts';
import {
  describeBox,
  describeCampaign,
  describeDataset,
  describeSettings,
  nameById,
} from '../describe/describe.ts';
import type { DeclaredBox, DeclaredRelatedBox, DeclaredSearchBox } from '../../contract/box.ts';
import type { DeclaredCampaign } from '../../contract/campaign.ts';
import type { DeclaredDataset } from '../../contract/dataset.ts';
import {
  newBox,
  newCampaign,
  newDataset,
  newSubscription,
  newWebsite,
  parseCheckedFilter,
} from './resolve.ts';

const stored = { id: 1, websiteId: 1, tracker: '00000000-0000-4000-8000-000000000001' };

describe('a website', () => {
  it('gets its name as display name, English, and nothing else', () => {
    expect(newWebsite({ name: 'luma' })).toEqual({
      name: 'luma',
      displayName: 'luma',
      language: 'en',
      url: null,
      currency: null,
      timeZone: null,
      synonyms: [],
      redirects: [],
    });
  });

  it('keeps what is declared, and is described as it was declared', () => {
    const declared = fullExample().website;
    const website = { ...stored, ...newWebsite(declared) };
    expect(describeSettings(website)).toEqual(declared);
    expect(describeSettings({ ...website, url: null })).not.toHaveProperty('url');
  });
});

const references = { productsId: null, baseFolder: '/shop', storedSource: null };
const newSource = (
  source: DeclaredDataset['source'],
  storedSource: FeedSource | null = null,
  baseFolder: string | null = '/shop',
) =>
  newDataset(
    { name: 'c', kind: 'products', ...(source && { source }) },
    { ...references, baseFolder, storedSource },
  ).source;

describe('a dataset', () => {
  it('of products has no learning, one of keywords has', () => {
    expect(newDataset({ name: 'c', kind: 'products' }, references)).toEqual({
      name: 'c',
      kind: 'products',
      source: null,
      fields: [],
      productsId: null,
      model: null,
    });
    expect(newDataset({ name: 's', kind: 'keywords' }, { ...references, productsId: 7 })).toMatchObject({
      productsId: 7,
      learning: {},
    });
  });

  it.each([
    [{ file: 'feed.csv' }, '/shop', { file: '/shop/feed.csv', images: null }],
    [{ file: '../feed.csv', images: 'pictures' }, '/shop', { file: '/feed.csv', images: '/shop/pictures' }],
    [{ file: '/abs/feed.csv', images: '/abs/p' }, '/shop', { file: '/abs/feed.csv', images: '/abs/p' }],
    [{ file: '/abs/feed.csv' }, null, { file: '/abs/feed.csv' }],
    [
      { url: 'https://shop.example/f' },
      '/shop',
      { url: 'https://shop.example/f', file: null, schedule: null, auth: null },
    ],
  ])('reads the source %j from %s', (source, baseFolder, expected) => {
    expect(newSource(source, null, baseFolder)).toMatchObject(expected);
  });

  const url = 'https://shop.example/feed.csv';
  const withAuth = (auth: FeedSource['auth'], at = url): FeedSource => ({
    file: null,
    url: at,
    images: null,
    schedule: null,
    auth,
  });
  const basic = withAuth({ kind: 'basic', user: 'u', password: 'old' });
  const header = withAuth({ kind: 'header', name: 'X-Key', value: 'old' });

  it.each([
    ['a password that is given', { basic: { user: 'u', password: 'new' } }, basic, url, { password: 'new' }],
    ['a password that is left out', { basic: { user: 'u' } }, basic, url, { password: 'old' }],
    ['a password for another user', { basic: { user: 'v' } }, basic, url, { user: 'v', password: 'old' }],
    [
      'a password that is left out for another file there',
      { basic: { user: 'u' } },
      basic,
      'https://shop.example/other',
      { password: 'old' },
    ],
    [
      'no password for another origin',
      { basic: { user: 'u' } },
      basic,
      'https://evil.example/feed.csv',
      { password: '' },
    ],
    ['no password without a stored one', { basic: { user: 'u' } }, null, url, { password: '' }],
    ['no password from a header', { basic: { user: 'u' } }, header, url, { password: '' }],
    ['a value that is left out', { header: { name: 'X-Key' } }, header, url, { value: 'old' }],
    ['no value under another name', { header: { name: 'X-Other' } }, header, url, { value: '' }],
    ['a value that is given', { header: { name: 'X-Other', value: 'new' } }, header, url, { value: 'new' }],
  ])('keeps %s', (_, auth, storedSource, at, expected) => {
    expect(newSource({ url: at, auth }, storedSource)?.auth).toMatchObject(expected);
  });

  it('is described without its secret', () => {
    const dataset = (source: FeedSource): Dataset => ({
      ...stored,
      ...newDataset({ name: 'c', kind: 'products' }, references),
      source,
    });
    const text = JSON.stringify([basic, header].map((source) => describeDataset(dataset(source), () => '')));
    expect(text).not.toContain('old');
    expect(text).toContain('"user":"u"');
    expect(text).toContain('"name":"X-Key"');
  });

  it('keeps the fields it learns from, and is described with them', () => {
    const learnFrom = [
      { field: 'category', weight: 1 },
      { field: 'colour', weight: 0.3 },
    ];
    const resolved = newDataset({ name: 'c', kind: 'products', learnFrom }, references);
    expect(resolved.learnFrom).toEqual(learnFrom);
    expect(describeDataset({ ...stored, ...resolved }, () => '').learnFrom).toEqual(learnFrom);
    const emptied = newDataset({ name: 'c', kind: 'products', learnFrom: [] }, references);
    expect(describeDataset({ ...stored, ...emptied }, () => '')).not.toHaveProperty('learnFrom');
  });

  it('is described by the name of its products, and without what it has not', () => {
    const keywords: Dataset = {
      ...stored,
      ...newDataset({ name: 's', kind: 'keywords' }, { ...references, productsId: 7 }),
    };
    expect(describeDataset(keywords, nameById([{ id: 7, name: 'catalogue' }]))).toEqual({
      name: 's',
      kind: 'keywords',
      fields: [],
      products: 'catalogue',
      learning: {},
    });
    expect(nameById([])(7)).toBe('');
  });
});

const search = (more: Partial<DeclaredSearchBox> = {}): DeclaredBox => ({
  name: 'b',
  kind: 'search',
  dataset: 'c',
  ...more,
});
const related = (more: Partial<DeclaredRelatedBox> = {}): DeclaredBox => ({
  name: 'b',
  kind: 'relatedKeywords',
  dataset: 's',
  ...more,
});

describe('a search box', () => {
  it('gets every default', () => {
    expect(newBox(search(), 3)).toEqual({
      name: 'b',
      kind: 'search',
      datasetId: 3,
      cacheControl: boxDefaults.cacheControl,
      pageSize: boxDefaults.pageSize,
      maximumPageSize: boxDefaults.maximumPageSize,
      candidates: boxDefaults.candidates,
      facetType: boxDefaults.facetType,
      facets: [],
      sameAsSource: [],
      weights: boxDefaults.weights,
      exclude: null,
      strategies: ladderDefault,
    });
  });

  it('has the weight of titles that was declared, and none of its own otherwise', () => {
    const weights = { looks: 1, colour: 0.2, title: 0.4 };
    expect(newBox(search({ weights }), 3)).toMatchObject({ weights });
    expect(newBox(search({ weights: { looks: 1, colour: 0 } }), 3)).toMatchObject({
      weights: expect.not.objectContaining({ title: expect.anything() as unknown }) as unknown,
    });
  });

  it('has a page no larger than its maximum', () => {
    expect(newBox(search({ maximumPageSize: 10 }), 3)).toMatchObject({ pageSize: 10, maximumPageSize: 10 });
    expect(newBox(search({ pageSize: 5, maximumPageSize: 10 }), 3)).toMatchObject({ pageSize: 5 });
  });

  it('orders its rungs by rank and fills them in', () => {
    const box = newBox(
      search({
        strategies: [
          { rank: 2, from: 'text', searchMode: 'Any' },
          { rank: 1, from: 'looks', searchMode: 'All' },
        ],
      }),
      3,
    );
    expect(box).toMatchObject({
      strategies: [
        { rank: 1, from: 'looks', minimumResults: 1, fuzzySensitiveness: 'Off' },
        { rank: 2, from: 'text' },
      ],
    });
  });

  it.each(fullExample().boxes.filter(({ kind }) => kind === 'search'))(
    '$name is described so that it resolves to the same',
    (declared) => {
      const box = newBox(declared as DeclaredBox, 3);
      const described = describeBox({ ...stored, ...box }, 'c');
      expect(newBox(described, 3)).toEqual(box);
    },
  );
});

describe('a related box', () => {
  it('gets its defaults, and no curation unless there is one', () => {
    expect(newBox(related(), 3)).toEqual({
      name: 'b',
      kind: 'relatedKeywords',
      datasetId: 3,
      cacheControl: boxDefaults.cacheControl,
      size: boxDefaults.relatedSize,
      url: null,
      directions: [...boxDefaults.directions],
    });
  });

  const entry = { pattern: 'sofa', add: [], hide: ['bed'] };

  it('keeps the stored curation when none is declared, and replaces it otherwise', () => {
    expect(newBox(related(), 3, [entry])).toMatchObject({ curation: [entry] });
    expect(newBox(related({ curation: [] }), 3, [entry])).toMatchObject({ curation: [] });
    expect(newBox(related({ curation: [{ hide: ['x'] }] }), 3, [entry])).toMatchObject({
      curation: [{ pattern: null, add: [], hide: ['x'] }],
    });
  });

  it('is described so that it resolves to the same', () => {
    const box = newBox(
      related({
        url: 'https://x.example/?q={keyword}',
        size: 4,
        directions: ['next'],
        curation: [{ pattern: 'sofa', hide: ['bed'] }],
      }),
      3,
    );
    expect(newBox(describeBox({ ...stored, ...box }, 's'), 3)).toEqual(box);
  });
});

describe('a campaign', () => {
  it('is published for everybody, unless it says otherwise', () => {
    expect(newCampaign({ name: 'c', effect: { redirect: { url: '/x' } } }, null)).toEqual({
      name: 'c',
      boxId: null,
      state: 'published',
      priority: 0,
      when: {},
      schedule: { from: null, until: null, weekdays: [] },
      share: 1,
      effect: { kind: 'redirect', url: '/x' },
    });
  });

  it.each(fullExample().campaigns)('$name is described so that it resolves to the same', (declared) => {
    const campaign = newCampaign(declared as DeclaredCampaign, 5);
    const described = describeCampaign({ ruleId: 1, websiteId: 1, ...campaign }, () => 'similar');
    expect(described.box).toBe('similar');
    expect(newCampaign(described, 5)).toEqual(campaign);
  });

  it('of every search box is described without one', () => {
    const campaign = newCampaign({ name: 'c', effect: { ads: { identifiers: ['a'] } } }, null);
    expect(describeCampaign({ ruleId: 1, websiteId: 1, ...campaign }, () => 'similar')).not.toHaveProperty(
      'box',
    );
  });

  it.each([
    ['an effect that is none', { name: 'c', effect: {} }],
    ['a promotion that does nothing', { name: 'c', effect: { promotion: { promotions: [{}] } } }],
    ['targets that are none', { name: 'c', effect: { promotion: { promotions: [{ hide: {} }] } } }],
    [
      'a filter that cannot be read',
      { name: 'c', effect: { promotion: { promotions: [{ hide: { filter: 'brand is' } }] } } },
    ],
  ])('with %s was not checked before', (_, declared) => {
    expect(() => newCampaign(declared as DeclaredCampaign, null)).toThrow(/had not been checked/);
    expect(() => parseCheckedFilter('(')).toThrow(/had not been checked/);
  });
});

describe('a subscription', () => {
  it('has no limits and may call everything, unless it says otherwise', () => {
    expect(newSubscription({ name: 's', kind: 'secret' }, [])).toEqual({
      name: 's',
      kind: 'secret',
      rate: null,
      quota: null,
      addressRate: null,
      operations: [],
      boxIds: [],
      origins: [],
    });
    expect(
      newSubscription({ name: 's', kind: 'publishable', origins: ['https://x.example'] }, [4]),
    ).toMatchObject({
      boxIds: [4],
      origins: ['https://x.example'],
    });
  });
});

describe('listDifferences', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: { b: [1] } }, { a: { b: [1] } }, []],
    [{ a: 1 }, { a: 2 }, [{ field: 'a', before: '1', after: '2' }]],
    [{ a: 1 }, {}, [{ field: 'a', before: '1', after: 'none' }]],
    [{}, { a: null }, [{ field: 'a', before: 'none', after: 'none' }]],
    [{}, { a: 'x' }, [{ field: 'a', before: 'none', after: '"x"' }]],
    [
      { source: { password: 'p' } },
      { source: { password: 'q' } },
      [{ field: 'source', before: 'set', after: 'set' }],
    ],
    [{}, { keys: { primary: 'k' } }, [{ field: 'keys', before: 'none', after: 'set' }]],
  ])('of %j and %j', (before, after, expected) => {
    expect(listDifferences(before, after)).toEqual(expected);
  });

  it('shortens long values', () => {
    const [difference] = listDifferences({}, { text: 'x'.repeat(500) });
    expect(difference?.after.length).toBeLessThan(130);
    expect(difference?.after.endsWith('…')).toBe(true);
  });
});

describe('names of a declaration that may be wrong', () => {
  it.each([
    [{ boxes: [{ name: 'a' }] }, [{ name: 'a' }]],
    [{ boxes: {} }, []],
    [{ boxes: null }, []],
    [null, []],
    ['text', []],
    [[], []],
  ])('the boxes of %j are %j', (input, expected) => {
    expect(readItems(input, 'boxes')).toEqual(expected);
  });

  it.each([
    [{ name: 'a' }, 'a'],
    [{ name: 5 }, null],
    [{}, null],
    [null, null],
    ['a', null],
  ])('the name of %j is %s', (value, expected) => {
    expect(readName(value)).toBe(expected);
  });
});
