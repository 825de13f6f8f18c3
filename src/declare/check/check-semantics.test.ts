import { describe, expect, it } from 'vitest';
import { feedSecretScope } from '../../domain/dataset.ts';
import { checkSemantics, type DeclarationContext } from './check-semantics.ts';
import { closestName } from './issues.ts';

const context = (
  changes: Partial<DeclarationContext['names']> = {},
  filesAllowed = true,
): DeclarationContext => ({
  names: {
    datasets: new Map([
      ['catalogue', 'products'],
      ['searches', 'keywords'],
    ]),
    boxes: new Set(['similar', 'related']),
    feedSecrets: new Map(),
    feedFiles: new Map(),
    ...changes,
  },
  filesAllowed,
});

/** Issues as `path: message`. */
const issuesOf = (input: object, known = context()): string[] =>
  checkSemantics(input, [], known).map(({ path, message }) => `${path}: ${message}`);

const dataset = (changes: object) => ({ datasets: [{ name: 'catalogue', kind: 'products', ...changes }] });
const box = (changes: object) => ({
  boxes: [{ name: 'b', kind: 'search', dataset: 'catalogue', ...changes }],
});
const campaign = (effect: object, changes: object = {}) => ({
  campaigns: [{ name: 'c', effect, ...changes }],
});

describe('closestName', () => {
  it.each<[string, string[], string | null]>([
    ['simlar', ['similar', 'related'], 'similar'],
    ['SIMILAR', ['similar'], 'similar'],
    ['x', ['similar'], null],
    ['ab', ['abc'], 'abc'],
    ['ab', ['abcd'], null],
    ['', ['a'], 'a'],
    ['anything', [], null],
    ['colour', ['color', 'colours'], 'color'],
  ])('of %j among %j is %j', (written, known, expected) => {
    expect(closestName(written, known)).toBe(expected);
  });
});

describe('names', () => {
  it('may be declared once in each list', () => {
    const twice = [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a' }];
    expect(issuesOf({ subscriptions: twice, boxes: [] })).toEqual([
      '$.subscriptions[2].name: `a` is already declared above',
      '$.subscriptions[3].name: `a` is already declared above',
    ]);
  });

  it('are checked even in a list that is no list', () => {
    expect(issuesOf({ boxes: 'none', datasets: null })).toEqual([]);
  });
});

describe('a dataset', () => {
  it('of products has no products, and search terms name existing ones', () => {
    expect(issuesOf(dataset({ products: 'catalogue' }))).toEqual([
      '$.datasets[0].products: is for datasets of kind `keywords`',
    ]);
    const terms = (products: string) => ({ datasets: [{ name: 's', kind: 'keywords', products }] });
    expect(issuesOf(terms('catalogue'))).toEqual([]);
    expect(issuesOf(terms('catalog'))).toEqual([
      '$.datasets[0].products: there is no dataset `catalog`, did you mean `catalogue`?',
    ]);
    expect(issuesOf(terms('searches'))).toEqual([
      '$.datasets[0].products: the dataset `searches` holds keywords, not products',
    ]);
  });

  it.each([
    ['products', ['category', 'colour'], []],
    ['products', [], []],
    ['products', ['category', 'category'], ['[1].field: `category` is already named above']],
    ['keywords', ['category'], [': is for datasets of kind `products`']],
    ['keywords', [], []],
  ])('of %s that learns from %j has the issues %j', (kind, names, messages) => {
    const learnFrom = names.map((field) => ({ field, weight: 1 }));
    const input = { datasets: [{ name: 'd', kind, learnFrom }] };
    expect(issuesOf(input)).toEqual(messages.map((each) => `$.datasets[0].learnFrom${each}`));
  });

  it.each([
    ['folder:/models/own', []],
    ['hub:organisation/name', []],
    ['https://models.example/v1', []],
    [
      'folder:relative',
      ['must be `folder:/path`, `hub:organisation/name` or the address of an embedding server'],
    ],
    ['hub:name', ['must be `folder:/path`, `hub:organisation/name` or the address of an embedding server']],
  ])('with the model %s has the issues %j', (model, messages) => {
    expect(issuesOf(dataset({ model }))).toEqual(messages.map((each) => `$.datasets[0].model: ${each}`));
  });

  it('may not name a folder of the server over HTTP, except the stored one', () => {
    const model = 'folder:/models/own';
    expect(issuesOf(dataset({ model }), context({}, false))).toEqual([
      '$.datasets[0].model: may not name folders of the server here; use `hub:` or an address',
    ]);
    const feedFiles = new Map([['catalogue', { file: null, images: null, model }]]);
    expect(issuesOf(dataset({ model }), context({ feedFiles }, false))).toEqual([]);
  });
});

describe('a source', () => {
  const source = (value: object, known = context()) => issuesOf(dataset({ source: value }), known);

  it('is a file or an address', () => {
    expect(source({ file: '/f.csv' })).toEqual([]);
    expect(source({ url: 'https://shop.example/f.csv' })).toEqual([]);
    for (const value of [{}, { file: '/f.csv', url: 'https://shop.example' }])
      expect(source(value)).toEqual(['$.datasets[0].source: needs exactly one of `file`, `url`']);
  });

  it('over HTTP may name the stored file and no other', () => {
    const feedFiles = new Map([['catalogue', { file: '/f.csv', images: '/pictures', model: null }]]);
    const known = context({ feedFiles }, false);
    const refused = ['$.datasets[0].source: may not name files or folders of the server here; use `url`'];
    expect(source({ file: '/f.csv', images: '/pictures' }, known)).toEqual([]);
    expect(source({ file: '/etc/passwd' }, known)).toEqual(refused);
    expect(source({ file: '/f.csv', images: '/etc' }, known)).toEqual(refused);
    expect(source({ url: 'https://shop.example/f', images: '/pictures' }, context({}, false))).toEqual(
      refused,
    );
  });

  it('signs in only at an address', () => {
    expect(source({ file: '/f.csv', auth: { basic: { user: 'u', password: 'p' } } })).toEqual([
      '$.datasets[0].source.auth: is for a feed with a `url`',
    ]);
  });

  it('may leave a secret out that is stored for the same origin and way', () => {
    const url = 'https://shop.example/feed.csv';
    const feedSecrets = new Map([['catalogue', feedSecretScope(url, 'basic', '')]]);
    const known = context({ feedSecrets });
    const basic = { basic: { user: 'u' } };
    expect(source({ url: 'https://shop.example/other.csv', auth: basic }, known)).toEqual([]);
    expect(source({ url, auth: basic })).toEqual([
      '$.datasets[0].source.auth: needs its password or value: none is stored yet',
    ]);
    const elsewhere =
      '$.datasets[0].source.auth: needs its password or value: the stored one belongs to another origin or header name';
    expect(source({ url: 'https://evil.example/feed.csv', auth: basic }, known)).toEqual([elsewhere]);
    expect(source({ url, auth: { header: { name: 'X-Key' } } }, known)).toEqual([elsewhere]);
  });
});

describe('a box', () => {
  it('names a dataset of its kind', () => {
    expect(issuesOf(box({}))).toEqual([]);
    expect(issuesOf(box({ dataset: 'searches' }))).toEqual([
      '$.boxes[0].dataset: the dataset `searches` holds keywords, not products',
    ]);
    expect(issuesOf(box({ kind: 'relatedKeywords', dataset: 'catalogue' }))).toEqual([
      '$.boxes[0].dataset: the dataset `catalogue` holds products, not keywords',
    ]);
    expect(issuesOf(box({ dataset: 'nowhere' }))).toEqual([
      '$.boxes[0].dataset: there is no dataset `nowhere`, known: `catalogue`, `searches`',
    ]);
    expect(issuesOf(box({}), context({ datasets: new Map() }))).toEqual([
      '$.boxes[0].dataset: there is no dataset `catalogue`, there are none',
    ]);
  });

  it('of related products has no address', () => {
    expect(issuesOf(box({ kind: 'relatedProducts', url: 'https://shop.example/{keyword}' }))).toEqual([
      '$.boxes[0].url: is for keywords: products have their own page',
    ]);
  });

  it('has a rank for each rung, a page within its maximum, and a filter that can be read', () => {
    const rung = { from: 'looks', searchMode: 'Any' };
    expect(
      issuesOf(
        box({
          strategies: [
            { ...rung, rank: 1 },
            { ...rung, rank: 1 },
          ],
        }),
      ),
    ).toEqual(['$.boxes[0].strategies: every rung needs a rank of its own']);
    expect(issuesOf(box({ pageSize: 50, maximumPageSize: 50 }))).toEqual([]);
    expect(issuesOf(box({ pageSize: 51, maximumPageSize: 50 }))).toEqual([
      '$.boxes[0].pageSize: must not be above `maximumPageSize`',
    ]);
    const [issue] = issuesOf(box({ exclude: 'brand is Acme' }));
    expect(issue).toMatch(/^\$\.boxes\[0\]\.exclude: /);
  });
});

describe('a campaign', () => {
  const redirect = { redirect: { url: 'https://shop.example' } };

  it('names an existing box and ends after it begins', () => {
    expect(issuesOf(campaign(redirect, { box: 'similar' }))).toEqual([]);
    expect(issuesOf(campaign(redirect, { box: 'simlar' }))).toEqual([
      '$.campaigns[0].box: there is no box `simlar`, did you mean `similar`?',
    ]);
    const period = (from: string, until: string) => issuesOf(campaign(redirect, { from, until }));
    expect(period('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')).toEqual([]);
    expect(period('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual([
      '$.campaigns[0].until: must be after `from`',
    ]);
    expect(period('2026-01-01T00:00:00+01:00', '2026-01-01T00:00:00Z')).toEqual([]);
  });

  it('promotes by identifiers or by a filter', () => {
    const promotion = (targets: object) =>
      issuesOf(campaign({ promotion: { promotions: [{ hide: targets }] } }));
    const at = '$.campaigns[0].effect.promotion.promotions[0].hide';
    expect(promotion({ identifiers: ['a'] })).toEqual([]);
    expect(promotion({ filter: "brand eq 'Acme'" })).toEqual([]);
    expect(promotion({})).toEqual([`${at}: needs exactly one of \`identifiers\`, \`filter\``]);
    expect(promotion({ identifiers: ['a'], filter: 'sale eq true' })).toEqual([
      `${at}: needs exactly one of \`identifiers\`, \`filter\``,
    ]);
    expect(promotion({ filter: 'sale eq' })[0]).toMatch(/hide\.filter: /);
  });

  it('has tiles with ids of their own', () => {
    const tile = (id: string) => ({ id, text: 'Red', filter: "color eq 'Red'" });
    const tiles = (...ids: string[]) =>
      issuesOf(campaign({ intentClarification: { question: '?', tiles: ids.map(tile) } }));
    expect(tiles('a', 'b')).toEqual([]);
    expect(tiles('a', 'a')).toEqual([
      '$.campaigns[0].effect.intentClarification.tiles: every tile needs an id of its own',
    ]);
  });

  it.each([
    ['<script>alert(1)</script>', /contains `.*script.*`, which could run a script in the shop$/],
    ['<a href="javascript:alert(1)">x</a>', /contents\[0\]: contains /],
    ['<img src=x onerror=alert(1)>', /contents\[0\]: contains /],
  ])('has no banner that runs a script: %s', (content, expected) => {
    const issues = issuesOf(campaign({ banner: { position: 'filterTop', contents: [content] } }));
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(expected);
  });

  it('may have markup and links', () => {
    const contents = ['<p>Two for <b>one</b></p>', '<a href="https://shop.example/sale">Sale</a>', 'plain'];
    expect(issuesOf(campaign({ banner: { position: 'filterTop', contents } }))).toEqual([]);
  });
});

describe('a subscription', () => {
  it('names existing boxes', () => {
    const boxes = (...names: string[]) => ({ subscriptions: [{ name: 's', kind: 'secret', boxes: names }] });
    expect(issuesOf(boxes('similar', 'related'))).toEqual([]);
    expect(issuesOf(boxes('similar', 'gone'))).toEqual([
      '$.subscriptions[0].boxes[1]: there is no box `gone`, known: `similar`, `related`',
    ]);
  });
});

describe('an item with an issue of its schema', () => {
  it('is not checked further', () => {
    const input = box({ dataset: 'nowhere' });
    const schemaIssues = [{ path: '$.boxes[0].name', message: 'is missing' }];
    expect(checkSemantics(input, schemaIssues, context())).toEqual([]);
  });
});
