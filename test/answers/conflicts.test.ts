import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Effect, Promotion } from '../../src/domain/campaign.ts';
import { type DeclaredCampaign, listIdentifiers, openTinyShop, type TinyShop } from './tiny-shop.ts';

/* docs/decisions/0011-campaign-conflicts.md, line by line. */

let shop: TinyShop;
beforeAll(async () => {
  shop = await openTinyShop();
});
afterAll(() => shop.close());

const promotion = (...promotions: Promotion[]): DeclaredCampaign => ({
  effect: { kind: 'promotion', highlighted: promotions.length > 1, promotions },
});
const pin = (identifier: string, position: number): Promotion => ({ action: 'pin', identifier, position });
const hide = (...identifiers: string[]): Promotion => ({ action: 'hide', targets: { identifiers } });
const ask = (...campaigns: DeclaredCampaign[]) => shop.fetchAnswer({ campaigns });
const effects = {
  redirect: { kind: 'redirect', url: 'https://shop.example/one' },
  banner: { kind: 'banner', position: 'filterTop', contents: ['x'] },
  ads: { kind: 'ads', identifiers: ['belt'] },
  question: { kind: 'intentClarification', question: 'First?', tiles: [] },
} satisfies Record<string, Effect>;

describe('one block, several campaigns', () => {
  it('applies the first redirect, and nothing else', async () => {
    const second: Effect = { kind: 'redirect', url: 'https://shop.example/two' };
    const others = [{ effect: effects.banner }, { effect: effects.ads }, promotion(pin('belt', 1))];
    const answer = await ask(...others, { effect: effects.redirect }, { effect: second });
    expect(answer).toMatchObject({ resultStatus: 'redirect', redirect: { url: 'https://shop.example/one' } });
    expect([answer.documents, answer.filters, answer.count]).toEqual([null, null, 0]);
    for (const block of ['banners', 'ads', 'promotionDetail', 'intentClarification']) {
      expect(answer).not.toHaveProperty(block);
    }
  });

  it('returns no search results for a redirect that depends on the number of results', async () => {
    const waiting = { when: { results: { min: 1 } }, effect: effects.redirect };
    const answer = await ask(waiting, promotion(pin('belt', 1)));
    expect(answer).toMatchObject({ resultStatus: 'redirect', documents: null, filters: null, count: 0 });
  });

  it('shows all banners in order, also at one position', async () => {
    const { banners } = await ask({ effect: effects.banner }, { effect: effects.banner });
    expect(banners?.map(({ ruleId, position }) => [ruleId, position])).toEqual([
      [1, 'filterTop'],
      [2, 'filterTop'],
    ]);
  });

  it('applies the first ads and the first question; a tile of the second question is ignored', async () => {
    const tile = {
      id: 't',
      text: 'T',
      tile: null,
      action: { kind: 'filter', filter: { kind: 'in', field: 'colour', values: ['Red'] } },
    } as const;
    const second: Effect = { kind: 'intentClarification', question: 'Second?', tiles: [tile] };
    const campaigns = [
      { effect: effects.ads },
      { effect: { ...effects.ads, identifiers: ['scarf'] } },
      { effect: effects.question },
      { effect: second },
    ];
    const answer = await shop.fetchAnswer({ campaigns, parameters: { tile: 't', top: 2 } });
    expect(answer.ads).toMatchObject({ ruleId: 1 });
    expect(answer.intentClarification).toMatchObject({ ruleId: 3, clarifyingQuestion: 'First?' });
    expect(answer.alteredFilter).toBeNull();
  });

  it('combines promotions and names the first', async () => {
    const answer = await ask(promotion(pin('belt', 1)), promotion(pin('scarf', 2), hide('frock')));
    expect(answer.promotionDetail).toEqual({ ruleId: 1, highlighted: false, campaignName: 'Campaign 1' });
    expect(listIdentifiers(answer).slice(0, 2)).toEqual(['belt', 'scarf']);
    expect(listIdentifiers(answer)).not.toContain('frock');
  });
});

describe('one product, several promotions', () => {
  it('hides a hidden product as a result, as a pin and as an ad, whatever the priorities', async () => {
    const rest = ['tunic', 'shirt-s', 'skirt', 'coat', 'scarf'];
    const advertised: DeclaredCampaign = { effect: { kind: 'ads', identifiers: ['belt', 'frock'] } };
    const hidden = promotion(hide('frock', 'belt'));
    for (const campaigns of [
      [promotion(pin('frock', 1)), advertised, hidden],
      [hidden, advertised, promotion(pin('frock', 1))],
    ]) {
      const answer = await ask(...campaigns);
      expect(listIdentifiers(answer).sort()).toEqual([...rest].sort());
      expect(answer.ads).toBeUndefined();
    }
    const byFilter = promotion({
      action: 'hide',
      targets: { filter: { kind: 'in', field: 'colour', values: ['Red'] } },
    });
    expect(listIdentifiers(await ask(promotion(pin('coat', 1)), byFilter))).not.toContain('coat');
  });

  it('keeps the first of two pins of a product, and moves the second pin of a position to the next one', async () => {
    const answer = await ask(promotion(pin('belt', 1)), promotion(pin('scarf', 1), pin('belt', 4)));
    expect(listIdentifiers(answer).slice(0, 3)).toEqual(['belt', 'scarf', 'frock']);
  });

  it('keeps the first of two pins of a family, and puts a pin after the end at the end', async () => {
    const answer = await ask(promotion(pin('shirt-s', 5), pin('shirt-m', 1), pin('frock', 99)));
    const found = listIdentifiers(answer);
    expect([found[4], found.at(-1), found.includes('shirt-m')]).toEqual(['shirt-s', 'frock', false]);
    expect(answer.count).toBe(7);
  });

  it('keeps the pin of the higher priority of a family, also of variants named on purpose', async () => {
    const onPurpose = (promoted: Promotion): Promotion => ({ ...promoted, variantOnly: true }) as Promotion;
    const pairs: [Promotion, Promotion][] = [
      [pin('shirt-s', 4), pin('shirt-m', 1)],
      [onPurpose(pin('shirt-s', 4)), pin('shirt-m', 1)],
      [pin('shirt-s', 4), onPurpose(pin('shirt-m', 1))],
      [onPurpose(pin('shirt-s', 4)), onPurpose(pin('shirt-m', 1))],
    ];
    for (const [first, second] of pairs) {
      const found = listIdentifiers(await ask(promotion(first), promotion(second)));
      expect([found[3], found.includes('shirt-m')]).toEqual(['shirt-s', false]);
    }
  });

  it('lets the next pin of a family hold where the variant named on purpose does not pass', async () => {
    const first: Promotion = { action: 'pin', identifier: 'shirt-s', position: 2, variantOnly: true };
    const campaigns = [promotion(first), promotion(pin('shirt-s', 1))];
    const ofColour = async (colour: string) =>
      listIdentifiers(await shop.fetchAnswer({ campaigns, parameters: { filter: `colour eq '${colour}'` } }));
    expect(await ofColour('Red')).toEqual(['frock', 'shirt-s', 'coat']);
    expect(await ofColour('Blue')).toEqual(['shirt-m', 'tunic']);
  });

  it('multiplies boosts and buries, which change the order but not the score', async () => {
    const factor = (of: number, ...identifiers: string[]): Promotion =>
      of > 1
        ? { action: 'boost', targets: { identifiers }, factor: of }
        : { action: 'bury', targets: { identifiers }, factor: of };
    const plain = await ask();
    const cancelled = await ask(promotion(factor(2, 'scarf')), promotion(factor(0.5, 'scarf')));
    expect(listIdentifiers(cancelled)).toEqual(listIdentifiers(plain));
    const boosted = await ask(promotion(factor(4, 'scarf')), promotion(factor(4, 'scarf')));
    expect(listIdentifiers(boosted)[0]).toBe('scarf');
    const scoreOf = ({ documents }: typeof plain) =>
      documents?.find(({ document }) => document?.['identifier'] === 'scarf')?.score;
    expect([scoreOf(boosted), boosted.count]).toEqual([scoreOf(plain), plain.count]);
  });

  it('ranks a pin above a boost', async () => {
    const boost: Promotion = { action: 'boost', targets: { identifiers: ['belt', 'scarf'] }, factor: 100 };
    expect(listIdentifiers(await ask(promotion(boost), promotion(pin('coat', 1))))[0]).toBe('coat');
  });
});

describe('share of traffic', () => {
  it('is stable by request id', async () => {
    const campaigns = [{ share: 0.5, effect: effects.banner }];
    const seen = new Set<string>();
    for (let number = 0; number < 20; number += 1) {
      const question = { campaigns, requestId: `request-${number}` };
      const first = await shop.fetchBytes(question);
      expect(await shop.fetchBytes(question)).toBe(first);
      seen.add(first);
    }
    expect(seen.size).toBe(2);
  });
});
