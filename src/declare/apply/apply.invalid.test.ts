import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import { openKeyring } from '../../store/keys/keyring.ts';
import type { Store } from '../../store/store.ts';
import { applyDeclaration } from './apply.ts';
import { fullExample } from '../../../test/support/full-declaration.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-declare-'));
  const secrets = openKeyring({ secretKey: '7'.repeat(64), dataDir: folder });
  store = await openStore({ file: join(folder, 'kindred.sqlite'), keyring: secrets });
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

type Json = Record<string, unknown>;
/** The lines of the fault, without the head line. */
const listIssues = async (input: unknown, baseFolder: string | null = '/shop'): Promise<string[]> => {
  try {
    await applyDeclaration({ store, actor: 'test', baseFolder })(input);
  } catch (error) {
    if (error instanceof Fault && error.code === 'bad-input') return error.message.split('\n  ').slice(1);
    throw error;
  }
  return ['no fault'];
};
const withPart = (list: 'datasets' | 'boxes' | 'campaigns' | 'subscriptions', item: Json): Json => {
  const example = fullExample();
  return { ...example, [list]: [...example[list], item] };
};
const campaign = (effect: Json, rest: Json = {}) => withPart('campaigns', { name: 'x', effect, ...rest });

describe('an invalid declaration', () => {
  it('reports all issues at once with their paths, and changes nothing', async () => {
    const wrong = fullExample() as unknown as Record<
      'website' | 'boxes' | 'datasets' | 'campaigns',
      Json & Json[]
    >;
    Object.assign(wrong.website, { name: 'Not A Name' });
    Object.assign(wrong.datasets[1] as Json, { kind: 'product' });
    Object.assign(wrong.boxes[0] as Json, { facet: ['x'] });
    Object.assign(wrong.boxes[2] as Json, { kind: 'relatedKeyword' });
    Object.assign(wrong.boxes[3] as Json, { size: '8', dataset: 'catalog' });
    Object.assign(wrong.campaigns[0] as Json, { until: 'soon' });
    Object.assign(wrong.campaigns[1] as Json, { box: 'simlar' });
    const faults = await listIssues(wrong);
    expect(faults).toContain('$.boxes[0].facet: unknown property `facet`, did you mean `facets`?');
    expect(faults).toContain('$.boxes[3].size: must be of type integer, found string');
    expect(faults).toContain('$.campaigns[1].box: there is no box `simlar`, did you mean `similar`?');
    for (const path of ['$.website.name', '$.datasets[1].kind', '$.boxes[2].kind', '$.campaigns[0].until']) {
      expect(faults.some((line) => line.startsWith(`${path}: `))).toBe(true);
    }
    expect(store.websites.list()).toEqual([]);
  });

  it('is refused when it is no object or has no website', async () => {
    expect(await listIssues([])).toEqual(['$: must be of type object, found array']);
    expect(await listIssues(null)).toEqual(['$: must be of type object, found null']);
    expect(await listIssues({})).toEqual(['$.website: is missing']);
  });

  it('names the known datasets when one is unknown', async () => {
    const box = { name: 'x', kind: 'search', dataset: 'nothing-like-it' };
    expect(await listIssues(withPart('boxes', box))).toEqual([
      '$.boxes[4].dataset: there is no dataset `nothing-like-it`, known: `searches`, `catalogue`, `outlet`',
    ]);
  });

  it('cannot put a box on a dataset of the wrong kind', async () => {
    expect(await listIssues(withPart('boxes', { name: 'x', kind: 'search', dataset: 'searches' }))).toEqual([
      '$.boxes[4].dataset: the dataset `searches` holds keywords, not products',
    ]);
  });

  it('cannot declare a name twice', async () => {
    const twice = { name: 'similar', kind: 'search', dataset: 'catalogue' };
    expect(await listIssues(withPart('boxes', twice))).toEqual([
      '$.boxes[4].name: `similar` is already declared above',
    ]);
  });

  it('reports the position of an error in a filter', async () => {
    const box = { name: 'x', kind: 'search', dataset: 'catalogue', exclude: 'price above 3' };
    expect((await listIssues(withPart('boxes', box)))[0]).toMatch(
      /^\$\.boxes\[4\]\.exclude: expected .* \(at character 7\)$/,
    );
    const tile = { id: 'a', text: 'A', filter: 'x eq' };
    expect(
      (await listIssues(campaign({ intentClarification: { question: 'q', tiles: [tile] } })))[0],
    ).toContain('.effect.intentClarification.tiles[0].filter');
  });

  it('needs exactly one effect, one target, one source', async () => {
    expect((await listIssues(campaign({})))[0]).toContain('needs exactly one of `redirect`');
    expect(
      (await listIssues(campaign({ redirect: { url: 'x' }, ads: { identifiers: ['a'] } })))[0],
    ).toContain('exactly one');
    const hide = { identifiers: ['a'], filter: 'b eq 1' };
    expect((await listIssues(campaign({ promotion: { promotions: [{ hide }] } })))[0]).toContain(
      '.promotions[0].hide: needs exactly one of `identifiers`, `filter`',
    );
    const source = { file: 'a.csv', url: 'https://a.example/f' };
    expect((await listIssues(withPart('datasets', { name: 'x', kind: 'products', source })))[0]).toContain(
      '`file`, `url`',
    );
  });

  it('cannot have a campaign that ends before it begins', async () => {
    const schedule = { from: '2026-06-02T00:00:00Z', until: '2026-06-01T00:00:00Z' };
    expect(await listIssues(campaign({ redirect: { url: 'https://a.example' } }, schedule))).toEqual([
      '$.campaigns[5].until: must be after `from`',
    ]);
  });

  describe('with an address that is neither http nor https', () => {
    const script = 'javascript:alert(1)';

    it.each([script, 'data:text/html,x', 'ftp://a.example', '//a.example', '/sale', 'https://'])(
      'refuses a redirect to %s',
      async (url) => {
        expect(await listIssues(campaign({ redirect: { url } }))).toEqual([
          '$.campaigns[5].effect.redirect.url: does not fit. Target of the redirect, passed on unchanged. An http or https address.',
        ]);
      },
    );

    it.each([`${script}//{keyword}`, '{keyword}', 'https://a.example/search'])(
      'refuses the template %s of a related box',
      async (url) => {
        const box = { name: 'x', kind: 'relatedKeywords', dataset: 'searches', url };
        expect(await listIssues(withPart('boxes', box))).toEqual([
          '$.boxes[4].url: does not fit. For keywords: http or https address of a search, with {keyword} where the keyword belongs.',
        ]);
      },
    );

    it.each([
      '<b onclick="x()">Sale</b>',
      '<script src="https://a.example"></script>',
      '<img src=x onerror=x>',
    ])('refuses a script in a banner: %s', async (content) => {
      const [issue] = await listIssues(campaign({ banner: { position: 'filterTop', contents: [content] } }));
      expect(issue).toMatch(
        /^\$\.campaigns\[5\]\.effect\.banner\.contents\[0\]: contains `.*could run a script/,
      );
    });

    it('refuses a link in a banner and in a tile', async () => {
      const contents = ['<p>Sale: 50 %</p>', `<a href="${script}">Sale</a>`];
      expect(await listIssues(campaign({ banner: { position: 'filterTop', contents } }))).toEqual([
        `$.campaigns[5].effect.banner.contents[1]: contains the link \`${script}\`, only http and https are allowed`,
      ]);
      const tiles = [{ id: 'a', text: 'A', filter: 'b eq 1', tile: script }];
      expect(await listIssues(campaign({ intentClarification: { question: 'q', tiles } }))).toEqual([
        `$.campaigns[5].effect.intentClarification.tiles[0].tile: contains the link \`${script}\`, only http and https are allowed`,
      ]);
    });

    it('refuses the address of the shop and of a feed', async () => {
      const { website, ...rest } = fullExample();
      expect((await listIssues({ ...rest, website: { ...website, url: script } }))[0]).toContain(
        '$.website.url: does not fit',
      );
      const dataset = { name: 'x', kind: 'products', source: { url: 'file:///etc/passwd' } };
      expect((await listIssues(withPart('datasets', dataset)))[0]).toContain('.source.url: does not fit');
    });
  });

  describe('that is too large', () => {
    const rung = (rank: number) => ({ rank, from: 'text', searchMode: 'Any' });
    const terms = (count: number) =>
      Array.from({ length: count }, (_, index) => `a eq ${index}`).join(' or ');

    it('may not have more than 10 rungs', async () => {
      const box = (count: number) => ({
        name: 'x',
        kind: 'search',
        dataset: 'catalogue',
        strategies: Array.from({ length: count }, (_, rank) => rung(rank)),
      });
      expect(await listIssues(withPart('boxes', box(11)))).toEqual([
        '$.boxes[4].strategies: must NOT have more than 10 items',
      ]);
    });

    it('may not have more than 100 promotions', async () => {
      const promotions = Array.from({ length: 101 }, (_, index) => ({
        pin: { identifier: String(index), position: 1 },
      }));
      expect(await listIssues(campaign({ promotion: { promotions } }))).toEqual([
        '$.campaigns[5].effect.promotion.promotions: must NOT have more than 100 items',
      ]);
    });

    it('may not have more than 100 comparisons in a filter, or in all promotions of a campaign', async () => {
      const box = { name: 'x', kind: 'search', dataset: 'catalogue', exclude: terms(101) };
      expect((await listIssues(withPart('boxes', box)))[0]).toContain('a filter has at most 100 comparisons');
      const promotions = [{ hide: { filter: terms(60) } }, { boost: { filter: terms(41), factor: 2 } }];
      expect(await listIssues(campaign({ promotion: { promotions } }))).toEqual([
        '$.campaigns[5].effect.promotion.promotions: the filters have 101 comparisons in all, at most 100 are allowed',
      ]);
    });
  });

  it('may not name a model folder over HTTP', async () => {
    const declared = (model: string) => ({
      website: { name: 'other', displayName: 'Other', language: 'en' },
      datasets: [{ name: 'catalogue', kind: 'products', model }],
    });
    expect((await listIssues(declared('folder:/models/mine'), null))[0]).toContain(
      'may not name folders of the server',
    );
    expect((await listIssues(declared('resnet')))[0]).toContain('$.datasets[0].model: must be');
  });

  it.each([
    ['0'.repeat(32), 'f'.repeat(32)],
    ['ab'.repeat(16), '0123456789abcdef'.repeat(2)],
  ])('may not bring keys along that somebody typed', async (primary, secondary) => {
    const input = withPart('subscriptions', { name: 'typed', kind: 'secret', keys: { primary, secondary } });
    const message = await (async () => {
      try {
        await applyDeclaration({ store, actor: 'test', baseFolder: '/shop' })(input);
        return 'no fault';
      } catch (error) {
        return String(error);
      }
    })();
    expect(message).toContain('An imported key must be random');
    for (const key of [primary, secondary]) expect(message).not.toContain(key);
    const { website } = fullExample();
    const stored = store.websites.list().find(({ name }) => name === website.name);
    expect(stored && store.subscriptions.byName(stored.id, 'typed')).toBeFalsy();
  });

  it('has whole numbers that fit into 32 bits', async () => {
    const strategy = { rank: 1, from: 'text', searchMode: 'All' };
    const box = (more: Json) =>
      withPart('boxes', {
        name: 'x',
        kind: 'search',
        dataset: 'catalogue',
        strategies: [{ ...strategy, ...more }],
      });
    const cases: readonly (readonly [Json, string])[] = [
      [box({ rank: 2 ** 31 }), '$.boxes[4].strategies[0].rank: '],
      [box({ rank: -(2 ** 31) - 1 }), '$.boxes[4].strategies[0].rank: '],
      [box({ minimumFuzzyTermLength: 1e12 }), '$.boxes[4].strategies[0].minimumFuzzyTermLength: '],
      [box({ minimumResults: 2 ** 31 }), '$.boxes[4].strategies[0].minimumResults: '],
      [campaign({ redirect: { url: 'https://a.example' } }, { priority: 2 ** 31 }), '$.campaigns'],
    ];
    for (const [declared, issue] of cases)
      expect((await listIssues(declared)).filter((line) => line.startsWith(issue))).toHaveLength(1);
    expect(await listIssues(box({ rank: 2 ** 31 - 1, minimumFuzzyTermLength: 2 ** 31 - 1 }))).toEqual([
      'no fault',
    ]);
  });

  it.each(['!!!', '–', '… / &'])('may not have a pattern without words: %s', async (pattern) => {
    const [issue] = await listIssues(
      campaign({ redirect: { url: 'https://a.example' } }, { when: { pattern } }),
    );
    expect(issue).toMatch(/^\$\.campaigns\[\d+\]\.when\.pattern: has no word, so it can never hold$/);
  });

  it('may have a pattern of one letter, a number or of a script without spaces', async () => {
    for (const pattern of ['x', '4k', '靴'])
      expect(
        await listIssues(campaign({ redirect: { url: 'https://a.example' } }, { when: { pattern } })),
      ).toEqual(['no fault']);
  });

  it('may not name files over HTTP', async () => {
    expect((await listIssues(fullExample(), null))[0]).toContain('$.datasets[1].source: may not name files');
  });

  it('does not repeat a misplaced secret in the message', async () => {
    const keys = { primary: 'canary-key', secondary: 'canary-key' };
    const source = { url: 'https://user:canary-password@a.example/f' };
    const text = [
      ...(await listIssues(withPart('subscriptions', { name: 'x', kind: 'secret', keys }))),
      ...(await listIssues(withPart('datasets', { name: 'x', kind: 'products', source }))),
    ].join('\n');
    expect(text).toContain('$.subscriptions[3].keys.primary');
    expect(text).toContain('$.datasets[3].source.url');
    expect(text).not.toContain('canary');
  });

  it('needs a feed password when none is stored', async () => {
    const source = { url: 'https://a.example/f', auth: { header: { name: 'x-token' } } };
    expect((await listIssues(withPart('datasets', { name: 'x', kind: 'products', source })))[0]).toContain(
      'none is stored yet',
    );
  });
});
