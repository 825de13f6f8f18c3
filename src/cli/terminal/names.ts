import type { Dataset } from '../../domain/dataset.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Website } from '../../domain/website.ts';
import { Fault } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

export const invalidValue = (what: string, text: string, example: string): Fault =>
  new Fault('bad-input', `"${text}" is no ${what}.`, { nextStep: `Write it like ${example}.` });

const splitName = (text: string, what: string): [website: string, name: string] => {
  const [website, name, ...rest] = text.split('/');
  if (website && name && rest.length === 0) return [website, name];
  throw new Fault('bad-input', `"${text}" is not of the form <website>/<${what}>.`, {
    nextStep: `Write it like luma/${what === 'dataset' ? 'catalogue' : 'shop'}; \`kindred status\` lists the names.`,
  });
};

const unknownName = (
  what: string,
  name: string,
  known: readonly { readonly name: string }[],
  prefix = '',
): Fault =>
  new Fault('not-found', `There is no ${what} "${name}".`, {
    nextStep:
      known.length > 0
        ? `Known: ${known.map((each) => prefix + each.name).join(', ')}.`
        : 'None is declared yet; declare one with `kindred apply <file.json>`.',
  });

export const findWebsite = (store: Store, name: string): Website => {
  const website = store.websites.byName(name);
  if (website) return website;
  throw unknownName('website', name, store.websites.list());
};

export const findDataset = (store: Store, text: string): { website: Website; dataset: Dataset } => {
  const [websiteName, name] = splitName(text, 'dataset');
  const website = findWebsite(store, websiteName);
  const dataset = store.datasets.byName(website.id, name);
  if (dataset) return { website, dataset };
  throw unknownName('dataset', text, store.datasets.list(website.id), `${websiteName}/`);
};

/** The website must exist; the subscription need not. */
export const parseSubscriptionName = (store: Store, text: string): { website: Website; name: string } => {
  const [websiteName, name] = splitName(text, 'subscription');
  return { website: findWebsite(store, websiteName), name };
};

export const findSubscription = (
  store: Store,
  text: string,
): { website: Website; subscription: Subscription } => {
  const { website, name } = parseSubscriptionName(store, text);
  const subscription = store.subscriptions.byName(website.id, name);
  if (subscription) return { website, subscription };
  throw unknownName('subscription', text, store.subscriptions.list(website.id), `${website.name}/`);
};
