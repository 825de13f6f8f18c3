import type { Campaign } from '../../domain/campaign.ts';
import type { Filter, Scalar } from '../../domain/filter.ts';
import type { Engine, ProductReader } from '../../engine/engine.ts';
import type { Store } from '../../store/store.ts';

/** A campaign with the trackers of the catalogues it changes. */
export type CampaignReach = { readonly campaign: Campaign; readonly datasets: readonly string[] };

export type CampaignRemark = { readonly campaign: string; readonly remark: string };

export const listCampaigns = ({ boxes, datasets, campaigns }: Store, websiteId: number): CampaignReach[] => {
  const trackers = new Map(datasets.list(websiteId).map(({ id, tracker }) => [id, tracker]));
  const searchBoxes = boxes.list(websiteId).filter(({ kind }) => kind === 'search');
  return campaigns.list(websiteId).map((campaign) => ({
    campaign,
    datasets: searchBoxes
      .filter(({ id }) => campaign.boxId === null || campaign.boxId === id)
      .flatMap(({ datasetId }) => trackers.get(datasetId) ?? []),
  }));
};

/** What published campaigns name that no live catalogue has. It may be misspelt, or come with the next feed. */
export const findCampaignRemarks = async (
  engine: Pick<Engine, 'products'>,
  reaches: readonly CampaignReach[],
): Promise<CampaignRemark[]> => {
  const remarks: CampaignRemark[] = [];
  for (const { campaign, datasets } of reaches) {
    const readers = [...new Set(datasets)].flatMap((tracker) => engine.products(tracker) ?? []);
    if (campaign.state !== 'published' || readers.length === 0) continue;
    const missing = [
      ...(await findUnknownProducts(readers, listIdentifiers(campaign))),
      ...(await findUnmatched(readers, listFilters(campaign))),
    ];
    if (missing.length > 0)
      remarks.push({
        campaign: campaign.name,
        remark: `names nothing in the live version: ${missing.join(', ')}`,
      });
  }
  return remarks;
};

const listIdentifiers = ({ when, effect }: Campaign): string[] => [
  ...(when.identifiers ?? []),
  ...(effect.kind === 'ads' ? effect.identifiers : []),
  ...(effect.kind === 'promotion' ? effect.promotions : []).flatMap((promotion) => {
    if (promotion.action === 'pin') return [promotion.identifier];
    return 'filter' in promotion.targets ? [] : promotion.targets.identifiers;
  }),
];

const findUnknownProducts = async (readers: readonly ProductReader[], identifiers: readonly string[]) => {
  const known = new Set<string>();
  for (const reader of readers)
    for (const { identifier } of await reader.rows(identifiers)) known.add(identifier);
  return [...new Set(identifiers)]
    .filter((identifier) => !known.has(identifier))
    .map((identifier) => `product ${identifier}`);
};

type NamedFilter = { readonly text: string; readonly filter: Filter };

const hasValue = (field: string, value: Scalar): NamedFilter => ({
  text: `${field} ${value}`,
  filter: { kind: 'compare', field, comparison: 'eq', value },
});

const listFilters = ({ when, effect }: Campaign): NamedFilter[] => [
  ...(when.category === undefined ? [] : [hasValue('category', when.category)]),
  ...(when.brand === undefined ? [] : [hasValue('brand', when.brand)]),
  ...(when.attributes ?? []).map(({ name, value }) => hasValue(name, value)),
  ...(effect.kind === 'promotion' ? effect.promotions : []).flatMap((promotion) =>
    promotion.action !== 'pin' && 'filter' in promotion.targets
      ? [{ text: `the filter of ${promotion.action}`, filter: promotion.targets.filter }]
      : [],
  ),
];

const findUnmatched = async (readers: readonly ProductReader[], filters: readonly NamedFilter[]) => {
  const unmatched: string[] = [];
  for (const { text, filter } of filters) {
    const pages = await Promise.all(
      readers.map((reader) => reader.findFamilies({ filter, skip: 0, size: 1 })),
    );
    if (pages.every(({ count }) => count === 0)) unmatched.push(text);
  }
  return unmatched;
};
