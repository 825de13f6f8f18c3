import { nameById } from '../../../declare/describe.ts';
import type { Subscription } from '../../../domain/subscription.ts';
import type { Website } from '../../../domain/website.ts';
import type { Usage } from '../../../limits/limiter.ts';
import type { Store } from '../../../store/store.ts';
import { confirmPassword } from '../account/handlers.ts';
import type { HandlersOf } from '../core/handler.ts';
import { found, type OwnThings, refuseRename, refuseTaken } from '../core/own-things.ts';
import { periodOf } from '../core/period.ts';
import { presentSubscription } from './presenter.ts';
import type { subscriptionRoutes } from './routes.ts';

type Needs = {
  readonly store: Store;
  readonly things: OwnThings;
  readonly usage: Usage;
  readonly now: () => number;
};

export const subscriptionHandlers = (needs: Needs): HandlersOf<typeof subscriptionRoutes> => {
  const { store, things, usage, now } = needs;

  const own = ({ id }: Website, name: string): Subscription =>
    found('subscription', store.subscriptions.byName(id, name));
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
    createSubscription: ({ website, actor, body }) => {
      refuseTaken('subscription', body.name, store.subscriptions.byName(website.id, body.name));
      const { subscriptions } = things.applyOne(actor, website, 'subscriptions', body);
      const subscription = present(own(website, body.name));
      return { subscription, keys: subscriptions[0]?.keys ?? null };
    },
    getSubscription: ({ website, params }) => present(own(website, params.subscription)),
    updateSubscription: ({ website, actor, params, body }) => {
      const { name } = own(website, params.subscription);
      refuseRename('subscription', name, body);
      things.applyOne(actor, website, 'subscriptions', body);
      return present(own(website, name));
    },
    revealKeys: async ({ website, who, actor, from, params, body }) => {
      const { id } = own(website, params.subscription);
      await confirmPassword(store.accounts, who.operator.id, body.password, from);
      return store.subscriptions.reveal(website.id, id, actor);
    },
    rotateKey: ({ website, actor, params, body: { slot, graceSeconds } }) => {
      const { id } = own(website, params.subscription);
      return { key: store.subscriptions.rotate(website.id, actor, id, slot, graceSeconds) };
    },
    setSubscriptionState: ({ website, actor, params, body }) => {
      const { id, name } = own(website, params.subscription);
      store.subscriptions.setState(website.id, actor, id, body.state);
      return present(own(website, name));
    },
    getUsage: ({ website, params, query }) => {
      const { from, to } = periodOf(query, new Date(now()));
      const hours = usage.hours(website.id, own(website, params.subscription).id, from, to);
      return hours.map(({ at, calls, overRate, overQuota }) => ({ hour: at, calls, overRate, overQuota }));
    },
  };
};
