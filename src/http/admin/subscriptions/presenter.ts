import type { Subscription } from '../../../domain/subscription.ts';
import type { Usage } from '../../../limits/limiter.ts';
import type { KeyInfo } from '../../../store/store.ts';
import type { WireSubscription } from './schema.ts';

export type SubscriptionFacts = {
  readonly subscription: Subscription;
  readonly keys: readonly KeyInfo[];
  readonly boxName: (id: number) => string;
  readonly usage: Pick<Usage, 'lastUsedAt' | 'quotaUsed'>;
  readonly now: Date;
};

export const presentSubscription = (facts: SubscriptionFacts): WireSubscription => {
  const { subscription, keys, boxName, usage, now } = facts;
  const { id, websiteId, boxIds, ...settings } = subscription;
  return {
    ...settings,
    boxes: boxIds.map(boxName),
    keys: { primary: presentKey(keys, 'primary'), secondary: presentKey(keys, 'secondary') },
    lastUsedAt: usage.lastUsedAt(websiteId, id),
    used: settings.quota && usage.quotaUsed(subscription, now),
  };
};

/** The current key, and until when the key before it still works. */
const presentKey = (keys: readonly KeyInfo[], slot: KeyInfo['slot']): WireSubscription['keys']['primary'] => {
  const own = keys.filter((key) => key.slot === slot);
  const current = own.find(({ graceUntil }) => graceUntil === null);
  const before = own.find(({ graceUntil }) => graceUntil !== null);
  return {
    masked: current?.masked ?? '',
    createdAt: current?.createdAt ?? '',
    graceUntil: before?.graceUntil ?? null,
  };
};
