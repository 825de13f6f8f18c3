import type { SearchBox } from '../../src/domain/box.ts';
import { bannerPositions } from '../../src/domain/settings/choices.ts';
import type { Campaign, Condition, Effect, Promotion, Targets } from '../../src/domain/campaign.ts';
import type { Filter, Sort } from '../../src/domain/filter.ts';
import { strategyDefaults } from '../../src/domain/strategy.ts';
import { formatIdentifier, valuePools } from './draw-catalogue.ts';
import type { Random } from './random.ts';

/** A Wednesday. */
export const nowMs = Date.parse('2026-07-15T10:00:00Z');

export type DrawnRequest = {
  readonly box: SearchBox;
  readonly campaigns: readonly Campaign[];
  readonly identifier: string;
  readonly top: number;
  readonly page: number;
  readonly filter: Filter | null;
  readonly facetFilter: Filter | null;
  readonly orderBy: readonly Sort[];
  readonly tile: string | null;
};

const drawIdentifier = (random: Random) => formatIdentifier(random.integer(0, 40));

const drawLeaf = (random: Random): Filter => {
  const compare = (
    field: string,
    comparison: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le',
    value: string | number | boolean,
  ) => ({ kind: 'compare', field, comparison, value }) as const;
  switch (random.integer(0, 7)) {
    case 0:
      return compare('colour', random.pick(['eq', 'ne']), random.pick([...valuePools.colour, 'nobody']));
    case 1:
      return compare('price', random.pick(['eq', 'ne', 'gt', 'ge', 'lt', 'le']), random.integer(0, 10));
    case 2:
      return compare('category', random.pick(['eq', 'ne']), random.pick([...valuePools.category, 'B/Q/9']));
    case 3:
      return {
        kind: 'in',
        field: 'sizes',
        values: [random.pick(valuePools.sizes), random.pick([...valuePools.sizes, 'XXL'])],
      };
    case 4:
      return compare('sale', 'eq', random.chance(0.5));
    case 5:
      return { kind: 'in', field: 'category', values: [random.pick(valuePools.category)] };
    case 6: {
      const values = random.list(1, 20, () => drawIdentifier(random));
      const some: Filter = { kind: 'in', field: 'identifier', values };
      return random.chance(0.5) ? some : { kind: 'not', part: some };
    }
    default:
      return compare('weight', random.pick(['ge', 'lt']), 1);
  }
};

const drawFilter = (random: Random): Filter => {
  const leaves = () => random.list(2, 3, () => drawLeaf(random));
  switch (random.integer(0, 5)) {
    case 0:
      return { kind: 'and', parts: leaves() };
    case 1:
      return { kind: 'or', parts: leaves() };
    case 2:
      return { kind: 'not', part: drawLeaf(random) };
    case 3:
      return { kind: 'and', parts: [drawLeaf(random), { kind: 'or', parts: leaves() }] };
    default:
      return drawLeaf(random);
  }
};

export const drawBox = (random: Random): SearchBox => ({
  id: 1,
  websiteId: 1,
  datasetId: 1,
  tracker: '00000000-0000-4000-8000-000000000000',
  name: 'drawn',
  kind: 'search',
  cacheControl: 'no-store',
  pageSize: 24,
  maximumPageSize: 100,
  candidates: random.pick([1, 4, 10, 200, 200]),
  facetType: random.pick(['basic', 'adaptive', 'semiAdaptive']),
  facets: random.chance(0.4)
    ? []
    : random.some(['price', 'category', 'colour', 'sizes', 'sale', 'note', 'gone'], 5),
  sameAsSource: random.chance(0.5) ? [] : random.some(['category', 'brand', 'colour'], 2),
  minimumScore: random.pick([0, 0, 0, 0.25, 0.5]),
  weights: random.pick([
    { looks: 1, colour: 1 },
    { looks: 3, colour: 1 },
    { looks: 1, colour: 0 },
    { looks: 1, colour: 0.3 },
  ]),
  exclude: random.chance(0.2) ? drawLeaf(random) : null,
  strategies: random
    .list(1, 3, (index) => index)
    .reverse()
    .map((index) => ({
      ...strategyDefaults,
      rank: index + 1,
      from: random.chance(0.8) ? 'looks' : 'text',
      searchMode: random.pick(['All', 'Any']),
      minimumResults: random.integer(0, 8),
    })),
});

/** Left out, as most campaigns do, or given either way. */
const drawVariantOnly = (random: Random): { variantOnly?: boolean } =>
  random.chance(0.5) ? {} : { variantOnly: random.chance(0.7) };

const drawTargets = (random: Random): Targets =>
  random.chance(0.5)
    ? { identifiers: random.list(1, 4, () => drawIdentifier(random)), ...drawVariantOnly(random) }
    : { filter: drawLeaf(random) };

const drawPromotion = (random: Random): Promotion => {
  switch (random.integer(0, 4)) {
    case 0:
      return { action: 'boost', targets: drawTargets(random), factor: random.pick([1.5, 2, 4]) };
    case 1:
      return { action: 'bury', targets: drawTargets(random), factor: random.pick([0, 0.25, 0.5]) };
    case 2:
      return { action: 'hide', targets: drawTargets(random) };
    default:
      return {
        action: 'pin',
        identifier: drawIdentifier(random),
        position: random.integer(1, 7),
        ...drawVariantOnly(random),
      };
  }
};

const drawEffect = (random: Random): Effect => {
  switch (random.integer(0, 14)) {
    case 0:
      return { kind: 'redirect', url: `https://shop.example/${random.integer(1, 99)}?a=b&c=%20#d` };
    case 1:
    case 2:
      return {
        kind: 'banner',
        position: random.pick(bannerPositions),
        contents: random.list(1, 2, (index) => `<b>${index}</b>`),
      };
    case 3:
    case 4:
      return { kind: 'ads', identifiers: random.list(1, 6, () => drawIdentifier(random)) };
    case 5:
    case 6:
      return {
        kind: 'intentClarification',
        question: 'Which?',
        tiles: ['t1', 't2', 't3'].map((id) => ({
          id,
          text: `Tile ${id}`,
          tile: random.chance(0.5) ? 'tile.png' : null,
          action: random.chance(0.6)
            ? { kind: 'filter', filter: drawLeaf(random) }
            : { kind: 'boost', filter: drawLeaf(random), factor: 3 },
        })),
      };
    default:
      return {
        kind: 'promotion',
        highlighted: random.chance(0.5),
        promotions: random.list(1, 5, () => drawPromotion(random)),
      };
  }
};

const drawCondition = (random: Random, identifier: string): Condition => {
  switch (random.integer(0, 15)) {
    case 0:
      return {
        identifiers: random.pick([
          [identifier, 'p1'],
          ['p0'],
          random.list(1, 6, () => drawIdentifier(random)),
        ]),
        ...drawVariantOnly(random),
      };
    case 1:
      return { category: random.pick(valuePools.category) };
    case 2:
      return { brand: random.pick(valuePools.brand) };
    case 3:
      return { attributes: [{ name: 'colour', value: random.pick(valuePools.colour) }] };
    case 4:
      return { price: random.pick([{ min: 3 }, { max: 5 }, { min: 2, max: 6 }]) };
    case 5:
    case 6:
      return { results: random.pick([{ max: 0 }, { min: 1 }, { min: 2, max: 6 }, { max: 3 }]) };
    case 7:
      return random.chance(0.5) ? { pattern: random.pick(['shirt', 'lamp', 'chair', 'sofa']) } : {};
    default:
      return {};
  }
};

/** Mostly the usual value, so that most campaigns apply. */
const pickMostly = <T>(random: Random, usual: T, rare: readonly T[]): T =>
  random.chance(0.85) ? usual : random.pick(rare);

const drawCampaign = (random: Random, ruleId: number, identifier: string): Campaign => ({
  ruleId,
  websiteId: 1,
  name: `Campaign ${ruleId}`,
  boxId: null,
  state: random.chance(0.92) ? 'published' : 'draft',
  priority: random.integer(-1, 1),
  when: drawCondition(random, identifier),
  schedule: {
    from: pickMostly(random, null, ['2026-07-15T10:00:00Z', '2026-07-15T10:00:00.001Z']),
    until: pickMostly(random, null, ['2026-07-15T10:00:00.001Z', '2026-07-15T10:00:00Z']),
    weekdays: pickMostly<number[]>(random, [], [[3], [1, 2, 3], [6, 7]]),
  },
  share: random.chance(0.95) ? 1 : 0,
  effect: drawEffect(random),
});

export const drawRequest = (random: Random, box: SearchBox): DrawnRequest => {
  const identifier = random.chance(0.97) ? formatIdentifier(random.integer(0, 7)) : 'nobody sells this';
  const campaigns = random.chance(0.25)
    ? []
    : random.list(1, 6, (index) => drawCampaign(random, index + 1, identifier));
  return {
    box,
    campaigns: campaigns.sort((a, b) => b.priority - a.priority || a.ruleId - b.ruleId),
    identifier,
    top: random.integer(1, 12),
    page: random.pick([1, 1, 1, 2, 3]),
    filter: random.chance(0.5) ? null : drawFilter(random),
    facetFilter: random.chance(0.5) ? null : drawFilter(random),
    orderBy: random.chance(0.7)
      ? []
      : random
          .some(['price', 'colour', 'sizes', 'note'], 2)
          .map((name) => ({ field: name, order: random.pick(['asc', 'desc']) })),
    tile: random.chance(0.5) ? null : random.pick(['t1', 't2', 'gone']),
  };
};
