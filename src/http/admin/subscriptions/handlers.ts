import { nameById } from '../../../declare/describe/describe.ts';
import type { Subscription } from '../../../domain/subscription.ts';
import type { Website } from '../../../domain/website.ts';
import type { Usage } from '../../../limits/limiter.ts';
import type { Store } from '../../../store/store.ts';
import { confirmPassword } from '../account/handlers.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { Declarations } from '../core/declarations.ts';
import { requireFound, refuseRename, refuseDuplicate } from '../core/item-checks.ts';
import { resolvePeriod } from '../core/period.ts';
import { presentSubscription } from './presenter.ts';
import type { subscriptionRoutes } from './routes.ts';

type Needs = {
  readonly store: Store;
  readonly declarations: Declarations;
  readonly usage: Usage;
  readonly now: () => number;
};

export const subscriptionHandlers = (needs: Needs): HandlersOf<typeof subscriptionRoutes> => {
  const { store, declarations, usage, now } = needs;

  const findSubscription = ({ id }: Website, name: string): Subscription =>
    requireFound('subscription', store.subscriptions.byName(id, name));
  const present = (subscription: Subscription) =>
    presentSubscription({
      subscription,
      keys: store.subscriptions.keys(subscription.websiteId, subscription.id),
      boxName: nameById(store.boxes.list(subscription.websiteId)),
      usage,
      now: new Date(now()),
    });

  return {
    listSubscriptions: ({ website }) => store.subscriptions.list(website.id).map(present),
    listPublishableKeys: ({ website }) =>
      store.transaction(({ subscriptions }) =>
        subscriptions
          .list(website.id)
          .filter(({ kind, state }) => kind === 'publishable' && state === 'active')
          .map(({ id, name, origins }) => ({
            name,
            key: subscriptions.reveal(website.id, id).primary,
            origins,
          })),
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
      await store.transaction((settings) =>
        declarations.applyOne(settings, actor, website, 'subscriptions', body),
      );
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
