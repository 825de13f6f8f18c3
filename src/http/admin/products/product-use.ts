import type { SearchBox } from '../../../domain/box.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { FieldValue } from '../../../domain/product.ts';
import type { Website } from '../../../domain/website.ts';
import type { ProductChange, ProductReader, RecordedChange } from '../../../engine/engine.ts';
import { changedIdentifier } from '../../../engine/semantics/changes.ts';
import { requireFound } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { presentRow } from './presenter.ts';
import type { WireLiveChange, WireProductAppearance, WireProductUse } from './routes.ts';

/** How far back the live changes are searched for those of one product, and how many boxes are asked. */
const useLimits = { changes: 5000, boxes: 5 } as const;

type Place = { readonly website: Website; readonly dataset: Dataset; readonly requestId: string };

export const readProductUse = async (
  needs: HandlerNeeds,
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
    campaigns: touching.map(({ campaign: { ruleId, name, state }, roles }) => {
      return { ruleId, name, state, roles };
    }),
    appearances,
    changes: await readChanges(needs, place.dataset, identifier),
  };
};

const listSearchBoxes = ({ store }: HandlerNeeds, { website, dataset }: Place): SearchBox[] =>
  store.boxes
    .list(website.id)
    .filter((box) => box.kind === 'search')
    .filter(({ datasetId }) => datasetId === dataset.id)
    .slice(0, useLimits.boxes);

const readAppearances = async (
  { store, findAppearances }: HandlerNeeds,
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
  { engine }: HandlerNeeds,
  { tracker }: Dataset,
  identifier: string,
): Promise<WireProductUse['changes']> => {
  const changes = await engine.changes(tracker, useLimits.changes);
  return changes
    .filter(({ change }) => changedIdentifier(change) === identifier)
    .map((each) => presentChange(each, null));
};

/** One live change: which product, which fields, by which key. */
export const presentChange = (
  { change, merged }: RecordedChange,
  displayText: string | null,
): WireLiveChange => ({
  at: new Date(change.at).toISOString(),
  identifier: changedIdentifier(change),
  displayText,
  kind: changeKind(change),
  fields: Object.entries(changedValues(change)).map(([name, value]) => ({ name, value: formatValue(value) })),
  by: change.by ?? null,
  pending: !merged,
});

const changeKind = (change: ProductChange): WireLiveChange['kind'] => {
  if (change.kind === 'put') return 'added';
  if (change.kind === 'remove') return 'removed';
  const isPicture = change.picture !== undefined && Object.keys(changedValues(change)).length === 0;
  return isPicture ? 'picture' : 'changed';
};

/** The fields that a change sets, under the names of the product record. */
const changedValues = (change: ProductChange): Record<string, FieldValue | null> => {
  if (change.kind === 'remove') return {};
  if (change.kind === 'put') {
    const { displayText, url, price, available } = change.product;
    return { displayText, url, price, available };
  }
  const { fields = {}, images, ...own } = change.set;
  const mapped = Object.entries(fields).filter(([name]) => !(name in own) && !shownElsewhere.has(name));
  return { ...own, ...(images && { imageUrl: images }), ...Object.fromEntries(mapped) };
};

/** Shown elsewhere: the identifier, and the pictures. */
const shownElsewhere: ReadonlySet<string> = new Set(['identifier', 'imageUrl']);

const textLength = 200;

const formatValue = (value: FieldValue | null): string | null =>
  value === null ? null : [value].flat().join(', ').slice(0, textLength);
