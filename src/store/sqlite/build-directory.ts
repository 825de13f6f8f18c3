import { timingSafeEqual } from 'node:crypto';
import type { Box } from '../../domain/box.ts';
import { inTimeZone } from '../../domain/campaign-schedule.ts';
import type { Campaign } from '../../domain/campaign.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { Directory } from '../../domain/directory.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Website } from '../../domain/website.ts';
import { looksLikeKey } from '../keys/keys.ts';
import type { KeyHash } from '../keys/subscription-keys.ts';

/** Everything of one website, read at one moment. */
export type WebsiteContents = {
  readonly website: Website;
  readonly datasets: readonly Dataset[];
  readonly boxes: readonly Box[];
  readonly campaigns: readonly Campaign[];
  readonly subscriptions: readonly {
    readonly subscription: Subscription;
    readonly keyHashes: readonly KeyHash[];
  }[];
};

type KeyHolder = {
  readonly keyHash: Buffer;
  readonly subscription: Subscription | null;
  /** When its grace period ends. Compared at each call, because nothing is written at that moment. */
  readonly untilMs: number | null;
};

export const buildDirectory = (
  revision: string,
  contents: readonly WebsiteContents[],
  hashKey: (key: string) => Buffer,
  now: () => Date,
): Directory => {
  const websites = new Map(contents.map(({ website }) => [website.id, website]));
  const boxes = new Map(contents.flatMap((part) => part.boxes).map((box) => [box.tracker, box]));
  const datasets = new Map(contents.flatMap((part) => part.datasets).map((dataset) => [dataset.id, dataset]));
  const keywordsByProducts = new Map(
    [...datasets.values()]
      .filter(({ kind }) => kind === 'keywords')
      .reverse()
      .map((dataset) => [dataset.productsId, dataset]),
  );
  const campaigns = new Map(contents.flatMap(campaignsByBox));
  const holders = new Map(contents.flatMap(listKeyHolders));
  const noHolder: KeyHolder = { keyHash: Buffer.alloc(32), subscription: null, untilMs: null };
  // Keys that were verified before: a keyed hash for each call costs more than all its other checks. Never larger
  // than the number of keys, and dropped with this directory when any of them changes.
  const verified = new Map<string, KeyHolder>();

  const findKeyHolder = (key: string): KeyHolder => {
    if (!looksLikeKey(key)) return noHolder;
    const keyHash = hashKey(key);
    const holder = holders.get(keyHash.toString('hex')) ?? noHolder;
    if (!timingSafeEqual(keyHash, holder.keyHash)) return noHolder;
    verified.set(key, holder);
    return holder;
  };

  return {
    revision,
    subscriptionByKey: (key) => {
      const { subscription, untilMs } = verified.get(key) ?? findKeyHolder(key);
      const isOver = untilMs !== null && untilMs <= now().getTime();
      return isOver ? null : subscription;
    },
    website: (id) => websites.get(id) ?? null,
    box: (websiteId, tracker) => ifOwnedBy(websiteId, boxes.get(tracker)),
    dataset: (websiteId, id) => ifOwnedBy(websiteId, datasets.get(id)),
    keywordDatasetFor: (websiteId, productsId) => ifOwnedBy(websiteId, keywordsByProducts.get(productsId)),
    campaigns: (websiteId, boxId) => campaigns.get(`${websiteId}/${boxId}`) ?? [],
  };
};

const ifOwnedBy = <T extends { readonly websiteId: number }>(websiteId: number, value: T | undefined) =>
  value?.websiteId === websiteId ? value : null;

const campaignsByBox = ({ website, boxes, campaigns }: WebsiteContents): [string, Campaign[]][] => {
  const published = campaigns
    .filter(({ state }) => state === 'published')
    .map((campaign) => inTimeZone(campaign, website))
    .sort((a, b) => b.priority - a.priority || a.ruleId - b.ruleId);
  return boxes.map((box) => {
    const appliesToBox = ({ boxId }: Campaign) =>
      boxId === box.id || (boxId === null && box.kind === 'search');
    return [`${website.id}/${box.id}`, published.filter(appliesToBox)];
  });
};

const listKeyHolders = ({ subscriptions }: WebsiteContents): [string, KeyHolder][] =>
  subscriptions.flatMap(({ subscription, keyHashes: lookUps }) =>
    lookUps.map(({ hex, untilMs }): [string, KeyHolder] => [
      hex,
      { keyHash: Buffer.from(hex, 'hex'), subscription, untilMs },
    ]),
  );
