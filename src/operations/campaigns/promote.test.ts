import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Campaign, Promotion } from '../../domain/campaign.ts';
import type { Filter } from '../../domain/filter.ts';
import { noArrangement } from '../../engine/engine.ts';
import { facetKinds } from '../facets/facet-kinds.ts';
import {
  promote,
  readSourceVariants,
  readVariants,
  type RuledArrangement,
  type VariantsOf,
} from './promote.ts';

const red: Filter = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' };
const start: RuledArrangement = { ...noArrangement, pins: [], boosts: [] };
/** Products are called `family-variant`; every family has the variants 1 to 3. */
const variantsOf: VariantsOf = (identifier) => {
  const [family] = identifier.split('-');
  return [1, 2, 3].map((number) => `${family}-${number}`);
};
const rule = (ruleId: number) => ({ ruleId, campaignName: `Campaign ${ruleId}` });
const apply = (...promotions: readonly Promotion[]): RuledArrangement =>
  promotions.reduce(
    (state, promotion, index) => promote(state, rule(index + 1), promotion, variantsOf),
    start,
  );
const pin = (identifier: string, position: number, variantOnly?: true): Promotion => ({
  action: 'pin',
  identifier,
  position,
  ...(variantOnly && { variantOnly }),
});
const pinsOf = ({ pins }: RuledArrangement) =>
  pins.map(({ identifier, position }) => `${identifier}@${position}`);

describe('pins', () => {
  it('stand for all variants, the named one first', () => {
    expect(pinsOf(apply(pin('a-2', 1)))).toEqual(['a-2@1', 'a-1@1', 'a-3@1']);
  });

  it('stand for the variant alone where this is meant', () => {
    expect(pinsOf(apply(pin('a-2', 1, true)))).toEqual(['a-2@1']);
  });

  it('of higher priority stay, and the next one takes the next free place', () => {
    expect(pinsOf(apply(pin('a-1', 1, true), pin('b-1', 1, true), pin('c-1', 1, true)))).toEqual([
      'a-1@1',
      'b-1@2',
      'c-1@3',
    ]);
    expect(pinsOf(apply(pin('a-1', 1, true), pin('a-1', 5, true)))).toEqual(['a-1@1']);
  });

  it('stand in with the variants that an earlier pin left out', () => {
    expect(pinsOf(apply(pin('a-2', 1, true), pin('a-1', 4)))).toEqual(['a-2@1', 'a-1@4', 'a-3@4']);
  });

  it('have the rule that put each of them there', () => {
    const { pins } = apply(pin('a-1', 1), pin('a-2', 3), pin('b-1', 2, true));
    expect(pins.map(({ rule: { ruleId } }) => ruleId)).toEqual([1, 1, 1, 3]);
    expect(pins.every(({ rule: { action } }) => action === 'pin')).toBe(true);
  });
});

describe('boosts', () => {
  it('by identifiers stand for all variants, each once', () => {
    const arrangement = apply({ action: 'boost', targets: { identifiers: ['a-1', 'a-2'] }, factor: 2 });
    expect(arrangement.boosts).toMatchObject([
      { identifiers: ['a-1', 'a-2', 'a-3'], filter: null, factor: 2 },
    ]);
  });

  it('by identifiers stand for these variants alone where this is meant', () => {
    const arrangement = apply({
      action: 'bury',
      targets: { identifiers: ['a-1'], variantOnly: true },
      factor: 0.5,
    });
    expect(arrangement.boosts).toMatchObject([{ identifiers: ['a-1'], filter: null, factor: 0.5 }]);
  });

  it('by a filter are for each variant that passes it', () => {
    const arrangement = apply({ action: 'boost', targets: { filter: red }, factor: 3 });
    expect(arrangement.boosts).toMatchObject([{ identifiers: [], filter: red, factor: 3 }]);
    expect(arrangement.boosts[0]?.rule).toEqual({ ...rule(1), action: 'boost' });
  });

  it('add up in the order of the campaigns', () => {
    const arrangement = apply(
      { action: 'boost', targets: { filter: red }, factor: 3 },
      { action: 'bury', targets: { identifiers: ['a-1'] }, factor: 0.1 },
    );
    expect(arrangement.boosts.map(({ factor }) => factor)).toEqual([3, 0.1]);
    expect(arrangement.boosts.map(({ rule: { action } }) => action)).toEqual(['boost', 'bury']);
  });
});

describe('hidden products', () => {
  it('are hidden with all variants, or by a filter', () => {
    const arrangement = apply(
      { action: 'hide', targets: { identifiers: ['a-1'] } },
      { action: 'hide', targets: { identifiers: ['b-2'], variantOnly: true } },
      { action: 'hide', targets: { filter: red } },
    );
    expect(arrangement.hiddenIdentifiers).toEqual(['a-1', 'a-2', 'a-3', 'b-2']);
    expect(arrangement.hidden).toEqual([red]);
    expect([...arrangement.pins, ...arrangement.boosts]).toEqual([]);
  });
});

describe('any promotions', () => {
  const identifier = fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 3 }))
    .map(([family, number]) => `${family}-${number}`);
  const promotion: fc.Arbitrary<Promotion> = fc.oneof(
    fc.record({
      action: fc.constant('pin' as const),
      identifier,
      position: fc.integer({ min: 1, max: 4 }),
      variantOnly: fc.boolean(),
    }),
    fc.record({
      action: fc.constant('boost' as const),
      targets: fc.record({ identifiers: fc.array(identifier, { maxLength: 2 }) }),
      factor: fc.constant(2),
    }),
    fc.record({
      action: fc.constant('hide' as const),
      targets: fc.record({ identifiers: fc.array(identifier, { maxLength: 2 }) }),
    }),
  );

  it('pin no product twice, share a place only within one pin, and know the rule of each', () => {
    fc.assert(
      fc.property(fc.array(promotion, { maxLength: 8 }), (promotions) => {
        const { pins: all } = apply(...promotions);
        const identifiers = all.map((each) => each.identifier);
        expect(new Set(identifiers).size).toBe(identifiers.length);
        const rulesOfPlace = Map.groupBy(all, ({ position }) => position);
        for (const pins of rulesOfPlace.values())
          expect(new Set(pins.map(({ rule: { ruleId } }) => ruleId)).size).toBe(1);
      }),
    );
  });
});

const campaign = (promotions: readonly Promotion[], when: Campaign['when'] = {}): Campaign => ({
  ruleId: 1,
  websiteId: 1,
  name: 'c',
  boxId: null,
  state: 'published',
  priority: 0,
  when,
  schedule: { from: null, until: null, weekdays: [] },
  share: 1,
  effect: { kind: 'promotion', highlighted: false, promotions },
});

describe('readVariants', () => {
  const asked: string[][] = [];
  const reader = {
    families: async (identifiers: readonly string[]) => {
      asked.push([...identifiers]);
      return identifiers.map((identifier) =>
        identifier.startsWith('gone') ? [] : [...variantsOf(identifier)],
      );
    },
  };

  it('asks once for every product that a promotion names', async () => {
    asked.length = 0;
    const variants = await readVariants(reader, [
      campaign([
        pin('a-1', 1),
        pin('b-1', 2, true),
        { action: 'hide', targets: { identifiers: ['c-1', 'a-1'] } },
      ]),
      campaign([
        { action: 'boost', targets: { filter: red }, factor: 2 },
        { action: 'bury', targets: { identifiers: ['d-1'], variantOnly: true }, factor: 0.5 },
      ]),
    ]);
    expect(asked).toEqual([['a-1', 'c-1']]);
    expect(variants('a-1')).toEqual(['a-1', 'a-2', 'a-3']);
    expect(variants('z-1')).toEqual([]);
  });

  it('asks for nothing where no product is named', async () => {
    asked.length = 0;
    const variants = await readVariants(reader, [campaign([{ action: 'hide', targets: { filter: red } }])]);
    expect(asked).toEqual([]);
    expect(variants('a-1')).toEqual(['a-1']);
  });

  it('has no variants for a product that does not exist', async () => {
    expect((await readVariants(reader, [campaign([pin('gone-1', 1)])]))('gone-1')).toEqual([]);
  });

  it.each([
    [[], ['a-1']],
    [[campaign([], { category: 'A' })], ['a-1']],
    [[campaign([], { identifiers: ['b-1'], variantOnly: true })], ['a-1']],
    [[campaign([], { identifiers: ['b-1'] })], ['a-1', 'a-2', 'a-3']],
  ])('reads those of the source only when a campaign asks for products (%#)', async (campaigns, expected) => {
    expect(await readSourceVariants(reader, 'a-1', campaigns)).toEqual(expected);
  });
});

describe('facet kinds', () => {
  const facet = (field: string, counts: readonly number[]) => ({
    field,
    kind: 'values' as const,
    carriers: counts.reduce((sum, count) => sum + count, 0),
    values: counts.map((count, at) => ({ name: `${field}${at}`, count })),
  });
  const facets = [
    facet('brand', [10]),
    facet('colour', [5, 5]),
    facet('size', [4, 3, 3]),
  ] as unknown as Parameters<typeof facetKinds.basic.choose>[0];
  const context = { configured: ['brand'], fields: [], setSize: 10, selected: new Map() };

  it('basic shows what is configured, as it is', () => {
    expect(facetKinds.basic.countsUnconfigured).toBe(false);
    expect(facetKinds.basic.choose(facets, context)).toBe(facets);
  });

  it('semi-adaptive shows what is configured first, then others', () => {
    expect(facetKinds.semiAdaptive.countsUnconfigured).toBe(true);
    const [first, ...rest] = facetKinds.semiAdaptive.choose(facets, context);
    expect(first?.field).toBe('brand');
    expect(rest.map(({ field }) => field)).not.toContain('brand');
  });
});
