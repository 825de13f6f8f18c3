import { type DeclaredBox, relatedBoxDeclaration, searchBoxDeclaration } from '../../contract/box.ts';
import { datasetDeclaration, type DeclaredDataset, sourceDeclaration } from '../../contract/dataset.ts';
import { type DeclaredSubscription, subscriptionDeclaration } from '../../contract/subscription.ts';
import { type DeclaredWebsite, websiteDeclaration } from '../../contract/website.ts';
import type { Box } from '../../domain/box.ts';
import type { Dataset, FeedAuth, FeedSource } from '../../domain/dataset.ts';
import { writeFilter } from '../../domain/filter-text.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Website } from '../../domain/website.ts';
import type { SettingsReader } from '../../store/store.ts';
import type { Declaration } from '../schema/declaration-schema.ts';
import { describeAs } from './describe-as.ts';
import { describeCampaign } from './describe-campaign.ts';

/**
 * The website as a declaration; applying it changes nothing. Every setting is written out, so that changed
 * defaults do not affect it. It contains no secrets: keys and feed passwords are left out.
 */
export const describeWebsite = (store: SettingsReader, website: Website): Declaration => {
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

export const describeSettings = (website: Website): DeclaredWebsite =>
  describeAs(websiteDeclaration, website);

export const describeDataset = (dataset: Dataset, datasetName: (id: number) => string): DeclaredDataset => {
  const { source, productsId, imagesUrl = null, learnFrom = [] } = dataset;
  return describeAs(datasetDeclaration, {
    ...dataset,
    source: source && describeSource(source),
    products: productsId === null ? null : datasetName(productsId),
    imagesUrl,
    learnFrom: learnFrom.length > 0 ? learnFrom : null,
  });
};

const describeSource = (source: FeedSource): NonNullable<DeclaredDataset['source']> =>
  describeAs(sourceDeclaration, { ...source, auth: source.auth && describeAuth(source.auth) });

/** Without the secret. */
const describeAuth = (auth: FeedAuth) =>
  auth.kind === 'basic' ? { basic: { user: auth.user } } : { header: { name: auth.name } };

export const describeBox = (box: Box, dataset: string): DeclaredBox => {
  if (box.kind === 'search') {
    const exclude = box.exclude && writeFilter(box.exclude);
    return describeAs(searchBoxDeclaration, { ...box, dataset, exclude });
  }
  const curation = box.curation?.length ? box.curation : null;
  return describeAs(relatedBoxDeclaration, { ...box, dataset, curation });
};

const describeSubscription = (
  subscription: Subscription,
  boxName: (id: number) => string,
): DeclaredSubscription => {
  const { operations, boxIds } = subscription;
  return describeAs(subscriptionDeclaration, {
    ...subscription,
    operations: operations.length > 0 ? operations : null,
    boxes: boxIds.map(boxName),
  });
};
