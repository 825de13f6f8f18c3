import type { Box } from '../../domain/box.ts';
import type { Dataset, FeedSource } from '../../domain/dataset.ts';
import { writeFilter } from '../../domain/filter-text.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Website } from '../../domain/website.ts';
import type { Store } from '../../store/store.ts';
import type { DeclaredBox } from '../../contract/box.ts';
import { describeCampaign } from './describe-campaign.ts';
import type { Declaration, DeclaredDataset, DeclaredSubscription } from '../schema/declaration-schema.ts';

/**
 * The website as a declaration; applying it changes nothing. Every setting is written out, so that changed
 * defaults do not affect it. It contains no secrets: keys and feed passwords are left out.
 */
export const describeWebsite = (store: Store, website: Website): Declaration => {
  const datasets = store.datasets.list(website.id);
  const boxes = store.boxes.list(website.id);
  const datasetName = nameById(datasets);
  const boxName = nameById(boxes);
  return {
    website: describeSettings(website),
    datasets: datasets.map((dataset) => describeDataset(dataset, datasetName)),
    boxes: boxes.map((box) => describeBox(box, datasetName(box.datasetId))),
    campaigns: store.campaigns
      .list(website.id)
      .map((campaign) =>
        describeCampaign(campaign, campaign.boxId === null ? null : boxName(campaign.boxId)),
      ),
    subscriptions: store.subscriptions
      .list(website.id)
      .map((subscription) => describeSubscription(subscription, boxName)),
  };
};

export const nameById = (
  items: readonly { readonly id: number; readonly name: string }[],
): ((id: number) => string) => {
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? '';
};

export const describeSettings = ({
  name,
  displayName,
  language,
  url,
  synonyms,
  redirects,
}: Website): Declaration['website'] => {
  const groups = synonyms.map((group) => [...group]);
  return {
    name,
    displayName,
    language,
    ...(url !== null && { url }),
    synonyms: groups,
    redirects: redirects.map((redirect) => ({ ...redirect })),
  };
};

export const describeDataset = (dataset: Dataset, datasetName: (id: number) => string): DeclaredDataset => {
  const { name, kind, source, fields, productsId, model, imagesUrl, learnFrom = [], learning } = dataset;
  return {
    name,
    kind,
    ...(source && { source: describeSource(source) }),
    fields: fields.map((field) => ({ ...field })),
    ...(productsId !== null && { products: datasetName(productsId) }),
    ...(model !== null && { model }),
    ...(imagesUrl !== undefined && { imagesUrl }),
    ...(learnFrom.length > 0 && { learnFrom: learnFrom.map((each) => ({ ...each })) }),
    ...(learning && { learning: describeLearning(learning) }),
  };
};

const describeLearning = ({ blockedWords, ...figures }: NonNullable<Dataset['learning']>) => {
  return { ...figures, ...(blockedWords && { blockedWords: [...blockedWords] }) };
};

const describeSource = ({
  file,
  url,
  images,
  schedule,
  auth,
}: FeedSource): NonNullable<DeclaredDataset['source']> => {
  return {
    ...(file !== null && { file }),
    ...(url !== null && { url }),
    ...(images !== null && { images }),
    ...(schedule !== null && { schedule }),
    ...(auth && {
      auth: auth.kind === 'basic' ? { basic: { user: auth.user } } : { header: { name: auth.name } },
    }),
  };
};

export const describeBox = (box: Box, dataset: string): DeclaredBox => {
  const { id: _, websiteId: __, datasetId: ___, tracker: ____, name, ...settings } = box;
  if (settings.kind !== 'search') {
    const { kind, url, curation = [], ...rest } = settings;
    return {
      name,
      kind,
      dataset,
      ...rest,
      ...(url !== null && { url }),
      ...(curation.length > 0 && { curation }),
    };
  }
  const { kind, exclude, ...rest } = settings;
  return { name, kind, dataset, ...rest, ...(exclude && { exclude: writeFilter(exclude) }) };
};

const describeSubscription = (
  { name, kind, rate, quota, addressRate, operations, boxIds, origins }: Subscription,
  boxName: (id: number) => string,
): DeclaredSubscription => {
  return {
    name,
    kind,
    ...(rate && { rate: { ...rate } }),
    ...(quota && { quota: { ...quota } }),
    ...(addressRate && { addressRate: { ...addressRate } }),
    ...(operations.length > 0 && { operations: [...operations] }),
    boxes: boxIds.map(boxName),
    origins: [...origins],
  };
};
