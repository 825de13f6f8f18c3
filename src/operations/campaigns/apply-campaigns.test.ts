import { describe, expect, it } from 'vitest';
import type { Campaign, Effect, Promotion } from '../../domain/campaign.ts';
import type { Filter } from '../../domain/filter.ts';
import { applyCampaigns, noEffects } from './apply-campaigns.ts';

const campaign = (ruleId: number, effect: Effect): Campaign => ({
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
});
const promotion = (ruleId: number, ...promotions: Promotion[]) =>
  campaign(ruleId, { kind: 'promotion', highlighted: ruleId === 1, promotions });
const red: Filter = { kind: 'compare', field: 'color', comparison: 'eq', value: 'Red' };

describe('applyCampaigns', () => {
  it('has no effects without campaigns', () => {
    expect(applyCampaigns([], null)).toEqual(noEffects);
  });

  it('takes the first redirect and the first ads, and all banners in order', () => {
    const effects = applyCampaigns(
      [
        campaign(1, { kind: 'banner', position: 'filterTop', contents: ['a', 'b'] }),
        campaign(2, { kind: 'redirect', url: 'https://first.example/' }),
        campaign(3, { kind: 'redirect', url: 'https://second.example/' }),
        campaign(4, { kind: 'ads', identifiers: ['x'] }),
        campaign(5, { kind: 'ads', identifiers: ['y'] }),
        campaign(6, { kind: 'banner', position: 'filterTop', contents: ['c'] }),
      ],
      null,
    );
    expect(effects.redirect).toEqual({
      ruleId: 2,
      campaignName: 'Campaign 2',
      url: 'https://first.example/',
    });
    expect(effects.ads).toEqual({ ruleId: 4, campaignName: 'Campaign 4', identifiers: ['x'] });
    expect(effects.banners.map(({ ruleId }) => ruleId)).toEqual([1, 6]);
  });

  it('combines all promotions and names the first', () => {
    const effects = applyCampaigns(
      [
        promotion(1, { action: 'pin', identifier: 'a', position: 1 }),
        promotion(
          2,
          { action: 'boost', targets: { filter: red }, factor: 2 },
          { action: 'bury', targets: { identifiers: ['b'] }, factor: 0.5 },
          { action: 'hide', targets: { filter: red } },
        ),
      ],
      null,
    );
    expect(effects.promotion).toEqual({ ruleId: 1, campaignName: 'Campaign 1', highlighted: true });
    expect(effects.arrangement).toMatchObject({
      hidden: [red],
      hiddenIdentifiers: [],
      pins: [{ identifier: 'a', position: 1 }],
      boosts: [
        { identifiers: [], filter: red, factor: 2 },
        { identifiers: ['b'], filter: null, factor: 0.5 },
      ],
    });
  });

  it('moves a pin on a taken position to the next free one, and keeps the first of two pins of a product', () => {
    const { arrangement } = applyCampaigns(
      [
        promotion(1, { action: 'pin', identifier: 'a', position: 1 }),
        promotion(
          2,
          { action: 'pin', identifier: 'b', position: 1 },
          { action: 'pin', identifier: 'a', position: 5 },
        ),
      ],
      null,
    );
    expect(arrangement.pins).toMatchObject([
      { identifier: 'a', position: 1 },
      { identifier: 'b', position: 2 },
    ]);
  });

  describe('pins of variants', () => {
    const pin = (identifier: string, position: number, variantOnly = false): Promotion => ({
      action: 'pin',
      identifier,
      position,
      variantOnly,
    });
    const variantsOf = (identifier: string) => (/^[sml]$/.test(identifier) ? ['l', 'm', 's'] : [identifier]);
    const cases: [string, Promotion[], [string, number, number][]][] = [
      [
        'pins the named variant first, the other ones behind it',
        [pin('m', 2)],
        [
          ['m', 2, 1],
          ['l', 2, 1],
          ['s', 2, 1],
        ],
      ],
      ['pins a variant named on purpose alone', [pin('m', 2, true)], [['m', 2, 1]]],
      [
        'ignores the second pin of a family, which leaves its position free',
        [pin('m', 5), pin('s', 1), pin('l', 1, true), pin('x', 1)],
        [
          ['m', 5, 1],
          ['l', 5, 1],
          ['s', 5, 1],
          ['x', 1, 4],
        ],
      ],
      [
        'lets the whole product stand in for a variant named on purpose before',
        [pin('m', 5, true), pin('m', 1)],
        [
          ['m', 5, 1],
          ['l', 1, 2],
          ['s', 1, 2],
        ],
      ],
      [
        'keeps two variants named on purpose in order',
        [pin('m', 5, true), pin('s', 1, true)],
        [
          ['m', 5, 1],
          ['s', 1, 2],
        ],
      ],
      ['keeps the pin of an unknown product', [pin('unknown', 3)], [['unknown', 3, 1]]],
    ];
    it.each(cases)('%s', (_name, pins, expected) => {
      const campaigns = pins.map((each, index) => promotion(index + 1, each));
      const { arrangement } = applyCampaigns(campaigns, null, { variantsOf });
      const found = arrangement.pins.map(({ identifier, position, rule }) => [
        identifier,
        position,
        rule.ruleId,
      ]);
      expect(found).toEqual(expected);
    });
  });

  it('passes pinned and hidden products on together, for the engine to hide them', () => {
    const pin: Promotion = { action: 'pin', identifier: 'a', position: 1 };
    const hide: Promotion = { action: 'hide', targets: { identifiers: ['a'] } };
    for (const order of [
      [pin, hide],
      [hide, pin],
    ]) {
      const campaigns = order.map((action, index) => promotion(index + 1, action));
      expect(applyCampaigns(campaigns, null).arrangement).toMatchObject({
        hiddenIdentifiers: ['a'],
        pins: [{ identifier: 'a', position: 1 }],
      });
    }
  });

  it('knows the rules behind pins and boosts', () => {
    const { arrangement } = applyCampaigns(
      [
        promotion(1, { action: 'pin', identifier: 'a', position: 1 }),
        promotion(
          2,
          { action: 'pin', identifier: 'a', position: 2 },
          { action: 'bury', targets: { filter: red }, factor: 0.5 },
          { action: 'pin', identifier: 'b', position: 2 },
        ),
      ],
      null,
    );
    expect(arrangement.pins.map(({ rule: { ruleId, action } }) => [ruleId, action])).toEqual([
      [1, 'pin'],
      [2, 'pin'],
    ]);
    expect(arrangement.boosts.map(({ rule }) => rule)).toEqual([
      { ruleId: 2, campaignName: 'Campaign 2', action: 'bury' },
    ]);
  });

  it('applies the boost of the chosen tile, and ignores an unknown tile', () => {
    const tiles = [
      { id: 't', text: 'Red ones', tile: null, action: { kind: 'boost', filter: red, factor: 3 } },
    ] as const;
    const question = campaign(1, { kind: 'intentClarification', question: 'Which?', tiles });
    const chosen = applyCampaigns([question], 't');
    expect(chosen.intent?.selected?.id).toBe('t');
    expect(chosen.arrangement.boosts).toMatchObject([{ identifiers: [], filter: red, factor: 3 }]);
    expect(applyCampaigns([question], 'other').intent?.selected).toBeNull();
  });
});
