import { nameById } from '../../../declare/describe/describe.ts';
import type { Subscription } from '../../../domain/subscription.ts';
import type { Website } from '../../../domain/website.ts';
import type { KeyInfo } from '../../../store/store.ts';
import { confirmPassword } from '../session/handlers.ts';
import type { HandlersOf } from '../core/handler.ts';
import { refuseDuplicate, refuseRename, requireFound } from '../core/item-checks.ts';
import { resolvePeriod } from '../core/period.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { subscriptionRoutes, WireSubscription } from './routes.ts';

export const subscriptionHandlers = ({
  store,
  declarations,
  usage,
  now,
}: HandlerNeeds): HandlersOf<typeof subscriptionRoutes> => {
  const findSubscription = ({ id }: Website, name: string): Subscription =>
    requireFound('subscription', store.subscriptions.byName(id, name));

  const present = (subscription: Subscription): WireSubscription => {
    const { id, websiteId, boxIds, ...settings } = subscription;
    const keys = store.subscriptions.keys(websiteId, id);
    return {
      ...settings,
      boxes: boxIds.map(nameById(store.boxes.list(websiteId))),
      keys: { primary: presentKey(keys, 'primary'), secondary: presentKey(keys, 'secondary') },
      lastUsedAt: usage.lastUsedAt(websiteId, id),
      used: settings.quota && usage.quotaUsed(subscription, new Date(now())),
    };
  };

  return {
    listSubscriptions: ({ website }) => store.subscriptions.list(website.id).map(present),
    listPublishableKeys: ({ website }) =>
      store.transaction(({ subscriptions }) =>
        subscriptions
          .list(website.id)
          .filter(({ kind, state }) => kind === 'publishable' && state === 'active')
          .map(({ id, name, origins }) => {
            return { name, key: subscriptions.reveal(website.id, id).primary, origins };
          }),
      ),
    createSubscription: async ({ website, actor, body }) => {
      const { subscriptions } = await store.transaction((settings) => {
        refuseDuplicate('subscription', body, (name) => settings.subscriptions.byName(website.id, name));
        return declarations.applyOne(settings, actor, website, 'subscriptions', body);
      });
      const subscription = present(findSubscription(website, body.name));
      return { subscription, keys: subscriptions[0]?.keys ?? null };
    },
    getSubscription: ({ website, params }) => present(findSubscription(website, params.subscription)),
    updateSubscription: async ({ website, actor, params, body }) => {
      const { name } = findSubscription(website, params.subscription);
      refuseRename('subscription', name, body);
      await declarations.applyOneOfAnySize(actor, website, 'subscriptions', body);
      return present(findSubscription(website, name));
    },
    revealKeys: async ({ website, principal, actor, from, params, body }) => {
      const { id } = findSubscription(website, params.subscription);
      await confirmPassword(store.accounts, principal.operator.id, body.password, from);
      return store.subscriptions.reveal(website.id, id, actor);
    },
    rotateKey: async ({ website, actor, params, body: { slot, graceSeconds } }) => {
      const { id } = findSubscription(website, params.subscription);
      return { key: await store.subscriptions.rotate(website.id, actor, id, slot, graceSeconds) };
    },
    setSubscriptionState: async ({ website, actor, params, body }) => {
      const { id, name } = findSubscription(website, params.subscription);
      await store.subscriptions.setState(website.id, actor, id, body.state);
      return present(findSubscription(website, name));
    },
    getUsage: ({ website, params, query }) => {
      const { from, to } = resolvePeriod(query, new Date(now()));
      const hours = usage.hours(website.id, findSubscription(website, params.subscription).id, from, to);
      return hours.map(({ at, calls, overRate, overQuota }) => ({ hour: at, calls, overRate, overQuota }));
    },
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
