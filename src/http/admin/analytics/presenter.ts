import type { Analytics } from '../../../analytics/read-analytics.ts';
import type {
  CampaignUse,
  HourlyBoxTotals,
  Outcomes,
  TextCount,
  TimeRange,
  TopInputs,
} from '../../../analytics/analytics.ts';
import type { Campaign } from '../../../domain/campaign.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { presentRow } from '../products/presenter.ts';
import type { WireAnalytics } from './routes.ts';

export const presentPeriod = (
  analytics: Pick<Analytics, 'totals' | 'clickThrough' | 'outcomes' | 'shown' | 'credited'>,
  ...where: [websiteId: number, range: TimeRange, boxId: number | undefined]
): WireAnalytics['period'] => {
  const [, { from, to }] = where;
  const totals = analytics.totals(...where);
  const { pattern, identifier } = analytics.clickThrough(...where);
  const { clicks: _, ...credited } = analytics.credited(...where);
  return (
    totals && {
      from: from.toISOString(),
      to: to.toISOString(),
      ...totals,
      shown: analytics.shown(...where),
      ...analytics.outcomes(...where),
      credited,
      clickThrough: { suggestions: pattern, lookAlikes: identifier },
    }
  );
};

export const presentTops = (
  { pattern, identifier }: TopInputs,
  nameOf: (identifier: string) => ProductName | null,
): WireAnalytics['top'] => {
  const products = (tops: readonly TextCount[]) => tops.map((top) => ({ ...top, product: nameOf(top.text) }));
  return {
    patterns: pattern.all,
    failedPatterns: pattern.failed,
    identifiers: products(identifier.all),
    failedIdentifiers: products(identifier.failed),
  };
};

const noOutcomes: Outcomes = { clicks: 0, carts: 0, orders: 0, revenue: [] };

/** Boxes with calls, most calls first; a box that was removed since has no name and is left out. */
export const presentBoxes = (
  hours: readonly HourlyBoxTotals[],
  outcomes: ReadonlyMap<number | null, Outcomes>,
  boxName: (id: number) => string,
): WireAnalytics['boxes'] => {
  const sums = new Map<number, { calls: number; notFound: number }>();
  for (const { boxId, calls, notFound } of hours) {
    if (boxId === null || boxName(boxId) === '') continue;
    const sum = sums.get(boxId) ?? { calls: 0, notFound: 0 };
    sums.set(boxId, { calls: sum.calls + calls, notFound: sum.notFound + notFound });
  }
  return [...sums]
    .map(([id, sum]) => ({
      box: boxName(id),
      ...sum,
      ...(outcomes.get(id) ?? noOutcomes),
    }))
    .sort((a, b) => b.calls - a.calls);
};

type WireCampaign = WireAnalytics['campaigns'][number];

/** Campaigns that still exist. One for a share of the traffic is read as an experiment. */
export const presentCampaigns = (
  uses: readonly CampaignUse[],
  campaigns: readonly Pick<Campaign, 'ruleId' | 'name' | 'share'>[],
): WireCampaign[] => {
  const byRule = new Map(campaigns.map((campaign) => [campaign.ruleId, campaign]));
  return uses.flatMap((use) => {
    const campaign = byRule.get(use.ruleId);
    if (!campaign) return [];
    const { ruleId, answers, outcomes } = use;
    const experiment = presentExperiment(use, campaign.share);
    return [{ ruleId, campaign: campaign.name, answers, ...outcomes, experiment }];
  });
};

const presentExperiment = (use: CampaignUse, share: number): WireCampaign['experiment'] =>
  share > 0 && share < 1 ? { share, with: use.with, without: use.without, difference: use.difference } : null;

type ProductName = { readonly dataset: string; readonly displayText: string };

/** The names of products in the catalogues of a website; the first catalogue that has one names it. */
export const nameProducts = async (
  { store, engine }: Pick<HandlerNeeds, 'store' | 'engine'>,
  websiteId: number,
  identifiers: readonly string[],
): Promise<(identifier: string) => ProductName | null> => {
  const names = new Map<string, ProductName>();
  for (const { kind, name, tracker } of store.datasets.list(websiteId)) {
    const missing = identifiers.filter((identifier) => !names.has(identifier));
    const isAsked = kind === 'products' && missing.length > 0;
    const reader = isAsked ? engine.products(tracker) : null;
    for (const row of (await reader?.records(missing)) ?? [])
      names.set(row.identifier, { dataset: name, displayText: presentRow(row).displayText });
  }
  return (identifier) => names.get(identifier) ?? null;
};
