import type { SearchBox } from '../../../domain/box.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import { decodeRecord } from '../../../domain/product-record.ts';
import type { Website } from '../../../domain/website.ts';
import type { Engine, ProductReader, ProductRow } from '../../../engine/engine.ts';
import type { FindProductCampaigns } from '../../../operations/campaigns/product-campaigns.ts';
import type { FindAppearances } from '../../../operations/find-appearances.ts';
import type { Store } from '../../../store/store.ts';
import { requireFound } from '../core/item-checks.ts';
import { changedIdentifier, presentChange } from './live-changes.ts';
import { presentProduct } from './presenter.ts';
import type { WireProductAppearance, WireProductSummary, WireProductUse } from './schema.ts';

export type ProductUseNeeds = {
  readonly store: Pick<Store, 'datasets' | 'boxes' | 'campaigns' | 'directory'>;
  readonly engine: Pick<Engine, 'changes'>;
  readonly findProductCampaigns: FindProductCampaigns;
  readonly findAppearances: FindAppearances;
};

/** How far back the live changes are searched for those of one product, and how many boxes are asked. */
const useLimits = { changes: 5000, boxes: 5 } as const;

type Place = { readonly website: Website; readonly dataset: Dataset; readonly requestId: string };

/** Everything that depends on one product of a dataset. */
export const readProductUse = async (
  needs: ProductUseNeeds,
  reader: ProductReader,
  place: Place,
  identifier: string,
): Promise<WireProductUse> => {
  const source = requireFound('product', await reader.source(identifier));
  const [variants = []] = await reader.families([identifier]);
  const campaigns = needs.store.campaigns.list(place.website.id);
  const touching = await needs.findProductCampaigns(reader, source, campaigns);
  const boxes = listSearchBoxes(needs, place);
  const appearances: WireProductAppearance[] = [];
  for (const box of boxes)
    appearances.push(...(await readAppearances(needs, place, box, identifier, variants)));
  const others = await reader.rows(variants.filter((variant) => variant !== identifier));
  return {
    variants: others.map(presentRow),
    campaigns: touching.map(({ campaign: { ruleId, name, state }, roles }) => ({
      ruleId,
      name,
      state,
      roles,
    })),
    appearances,
    changes: await readChanges(needs, place.dataset, identifier),
  };
};

const listSearchBoxes = ({ store }: ProductUseNeeds, { website, dataset }: Place): SearchBox[] =>
  store.boxes
    .list(website.id)
    .filter((box) => box.kind === 'search')
    .filter(({ datasetId }) => datasetId === dataset.id)
    .slice(0, useLimits.boxes);

const readAppearances = async (
  { store, findAppearances }: ProductUseNeeds,
  { website, dataset, requestId }: Place,
  box: SearchBox,
  identifier: string,
  variants: readonly string[],
): Promise<WireProductAppearance[]> => {
  const { synonyms, language } = website;
  const campaigns = store.directory().campaigns(website.id, box.id);
  const request = { box, dataset: dataset.tracker, synonyms, language, campaigns, identifier, requestId };
  return (await findAppearances(request, variants)).map(({ product, position }) => ({
    box: box.name,
    position,
    product: presentRow(product),
  }));
};

const readChanges = async (
  { engine }: ProductUseNeeds,
  { tracker }: Dataset,
  identifier: string,
): Promise<WireProductUse['changes']> => {
  const changes = await engine.changes(tracker, useLimits.changes);
  return changes
    .filter(({ change }) => changedIdentifier(change) === identifier)
    .map((each) => presentChange(each, null));
};

const presentRow = ({ identifier, record }: ProductRow): WireProductSummary =>
  presentProduct(identifier, decodeRecord(record));
