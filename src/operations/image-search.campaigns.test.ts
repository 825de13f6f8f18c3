import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../test/support/engine/temporary-engine.ts';
import { boxDefaults, type SearchBox } from '../domain/box.ts';
import type { Campaign, Effect } from '../domain/campaign.ts';
import type { Field, FieldType } from '../domain/dataset.ts';
import type { DraftProduct, Engine } from '../engine/engine.ts';
import { openEmbeddedEngine } from '../engine/embedded/embedded.ts';
import { strategyDefaults } from '../domain/strategy.ts';
import { createCampaignReview } from './campaigns/review-campaign.ts';
import { createImageSearch } from './image-search.ts';
import type { ImageSearchRequest } from './search/image-search-request.ts';

const createField = (name: string, type: FieldType, order: number): Field => ({
  name,
  displayName: name,
  from: name,
  type,
  facetable: true,
  sortable: type === 'number',
  searchable: type === 'text',
  order,
});
const fields = [createField('brand', 'text', 1), createField('price', 'number', 2)];

/** p0 is the source; the similarity of p1 … p5 to it falls. p5 is a variant of p1, and p6 is sold out. */
const createProduct = (number: number): DraftProduct => {
  const angle = number / 10;
  const brand = number % 2 === 0 ? 'Acme' : 'Other';
  return {
    product: {
      identifier: `p${number}`,
      displayText: `Product ${number}`,
      url: `https://shop.example/p${number}`,
      price: number,
      currency: null,
      images: [],
      groupId: number === 1 || number === 5 ? 'g' : null,
      available: number !== 6,
      fields: { brand, price: number },
    },
    picture: {
      hash: String(number),
      looks: Float32Array.of(Math.cos(angle), Math.sin(angle)),
      colour: Float32Array.of(1),
    },
  };
};

const box: SearchBox = {
  id: 1,
  websiteId: 1,
  datasetId: 1,
  tracker: 't',
  name: 'similar',
  kind: 'search',
  cacheControl: '',
  pageSize: 10,
  maximumPageSize: 100,
  candidates: 10,
  facetType: 'basic',
  facets: ['brand'],
  sameAsSource: [],
  minimumScore: 0,
  weights: boxDefaults.weights,
  exclude: null,
  strategies: [{ ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'All' }],
};

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-operations-'));
  engine = await openEmbeddedEngine({ folder });
  const products = Array.from({ length: 7 }, (_, number) => createProduct(number));
  await publish(engine, 'shop', { fields, language: 'en', model: 'm', plans: [] }, products);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const createCampaign = (ruleId: number, effect: Effect, changes: Partial<Campaign> = {}): Campaign => ({
  ruleId,
  websiteId: 1,
  name: `Campaign ${ruleId}`,
  boxId: null,
  state: 'published',
  priority: 0,
  when: {},
  schedule: { from: null, until: null, weekdays: [] },
  share: 1,
  effect,
  ...changes,
});

const search = async (changes: Partial<ImageSearchRequest> = {}) =>
  createImageSearch({
    products: (dataset) => engine.products(dataset),
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    report: (part, cause) => {
      throw new Error(part, { cause });
    },
  })({
    box,
    dataset: 'shop',
    synonyms: [],
    campaigns: [],
    identifier: 'p0',
    top: 10,
    page: 1,
    filter: null,
    orderBy: [],
    tile: null,
    explain: false,
    requestId: 'r',
    ...changes,
  });

const highlight = async (effect: Effect, changes: Partial<ImageSearchRequest> = {}) => {
  const campaigns = [createCampaign(1, effect)];
  return (await search({ campaigns, ...changes })).effects.promotion?.highlighted;
};

const identifiers = ({ documents }: Awaited<ReturnType<typeof search>>): string[] =>
  documents.map(({ identifier }) => identifier);
const acme = { kind: 'compare', field: 'brand', comparison: 'eq', value: 'Acme' } as const;
const ads = (...names: string[]): Effect => ({ kind: 'ads', identifiers: names });
const promote = (...promotions: Extract<Effect, { kind: 'promotion' }>['promotions'][number][]): Effect => ({
  kind: 'promotion',
  highlighted: false,
  promotions,
});

describe('image search without campaigns', () => {
  it('finds each family once, the most similar first, without what is sold out', async () => {
    const result = await search();
    expect(identifiers(result)).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(result).toMatchObject({ status: 'resultFound', count: 4, explanation: null });
  });

  it('answers resultNotFound for an unknown product', async () => {
    expect(await search({ identifier: 'nobody' })).toMatchObject({
      status: 'resultNotFound',
      count: 0,
      facets: [],
    });
  });

  it('refuses a dataset that was never published', async () => {
    await expect(search({ dataset: 'none' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('keeps the rung when what is chosen leaves too few results', async () => {
    const strategies = [
      { ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'All', minimumResults: 4 },
      { ...strategyDefaults, rank: 2, from: 'text', searchMode: 'Any' },
    ] as const;
    const result = await search({ box: { ...box, strategies }, facetFilter: acme });
    expect(identifiers(result)).toEqual(['p2', 'p4']);
    expect(result.strategy.rank).toBe(1);
  });
});

describe('campaigns with a condition on the number of results', () => {
  it('match on the organic results, and change them in a second search', async () => {
    const pin = promote({ action: 'pin', identifier: 'p4', position: 1 });
    const few = createCampaign(1, pin, { when: { results: { max: 4 } } });
    const many = createCampaign(2, promote({ action: 'hide', targets: { identifiers: ['p1'] } }), {
      when: { results: { min: 5 } },
    });
    expect(identifiers(await search({ campaigns: [few, many] }))).toEqual(['p4', 'p1', 'p2', 'p3']);
  });

  it('do not count products that another campaign pinned', async () => {
    const pin = createCampaign(1, promote({ action: 'pin', identifier: 'p3', position: 1 }));
    const banner = createCampaign(
      2,
      { kind: 'banner', position: 'filterTop', contents: ['none of ours'] },
      { when: { results: { max: 2 } } },
    );
    const result = await search({ campaigns: [pin, banner], filter: acme });
    expect(identifiers(result)).toEqual(['p2', 'p4']);
    expect(result.effects.banners).toHaveLength(1);
  });

  it('redirect after the search without showing its results', async () => {
    const redirect = createCampaign(
      1,
      { kind: 'redirect', url: 'https://shop.example' },
      {
        when: { results: { min: 1 } },
      },
    );
    expect(await search({ campaigns: [redirect] })).toMatchObject({
      status: 'redirect',
      count: 0,
      documents: [],
    });
  });
});

describe('campaigns and variants', () => {
  // Without campaigns: p1 (with its variant p5), p2, p3, p4.
  const cases: [string, Effect, string[]][] = [
    [
      'hiding a variant hides the product',
      promote({ action: 'hide', targets: { identifiers: ['p1'] } }),
      ['p2', 'p3', 'p4'],
    ],
    [
      'hiding one variant on purpose lets the other one in',
      promote({ action: 'hide', targets: { identifiers: ['p1'], variantOnly: true } }),
      ['p2', 'p3', 'p4', 'p5'],
    ],
    [
      'burying another variant buries the product',
      promote({ action: 'bury', targets: { identifiers: ['p5'] }, factor: 0.1 }),
      ['p2', 'p3', 'p4', 'p1'],
    ],
    [
      'burying another variant on purpose changes nothing for the one shown',
      promote({ action: 'bury', targets: { identifiers: ['p5'], variantOnly: true }, factor: 0.1 }),
      ['p1', 'p2', 'p3', 'p4'],
    ],
    [
      'boosting another variant boosts the product, once',
      promote({ action: 'boost', targets: { identifiers: ['p3', 'p4'] }, factor: 3 }),
      ['p3', 'p4', 'p1', 'p2'],
    ],
    [
      'a pinned variant stands for its product, and later pins keep their positions',
      promote(
        { action: 'pin', identifier: 'p5', position: 2 },
        { action: 'pin', identifier: 'p4', position: 3 },
      ),
      ['p2', 'p5', 'p4', 'p3'],
    ],
  ];
  it.each(cases)('%s', async (_name, effect, expected) => {
    expect(identifiers(await search({ campaigns: [createCampaign(1, effect)] }))).toEqual(expected);
  });

  it('shows another variant where the pinned one does not pass the filter', async () => {
    const dear = { kind: 'compare', field: 'price', comparison: 'gt', value: 2 } as const;
    const pin = (variantOnly: boolean) =>
      createCampaign(1, promote({ action: 'pin', identifier: 'p1', position: 1, variantOnly }));
    expect(identifiers(await search({ campaigns: [pin(false)], filter: dear }))).toEqual(['p5', 'p3', 'p4']);
    expect(identifiers(await search({ campaigns: [pin(true)], filter: dear }))).toEqual(['p3', 'p4', 'p5']);
  });

  it('names the campaign behind a variant that another pin put there', async () => {
    const pin = createCampaign(7, promote({ action: 'pin', identifier: 'p1', position: 3 }));
    const filter = { kind: 'compare', field: 'price', comparison: 'gt', value: 2 } as const;
    const { explanation } = await search({ campaigns: [pin], filter, explain: true });
    expect(explanation?.documents.find(({ identifier }) => identifier === 'p5')?.campaigns).toMatchObject([
      { ruleId: 7, action: 'pin' },
    ]);
  });

  it('holds for every variant of the product it is for', async () => {
    const hide = promote({ action: 'hide', targets: { identifiers: ['p2'] } });
    const forFirst = createCampaign(1, hide, { when: { identifiers: ['p1'] } });
    const onPurpose = createCampaign(1, hide, { when: { identifiers: ['p1'], variantOnly: true } });
    const ask = async (campaign: Campaign) =>
      identifiers(await search({ identifier: 'p5', campaigns: [campaign] })).includes('p2');
    expect(await ask(forFirst)).toBe(false);
    expect(await ask(onPurpose)).toBe(true);
  });
});

describe('ads', () => {
  it('are in the order of the campaign, without what is on the page, sold out, or a variant of either', async () => {
    const campaign = createCampaign(1, ads('p6', 'p5', 'p4', 'p2', 'p4', 'unknown'));
    const { ads: shown, documents } = await search({ campaigns: [campaign], top: 1 });
    expect(documents.map(({ identifier }) => identifier)).toEqual(['p1']);
    expect(shown.map(({ identifier }) => identifier)).toEqual(['p4', 'p2']);
    const [far, near] = shown;
    expect(near?.score).toBeGreaterThan(far?.score ?? 1);
  });

  it('are neither excluded by the box nor hidden by another campaign', async () => {
    const hide = createCampaign(2, promote({ action: 'hide', targets: { identifiers: ['p2'] } }));
    const excluding = { ...box, exclude: { ...acme, value: 'Other' } };
    const campaigns = [createCampaign(1, ads('p2', 'p3', 'p4')), hide];
    const { ads: shown } = await search({ campaigns, box: excluding, identifier: 'p0', top: 1, page: 9 });
    expect(shown.map(({ identifier }) => identifier)).toEqual(['p4']);
  });

  it('are shown for an unknown product with a score of 0', async () => {
    const { ads: shown } = await search({ campaigns: [createCampaign(1, ads('p1'))], identifier: 'nobody' });
    expect(shown).toMatchObject([{ identifier: 'p1', score: 0 }]);
  });
});

describe('an explanation', () => {
  it('says for every product, campaign and rung what happened', async () => {
    const campaigns = [
      createCampaign(1, promote({ action: 'pin', identifier: 'p4', position: 1 })),
      createCampaign(2, ads('p3')),
      createCampaign(3, ads('p2')),
    ];
    const { explanation } = await search({ campaigns, explain: true });
    expect(explanation?.campaigns.map(({ ruleId, applied }) => [ruleId, applied])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(explanation?.organicResults).toBe(4);
    expect(explanation?.ladder).toMatchObject([{ answered: true, results: 4, outcome: 'enough' }]);
    expect(explanation?.ladder[0]).not.toHaveProperty('fuzzySensitiveness');
    const [first, second] = explanation?.documents ?? [];
    expect(first).toMatchObject({ identifier: 'p4', position: 1, campaigns: [{ ruleId: 1, action: 'pin' }] });
    expect(first?.reason).toContain("moved from 4 to 1 by campaign 'Campaign 1'");
    expect(second?.reason).toContain('at 2 because campaigns moved others');
    expect(explanation?.timings.map(({ part }) => part)).toEqual(['source product', 'search', 'ads']);
  });
});

describe('a highlighted promotion', () => {
  const highlighted = (effect: Effect): Effect => ({ ...effect, highlighted: true }) as Effect;
  const pin = promote({ action: 'pin', identifier: 'p3', position: 1 });
  const boost = promote({ action: 'boost', targets: { identifiers: ['p3'] }, factor: 2 });

  it('is highlighted where something promoted is on the page', async () => {
    for (const effect of [pin, boost]) {
      expect(await highlight(highlighted(effect))).toBe(true);
      expect(await highlight(effect)).toBe(false);
    }
  });

  it('is not highlighted on a page, or by a rule, without promoted products', async () => {
    expect(await highlight(highlighted(pin), { page: 2, top: 1 })).toBe(false);
    expect(await highlight(highlighted(boost), { page: 9 })).toBe(false);
    const bury = promote({ action: 'bury', targets: { identifiers: ['p3'] }, factor: 0.5 });
    const hide = promote({ action: 'hide', targets: { identifiers: ['p3'] } });
    for (const effect of [bury, hide]) expect(await highlight(highlighted(effect))).toBe(false);
    const unknown = promote({ action: 'pin', identifier: 'nobody', position: 1 });
    expect(await highlight(highlighted(unknown))).toBe(false);
  });
});

describe('a condition on the searched text', () => {
  const question: Effect = { kind: 'intentClarification', question: 'Which?', tiles: [] };
  const campaigns = [createCampaign(1, question, { when: { pattern: 'running shoe' } })];

  it('holds for the pattern that led here, which the answer repeats', async () => {
    const { effects } = await search({ campaigns, pattern: 'red running shoes' });
    expect(effects.intent).toMatchObject({ ruleId: 1, pattern: 'red running shoes' });
  });

  it('does not hold for another pattern or without one', async () => {
    for (const pattern of [undefined, null, 'running', 'shoe rack'])
      expect((await search({ campaigns, ...(pattern !== undefined && { pattern }) })).effects.intent).toBe(
        null,
      );
  });

  it('holds for the text that the text rung searched for', async () => {
    const textBox: SearchBox = {
      ...box,
      strategies: [{ ...strategyDefaults, rank: 1, from: 'text', searchMode: 'Any' }],
    };
    const { text } = await search({ box: textBox });
    const [word = ''] = (text?.originalQuery ?? '').split(' ');
    expect(word).not.toBe('');
    const held = [createCampaign(1, question, { when: { pattern: word } })];
    expect((await search({ box: textBox, campaigns: held })).effects.intent).toMatchObject({ pattern: word });
    expect((await search({ campaigns: held })).effects.intent).toBe(null);
    const hide = promote({ action: 'hide', targets: { identifiers: ['p4'] } });
    const hiding = [createCampaign(1, hide, { when: { pattern: word } })];
    const plain = identifiers(await search({ box: textBox }));
    expect(plain).toContain('p4');
    expect(identifiers(await search({ box: textBox, campaigns: hiding }))).toEqual(
      plain.filter((identifier) => identifier !== 'p4'),
    );
  });
});

describe('the share of traffic', () => {
  const redirect: Effect = { kind: 'redirect', url: 'https://shop.example/' };
  const campaigns = [createCampaign(1, redirect, { share: 0.5 })];
  const isRedirected = async (changes: Partial<ImageSearchRequest>) =>
    (await search({ campaigns, ...changes })).status === 'redirect';

  it('is drawn by the shopper, whatever the request', async () => {
    const outcomes = new Set<boolean>();
    for (let shopper = 0; shopper < 20; shopper += 1) {
      const drawn = await Promise.all(
        ['r1', 'r2', 'r3'].map((requestId) => isRedirected({ requestId, shopper: `shopper-${shopper}` })),
      );
      expect(new Set(drawn).size).toBe(1);
      outcomes.add(drawn[0] ?? false);
    }
    expect(outcomes.size).toBe(2);
  });

  it('is drawn by the request where no shopper is named', async () => {
    const drawn = await Promise.all(
      Array.from({ length: 20 }, (_, at) => isRedirected({ requestId: `request-${at}` })),
    );
    expect(new Set(drawn).size).toBe(2);
  });
});

describe('the review of a campaign', () => {
  const review = createCampaignReview((dataset) => engine.products(dataset));
  const redirect = { kind: 'redirect', url: 'https://shop.example/sale' } as const;
  const other = (identifiers: readonly string[], variantOnly = false): Campaign => ({
    ...createCampaign(9, redirect),
    name: 'other',
    when: { identifiers: [...identifiers], ...(variantOnly && { variantOnly }) },
  });
  const findConflicts = async (identifiers: readonly string[], competitor: Campaign) => {
    const campaign = { name: 'reviewed', when: { identifiers: [...identifiers] }, effect: redirect };
    return (await review(['shop'], campaign, [competitor]))?.conflicts.map(({ name }) => name);
  };

  it('counts a named product once, with all its variants', async () => {
    const campaign = { name: 'reviewed', when: { identifiers: ['p1'] }, effect: redirect };
    expect(await review(['shop'], campaign, [])).toMatchObject({ products: 1, isPartial: false });
  });

  it('finds a campaign that names another variant of the product', async () => {
    expect(await findConflicts(['p1'], other(['p5']))).toEqual(['other']);
  });

  it('takes two named products for two families', async () => {
    const named = ['p1', 'p2'];
    expect(await findConflicts(named, other(['p3']))).toEqual([]);
    expect(await findConflicts(['p2'], other(['p1']))).toEqual([]);
  });

  it('finds no conflict with a campaign for one variant that is not among the examples', async () => {
    expect(await findConflicts(['p2'], other(['p5'], true))).toEqual([]);
  });
});
