import type { TObject } from 'typebox';
import { type DeclaredBox, relatedBoxDeclaration, searchBoxDeclaration } from '../../contract/box.ts';
import {
  campaignDeclaration,
  type DeclaredCampaign,
  type DeclaredEffect,
  type DeclaredPromotion,
  type DeclaredTargets,
  type DeclaredTile,
} from '../../contract/campaign.ts';
import { datasetDeclaration, type DeclaredDataset, sourceDeclaration } from '../../contract/dataset.ts';
import type { ValueOf } from '../../contract/schema-parts.ts';
import { subscriptionDeclaration } from '../../contract/subscription.ts';
import { type DeclaredWebsite, websiteDeclaration } from '../../contract/website.ts';
import type { Box } from '../../domain/box.ts';
import type { Campaign, Effect, IntentTile, Promotion, Targets } from '../../domain/campaign.ts';
import type { Dataset, FeedAuth, FeedSource } from '../../domain/dataset.ts';
import { writeFilter } from '../../domain/filter-text.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Website } from '../../domain/website.ts';
import type { SettingsReader } from '../../store/store.ts';
import type { Declaration } from '../schema/declaration-schema.ts';

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
    campaigns: store.campaigns.list(website.id).map((campaign) => describeCampaign(campaign, boxName)),
    subscriptions: store.subscriptions.list(website.id).map((each) => describeSubscription(each, boxName)),
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
  const { source, productsId, view = null, imagesUrl = null, learnFrom = [] } = dataset;
  return describeAs(datasetDeclaration, {
    ...dataset,
    source: source && describeSource(source),
    products: productsId === null ? null : datasetName(productsId),
    view,
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
    const { minimumScore = null } = box;
    const exclude = box.exclude && writeFilter(box.exclude);
    return describeAs(searchBoxDeclaration, { ...box, dataset, minimumScore, exclude });
  }
  const curation = box.curation?.length ? box.curation : null;
  return describeAs(relatedBoxDeclaration, { ...box, dataset, curation });
};

const describeSubscription = (subscription: Subscription, boxName: (id: number) => string) => {
  const { operations, boxIds } = subscription;
  return describeAs(subscriptionDeclaration, {
    ...subscription,
    operations: operations.length > 0 ? operations : null,
    boxes: boxIds.map(boxName),
  });
};

type OrNull<T> = { readonly [K in keyof T]: T[K] | null };

/**
 * The properties that the schema of a declaration has, in its order, without those that are null. What a later release
 * has stored besides is left out: this one could not apply it.
 */
const describeAs = <S extends TObject>(schema: S, value: OrNull<ValueOf<S>>): ValueOf<S> => {
  const values = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(schema.properties).filter((name) => (values[name] ?? null) !== null);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as ValueOf<S>;
};

export const describeCampaign = (campaign: Campaign, boxName: (id: number) => string): DeclaredCampaign =>
  describeAs(campaignDeclaration, {
    ...campaign,
    ...campaign.schedule,
    box: campaign.boxId === null ? null : boxName(campaign.boxId),
    effect: describeEffect(campaign.effect),
  });

const withoutKind = <T extends { readonly kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> => rest;

const describeEffect = (effect: Effect): DeclaredEffect => {
  switch (effect.kind) {
    case 'redirect':
      return { redirect: withoutKind(effect) };
    case 'banner':
      return { banner: withoutKind(effect) };
    case 'ads':
      return { ads: withoutKind(effect) };
    case 'promotion':
      return { promotion: { ...withoutKind(effect), promotions: effect.promotions.map(describePromotion) } };
    case 'intentClarification':
      return { intentClarification: { ...withoutKind(effect), tiles: effect.tiles.map(describeTile) } };
  }
};

const describePromotion = (promotion: Promotion): DeclaredPromotion => {
  if (promotion.action === 'pin') {
    const { action: _, variantOnly, ...pin } = promotion;
    return { pin: { ...pin, ...(variantOnly === true && { variantOnly }) } };
  }
  const targets = describeTargets(promotion.targets);
  return promotion.action === 'hide'
    ? { hide: targets }
    : { [promotion.action]: { ...targets, factor: promotion.factor } };
};

const describeTargets = (targets: Targets): DeclaredTargets => {
  if ('filter' in targets) return { filter: writeFilter(targets.filter) };
  const { identifiers, variantOnly } = targets;
  return { identifiers, ...(variantOnly === true && { variantOnly }) };
};

const describeTile = ({ tile, action, ...texts }: IntentTile): DeclaredTile => ({
  ...texts,
  ...(tile !== null && { tile }),
  filter: writeFilter(action.filter),
  ...(action.kind === 'boost' && { factor: action.factor }),
});
